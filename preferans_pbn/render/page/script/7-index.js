// The index of the deals, and what is printed.
const title = deal => (deal.board ? term('board', { board: deal.board }) : term('record', { number: deal.n }));
const indexTable = () => {
  const seats = [...'SWNE'].filter(who => deals.some(deal => deal.sheet?.[who])),
    rows = [];
  const columns = 5 + seats.length;
  let session = null;
  deals.forEach((deal, number) => {
    const now = [deal.event, deal.site, deal.date, deal.table && term('table', { table: deal.table })]
      .filter(Boolean)
      .join(' · ');
    if (now !== session)
      rows.push(
        h('tr', { class: 'session' }, h('th', { colspan: columns, scope: 'rowgroup' }, h('bdi', {}, now || '-'))),
      );
    session = now;
    rows.push(
      h(
        'tr',
        { 'data-deal': number },
        h(
          'th',
          { scope: 'row' },
          h(
            'button',
            { type: 'button', onclick: () => pick(number, 0) },
            title(deal),
            !deal.ok && h('span', { class: 'flag' }, ' ⚠'),
          ),
        ),
        h('td', {}, deal.dealer ? seat(deal.dealer) : ''),
        h(
          'td',
          {},
          rich(deal.contract ? call(deal.contract) + (deal.declarer ? ` ${seat(deal.declarer)}` : '') : '', deal),
        ),
        h('td', { class: 'long' }, outcome(deal) || (deal.tricks ? shares(deal.tricks) : '')),
        h(
          'td',
          {},
          deal.findings
            ? deal.findings
                .filter(one => one.code[0] === 'E')
                .map(one => one.code)
                .join(' ')
            : '',
        ),
        seats.map(who => h('td', {}, (deal.sheet?.[who] || []).map(amounts).join(' · '))),
      ),
    );
  });
  return h(
    'div',
    { class: 'block wide' },
    h(
      'table',
      { class: 'index' },
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          [term('deal_column'), term('dealer_column'), term('contract'), term('result'), ''].map(text =>
            h('th', { scope: 'col' }, text),
          ),
          seats.map(who =>
            h(
              'th',
              { scope: 'col' },
              `${term('sheet')} ${seat(who)}`,
              h('small', {}, (deals.find(deal => deal.sheet)?.columns || []).map(one => term(one)).join(' · ')),
            ),
          ),
        ),
      ),
      h('tbody', {}, rows),
    ),
  );
};
const diagram = deal => {
  const hand = who => [
    h(
      'p',
      {},
      h('b', {}, h('bdi', {}, called(deal, who))),
      deal.dealer === who && ` (${term(who in deal.hands ? 'dealer' : 'dealer_rests')})`,
    ),
    who in deal.hands &&
      (deal.hands[who].length
        ? [...SUITS].map(suit =>
            h(
              'p',
              {},
              pip(suit, deal),
              ' ',
              deal.hands[who]
                .filter(card => card[0] === suit)
                .sort(byRank)
                .map(card => rank(card, deal))
                .join(' ') || '-',
            ),
          )
        : h('p', {}, term('unknown'))),
  ];
  return h(
    'div',
    { class: 'diagram' },
    seatsOf(deal).map(who => h('div', { class: who }, hand(who))),
    deal.talon &&
      h(
        'div',
        { class: 'T' },
        h('p', {}, h('b', {}, term('talon'))),
        h('p', {}, rich(deal.talon.map(card => short(card, deal)).join(' '), deal)),
      ),
  );
};
const article = deal =>
  h(
    'article',
    {},
    heading(deal),
    diagram(deal),
    h(
      'div',
      { class: 'blocks' },
      [auctionBlock(deal), gameBlock(deal), tricksBlock(deal), scoreBlock(deal), findingsBlock(deal)],
      deal.steps.some(step => step.texts) &&
        h(
          'div',
          { class: 'block wide' },
          h('h3', {}, term('remarks')),
          deal.steps
            .filter(step => step.texts)
            .map(step =>
              h('p', {}, h('b', {}, rich(label(deal, step, true), deal)), ' ', h('bdi', {}, step.texts.join(' '))),
            ),
        ),
    ),
  );
const toPaper = () =>
  $('paper').replaceChildren(
    ...(at.index
      ? [h('article', {}, h('h2', {}, h('bdi', {}, document.title)), indexTable()), ...deals.map(article)]
      : [article(deals[at.deal])]),
  );
