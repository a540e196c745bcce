// Everything of a deal in blocks, and from each call and card the way to its step.
const stepButton = (deal, number, ...content) => {
  const step = deal.steps[number],
    wrong = (step.findings || []).length;
  return h(
    'button',
    {
      type: 'button',
      class: 'at',
      'data-step': number,
      'aria-label': plain(rich(label(deal, step), deal)),
      onclick: () => go(number),
    },
    content,
    marked(step),
    step.texts?.length ? ' ✎' : '',
    wrong ? h('span', { class: 'flag' }, ' ⚠') : '',
  );
};
const numbered = (deal, ...kinds) =>
  deal.steps.map((step, number) => [step, number]).filter(([step]) => kinds.includes(step.do));
const block = (title, ...content) => h('div', { class: 'block' }, h('h3', {}, title), content);
const auctionBlock = deal => {
  const calls = numbered(deal, 'call');
  if (!calls.length) return null;
  const seats = deal.order.slice(0, 3).filter(who => who !== deal.dummy);
  const first = Math.max(0, seats.indexOf(calls[0][0].seat)),
    columns = [...seats.slice(first), ...seats.slice(0, first)];
  const rows = [];
  let place = columns.length;
  for (const [step, number] of calls) {
    const column = columns.includes(step.seat) ? columns.indexOf(step.seat) : (place + 1) % columns.length;
    if (column <= place || !rows.length) rows.push(columns.map(() => null));
    rows[rows.length - 1][column] = stepButton(deal, number, rich(call(step.word), deal));
    place = column;
  }
  return block(
    term('auction'),
    h(
      'table',
      { class: 'calls' },
      h(
        'tr',
        {},
        columns.map(who => h('th', { scope: 'col' }, h('bdi', {}, called(deal, who)))),
      ),
      rows.map(row =>
        h(
          'tr',
          {},
          row.map(cell => h('td', {}, cell)),
        ),
      ),
    ),
  );
};
const KONTRA = ['kontra', 'rekontra', 'subkontra', 'mortkontra'];
const gameBlock = deal => {
  const lines = [];
  for (const [step, number] of numbered(deal, 'take', 'discard', 'contract')) {
    const text =
      step.do === 'contract'
        ? `${term('contract')}: ${tell(deal, step)}`
        : `${term(step.do === 'take' ? 'talon' : 'discard')}: ${step.cards.map(card => short(card, deal)).join(' ')}`;
    lines.push(h('p', { class: 'line' }, stepButton(deal, number, rich(text, deal))));
  }
  if (deal.bid) lines.push(h('p', {}, rich(term('bid', { bid: call(deal.bid) }), deal)));
  if (!numbered(deal, 'take').length && deal.talon)
    lines.unshift(h('p', {}, rich(`${term('talon')}: ${deal.talon.map(card => short(card, deal)).join(' ')}`, deal)));
  const answers = numbered(deal, 'answer', 'roles', 'open');
  if (answers.length) {
    lines.push(
      h(
        'p',
        {},
        `${term('defence')}: `,
        answers.map(([step, number]) =>
          stepButton(
            deal,
            number,
            rich(
              step.do === 'answer'
                ? `${seat(step.seat)} ${call(step.word)}`.trim()
                : step.do === 'roles'
                  ? Object.entries(step.seats)
                      .map(([who, role]) => `${seat(who)} ${call(role)}`)
                      .join(', ')
                  : term('open', { seats: Object.keys(step.seats).map(seat).join(' ') }),
              deal,
            ),
          ),
        ),
      ),
    );
  }
  if (deal.kontra) lines.push(h('p', {}, `${name(deal, deal.kontra[0])}: ${call(KONTRA[deal.kontra[1] - 1])}`));
  return lines.length ? block(term('contract'), lines) : null;
};
const tricksBlock = deal => {
  const cards = numbered(deal, 'play', 'talon');
  if (!cards.length) return null;
  const seats = deal.order.filter(who => cards.some(([step]) => step.seat === who)),
    talon = cards.some(([step]) => step.do === 'talon');
  const counted = deal.order.filter(who => seats.includes(who) || cards.some(([step]) => step.won === who)),
    taken = {};
  const rows = [];
  for (let trick = 1; trick <= cards[cards.length - 1][0].trick; trick += 1) {
    const row = cards.filter(([step]) => step.trick === trick);
    if (!row.length) continue;
    const won = row.find(([step]) => step.won)?.[0].won || '';
    if (won) taken[won] = (taken[won] || 0) + 1;
    const cell = who => {
      const found = row.find(([step]) => step.seat === who);
      if (!found) return h('td', {});
      const leads = !row.some(([step]) => step.do === 'talon') && found === row[0];
      return h(
        'td',
        { class: won === who ? 'won' : '' },
        stepButton(
          deal,
          found[1],
          leads ? '›' : '',
          rich(short(found[0].cards[0], deal), deal),
          won === who ? '★' : '',
        ),
      );
    };
    const lead = row.find(([step]) => step.do === 'talon');
    rows.push(
      h(
        'tr',
        { 'data-trick': trick },
        h(
          'th',
          { scope: 'row' },
          h(
            'button',
            {
              type: 'button',
              class: 'at',
              'aria-label': term('trick', { number: trick }),
              onclick: () => go(row[0][1]),
            },
            String(trick),
          ),
        ),
        talon &&
          h(
            'td',
            { class: won && !seats.includes(won) ? 'won' : '' },
            lead && stepButton(deal, lead[1], '›', rich(short(lead[0].cards[0], deal), deal)),
          ),
        seats.map(cell),
        counted.map(who => h('td', { class: 'n' }, won ? String(taken[who] || 0) : '')),
      ),
    );
  }
  const claim = numbered(deal, 'claim').map(([step, number]) =>
    h('p', { class: 'line' }, stepButton(deal, number, rich(tell(deal, step), deal))),
  );
  return block(
    term('play'),
    h(
      'table',
      { class: 'tricks' },
      h(
        'tr',
        {},
        h('td', {}),
        talon && h('th', { scope: 'col' }, term('talon')),
        seats.map(who => h('th', { scope: 'col' }, h('bdi', {}, called(deal, who)))),
        counted.map(who => h('th', { scope: 'col', class: 'n' }, seat(who))),
      ),
      rows,
    ),
    claim,
  );
};
const scoreBlock = deal => {
  const end = deal.steps.length - 1,
    parts = [];
  const said = outcome(deal);
  if (said) parts.push(h('p', { class: 'line' }, stepButton(deal, end, `${term('result')}: ${said}`)));
  if (deal.tricks) parts.push(h('p', {}, `${term('tricks')}: ${shares(deal.tricks)}`));
  if (deal.before) parts.push(h('p', {}, `${term('tricks')} (${term('before')}): ${shares(deal.before)}`));
  if (deal.ruling) parts.push(h('p', {}, `${term('ruling')}: `, h('bdi', {}, deal.ruling)));
  const table = (title, columns, rows) =>
    rows &&
    h(
      'table',
      { class: 'amounts', 'aria-label': title },
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, title),
        columns.map(one => h('th', { scope: 'col', class: 'n' }, term(one))),
      ),
      [...'SWNE']
        .filter(who => rows[who])
        .map(who =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, h('bdi', {}, called(deal, who))),
            rows[who].map(cell => h('td', { class: 'n' }, amounts(cell))),
          ),
        ),
    );
  parts.push(
    table(term('score') + (deal.claimed ? ` (${term('claimed')})` : ''), deal.columns || [], deal.score),
    table(term('sheet'), deal.columns || [], deal.sheet),
    table(
      term('settlement'),
      ['Result'],
      deal.settlement && Object.fromEntries(Object.entries(deal.settlement).map(([who, amount]) => [who, [amount]])),
    ),
  );
  return parts.some(Boolean) ? block(term('score'), parts) : null;
};
const findingsBlock = deal => {
  if (!deal.findings) return null;
  // The sentences are English; what each is about is said in the language that is chosen.
  const about = where => (code === 'en' || where < 1 ? [] : [rich(label(deal, deal.steps[where], true), deal), ' · ']);
  return block(
    term(deal.findings.some(one => one.code[0] === 'E') ? 'findings' : 'hints'),
    deal.findings.map((one, number) => {
      const where = deal.steps.findIndex(step => step.findings?.includes(number));
      return h(
        'p',
        { class: one.code[0] === 'E' ? 'wrong' : 'note' },
        h('button', { type: 'button', class: 'at', 'data-go': where, onclick: () => go(Math.max(0, where)) }, one.code),
        ' ',
        about(where),
        h('span', { lang: 'en' }, one.says),
      );
    }),
  );
};
const heading = deal =>
  [
    h('h2', {}, deal.board ? term('board', { board: apart(deal.board) }) : term('record', { number: deal.n })),
    h(
      'p',
      {},
      h(
        'bdi',
        {},
        [deal.event, deal.site, deal.date, deal.table && term('table', { table: deal.table })]
          .filter(Boolean)
          .join(' · '),
      ),
    ),
    h(
      'p',
      {},
      [
        [laws[deal.rules]?.name || deal.variant, laws[deal.rules]?.overrides]
          .filter(Boolean)
          .map(one => h('bdi', {}, one)),
        deal.target ? term('target', { target: deal.target }) : [],
      ]
        .flat()
        .flatMap((one, number) => (number ? [' · ', one] : [one])),
    ),
    !deal.ok && h('p', { class: 'faulty' }, term('faulty')),
    (deal.head || []).map(text => h('p', { class: 'note' }, h('bdi', {}, text))),
  ]
    .flat()
    .filter(Boolean);
const drawPanel = deal =>
  $('panel').replaceChildren(
    ...[
      auctionBlock(deal),
      gameBlock(deal),
      tricksBlock(deal),
      scoreBlock(deal),
      findingsBlock(deal),
      deal.text &&
        h(
          'details',
          {},
          h('summary', {}, term('notation')),
          h('div', {}, h('pre', { class: 'notation', translate: 'no' }, deal.text)),
        ),
    ].filter(Boolean),
  );
