// The table: hands, names, the trick.
const cardNode = (card, deal, ...names) => {
  if (card === '?')
    return h('span', { class: ['card back', ...names].join(' '), 'data-card': '?' }, h('span', { class: 'vh' }, '?'));
  return h(
    'span',
    {
      class: ['card', card[0], deal.german ? 'german' : '', ...names].join(' ').replace(/ +/g, ' ').trim(),
      'data-card': card,
    },
    h('b', { class: card[1] === 'T' ? 'ten' : '' }, rank(card, deal)),
    pip(card[0], deal),
    picture(card[0], deal, 'big'),
  );
};
const handWords = (cards, unknown, deal) =>
  [
    ...split(cards).map(
      suit => `${tongue.suits[pack(deal)][SUITS.indexOf(suit[0][0])]} ${suit.map(card => rank(card, deal)).join(' ')}`,
    ),
    ...(unknown ? [`${unknown} × ?`] : []),
  ].join('; ');
const handNode = (deal, who, state, may) => {
  const cards = [...(state.hands[who] || [])],
    unknown = state.unknown[who] || 0;
  const groups = split(cards).map(suit =>
    h(
      'div',
      { class: 'suit' },
      suit.map(card => cardNode(card, deal, may.includes(card) ? 'may' : '')),
    ),
  );
  if (unknown)
    groups.push(
      h(
        'div',
        { class: 'suit' },
        Array.from({ length: unknown }, () => cardNode('?', deal)),
      ),
    );
  return h(
    'div',
    { class: 'hand', role: 'img', 'aria-label': `${name(deal, who)}: ${handWords(cards, unknown, deal) || '-'}` },
    groups,
  );
};
const seatsOf = deal => [...'NWES'].filter(who => deal.order.includes(who) || deal.players?.[who]);
const plate = (deal, who, state) => {
  const tags = [],
    rests = deal.order.length === 4 && !(who in deal.hands);
  if (deal.dummy === who) tags.push(h('span', { class: 'tag' }, term('dummy')));
  else if (deal.dealer === who) tags.push(h('span', { class: 'tag' }, term(rests ? 'dealer_rests' : 'dealer')));
  if (state.contract && deal.declarer === who)
    tags.push(h('span', { class: 'tag game' }, rich(call(deal.contract), deal)));
  if (state.roles[who]) tags.push(h('span', { class: 'tag' }, call(state.roles[who])));
  if (state.open[who]) tags.push(h('span', { class: 'tag' }, call('open')));
  const count = deal.steps.some(step => step.do === 'play') && (who in deal.hands || state.taken[who]);
  return h(
    'div',
    { class: 'plate' },
    h('span', { class: 'letter' }, seat(who)),
    deal.players?.[who] && h('bdi', {}, deal.players[who]),
    tags,
    count &&
      h(
        'span',
        { class: 'count', title: term('tricks') },
        h('span', { class: 'vh' }, `${term('tricks')}: `),
        String(state.taken[who] || 0),
      ),
  );
};
const slot = (deal, who, state) => {
  const now = state.step.seat === who ? ' now' : '';
  if (state.trick[who]) {
    const won = state.won === who;
    const node = cardNode(state.trick[who], deal);
    if (won)
      node.append(h('span', { class: 'star' }, '★', h('span', { class: 'vh' }, term('takes', { seat: seat(who) }))));
    return h('div', { class: `slot ${who}${now}${won ? ' won' : ''}` }, node);
  }
  if (state.said[who])
    return h('div', { class: `slot ${who}${now}` }, h('span', { class: 'bubble' }, rich(call(state.said[who]), deal)));
  return null;
};
const centre = (deal, state) => {
  const step = state.step,
    box = h('div', { id: 'centre', class: 'N' in (deal.hands || {}) ? 'north' : '' });
  if (step.do === 'end' || step.do === 'claim') {
    const ended = step.do === 'end';
    box.append(
      h(
        'div',
        { class: 'slot T whole' },
        h(
          'span',
          { class: 'bubble' },
          rich(!ended ? tell(deal, step) : deal.contract ? bought(deal) : term('result'), deal),
        ),
        ended && h('span', {}, outcome(deal)),
        ended && deal.tricks && h('span', {}, `${term('tricks')}: ${shares(deal.tricks)}`),
      ),
    );
    return box;
  }
  box.append(
    ...seatsOf(deal)
      .map(who => slot(deal, who, state))
      .filter(Boolean),
  );
  const middle = [];
  if (state.lead) {
    const mine = state.won && !state.trick[state.won];
    middle.push(
      h('span', {}, term('talon')),
      h('div', { class: `pair${mine ? ' slot won' : ''}` }, cardNode(state.lead, deal)),
    );
  } else if (state.talon.length && !state.number) {
    middle.push(
      h('span', {}, term('talon')),
      h(
        'div',
        { class: 'pair' },
        state.talon.map(card => cardNode(card, deal)),
      ),
    );
  } else if (step.do === 'discard') {
    middle.push(
      h('span', {}, term('discard')),
      h(
        'div',
        { class: 'pair' },
        step.cards.map(card => cardNode(card, deal)),
      ),
    );
  } else if (step.do === 'contract') {
    middle.push(h('span', { class: 'bubble' }, rich(bought(deal), deal)));
  }
  if (middle.length) box.append(h('div', { class: 'slot T' }, middle));
  return box;
};
const drawTable = (deal, state) => {
  const step = state.step,
    table = $('table');
  const may = $('rule').open && step.do === 'play' ? list(step.legal) : [];
  table.setAttribute('role', 'group');
  table.setAttribute('aria-label', term('at_table'));
  table.replaceChildren(
    ...seatsOf(deal).map(who =>
      h(
        'div',
        { class: `seat ${who}${step.seat === who ? ' turn' : ''}`, 'data-seat': who },
        plate(deal, who, state),
        who in deal.hands && handNode(deal, who, state, step.seat === who ? may : []),
      ),
    ),
    centre(deal, state),
  );
};
