'use strict';
(() => {
  const $ = id => document.getElementById(id);
  const read = kind => [...document.querySelectorAll(`script[data-kind=${kind}]`)].map(node => JSON.parse(node.textContent));
  const words = JSON.parse($('words').textContent);
  const laws = read('rules'), deals = read('deal');
  const RANKS = '789TJQKA', SUITS = 'SCDH', SIGNS = '♠♣♦♥', SVG = 'http://www.w3.org/2000/svg';
  const at = { deal: 0, step: 0, index: deals.length > 1 };
  let tongue = words.en, code = 'en';

  // ---- small tools ---------------------------------------------------------------------------------------
  const keep = (name, value) => {
    try { return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value); } catch { return null; }
  };
  /** An element; texts become text nodes, never markup. */
  const h = (tag, attributes, ...kids) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) {
      if (name === 'onclick') node.addEventListener('click', value);
      else if (value !== undefined && value !== false && value !== null) node.setAttribute(name, value === true ? '' : value);
    }
    node.append(...kids.flat(Infinity).filter(kid => kid !== null && kid !== undefined && kid !== false));
    return node;
  };
  const pack = deal => (deal.german ? 1 : 0);
  const picture = (suit, deal, name) => {
    const svg = document.createElementNS(SVG, 'svg'), use = document.createElementNS(SVG, 'use');
    svg.setAttribute('class', name || ''); svg.setAttribute('aria-hidden', 'true');
    use.setAttribute('href', `#${'fg'[pack(deal)]}${suit}`);
    svg.append(use);
    return svg;
  };
  const pip = (suit, deal) => h('span', { class: `pip${'DH'.includes(suit) ? ' red' : ''}` },
    picture(suit, deal), h('span', { class: 'vh' }, SIGNS[SUITS.indexOf(suit)]));
  /** A text with pips for the signs of suits in it. */
  const rich = (text, deal) => text.split(/([♠♣♦♥])/).map(part =>
    part.length === 1 && SIGNS.includes(part) ? pip(SUITS[SIGNS.indexOf(part)], deal) : part);
  const fill = (text, parts) => text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, forms) => {
    const value = parts[name];
    if (value === undefined) return whole;
    return forms ? forms.split('|')[+(tongue.plural[value] ?? tongue.plural[20 + value % 10])] : value;
  });
  const term = (name, parts) => fill(tongue.terms[name] ?? name, parts || {});
  const apart = text => `\u2068${text}\u2069`;
  const seat = letter => tongue.seats[letter] || letter || '';
  const name = (deal, letter) => (deal.players?.[letter] ? `${seat(letter)} ${apart(deal.players[letter])}` : seat(letter));
  const called = (deal, letter) => [seat(letter), deal.players?.[letter]].filter(Boolean).join(' ');
  const rank = (card, deal) => tongue.ranks[pack(deal)][RANKS.indexOf(card[1])];
  const short = (card, deal) => (card === '?' ? '?' : SIGNS[SUITS.indexOf(card[0])] + rank(card, deal));
  const call = word => {
    const concede = /^concede-([23])$/.exec(word);
    return concede ? fill(tongue.calls.concede ?? word, { count: +concede[1] }) : tongue.calls[word] ?? word;
  };
  const game = (word, deal) => tongue.games[pack(deal)][word] ?? call(word);
  const amounts = cell => (cell.includes(':') ? cell.split(',').map(part => `${seat(part[0])} ${part.slice(2)}`).join(', ') : cell);
  const shares = seats => Object.entries(seats).map(([who, share]) => `${seat(who)} ${share}`).join(', ');
  const byRank = (a, b) => SUITS.indexOf(a[0]) - SUITS.indexOf(b[0]) || RANKS.indexOf(b[1]) - RANKS.indexOf(a[1]);
  const split = cards => [...SUITS].map(suit => cards.filter(card => card[0] === suit).sort(byRank)).filter(suit => suit.length);
  const list = text => (text ? text.split(' ') : []);
  const plain = nodes => nodes.map(node => (typeof node === 'string' ? node : node.textContent)).join('').replace(/[\u2068\u2069]/g, '');

  // ---- what has happened up to a step --------------------------------------------------------------------
  const stateAt = (deal, number) => {
    const state = { hands: {}, unknown: { ...deal.unknown }, talon: [...(deal.talon || [])], discard: null, said: {},
      trick: {}, lead: null, number: 0, taken: {}, open: {}, won: '', contract: null, roles: {}, claim: null };
    for (const [who, cards] of Object.entries(deal.hands || {})) state.hands[who] = new Set(cards);
    const drop = (who, card) => { if (!state.hands[who]?.delete(card) && state.unknown[who] > 0) state.unknown[who] -= 1; };
    const fresh = trick => { if (trick !== state.number) Object.assign(state, { number: trick, trick: {}, lead: null, won: '', said: {} }); };
    for (const step of deal.steps.slice(0, number + 1)) {
      const who = step.seat, cards = step.cards || [];
      if (step.do === 'call' || step.do === 'answer') {
        state.said[who] = step.word;
      } else if (step.do === 'take') {
        Object.assign(state, { talon: [], said: {} });
        for (const card of cards) {
          if (card === '?') state.unknown[who] = (state.unknown[who] || 0) + 1;
          else (state.hands[who] ??= new Set()).add(card);
        }
      } else if (step.do === 'discard') {
        // Of a hand that is partly known nobody knows which cards went: it stays as it is.
        cards.filter(card => card !== '?' || !state.hands[who]?.size).forEach(card => drop(who, card));
        state.discard = cards;
      } else if (step.do === 'contract') {
        Object.assign(state, { contract: step, said: {} });
      } else if (step.do === 'roles') {
        state.said = { ...step.seats };
      } else if (step.do === 'open') {
        Object.assign(state.open, step.seats);
      } else if (step.do === 'talon') {
        fresh(step.trick);
        state.lead = cards[0];
        state.talon = state.talon.filter(card => card !== cards[0]);
      } else if (step.do === 'play') {
        fresh(step.trick);
        state.roles = deal.roles || {};
        state.trick[who] = cards[0];
        drop(who, cards[0]);
        if (step.won) { state.won = step.won; state.taken[step.won] = (state.taken[step.won] || 0) + 1; }
      } else if (step.do === 'claim' || step.do === 'end') {
        Object.assign(state, { trick: {}, lead: null, won: '', said: {}, roles: deal.roles || {} });
      }
      state.step = step;
    }
    return state;
  };

  const bought = deal => {
    const what = deal.contract ? game(deal.contract, deal) : term('unknown');
    return deal.declarer ? term('by', { contract: what, seat: name(deal, deal.declarer) }) : what;
  };
  const outcome = deal => deal.result?.[code] || '';
  /** What a step says in a line. */
  const tell = (deal, step, brief) => {
    const who = name(deal, step.seat), cards = (step.cards || []).map(card => short(card, deal)).join(' ');
    const by = text => (step.seat ? `${who}: ${text}` : text);
    switch (step.do) {
      case 'deal': return term('dealt');
      case 'call': case 'answer': return by(call(step.word));
      case 'take': return `${term('takes_talon', { seat: who })}: ${cards}`;
      case 'discard': return by(`${term('discard')} ${cards}`);
      case 'contract': return bought(deal);
      case 'roles': return Object.entries(step.seats).map(([seat_, role]) => `${name(deal, seat_)}: ${call(role)}`).join(', ');
      case 'open': return term('open', { seats: Object.keys(step.seats).map(one => name(deal, one)).join(', ') });
      case 'talon': return term('leads', { card: cards });
      case 'play': return by(cards) + (step.won && !brief ? `. ${term('takes', { seat: name(deal, step.won) })}.` : '');
      case 'claim': return step.seats ? term('agreed', { shares: shares(step.seats) }) : term(step.word === '+' ? 'continued' : 'agreed_only');
      default: return `${term('result')}: ${outcome(deal) || (deal.tricks ? `${term('tricks')} ${shares(deal.tricks)}` : term('unknown'))}`;
    }
  };
  const marked = step => (step.mark ? ` ${step.mark}` : '');
  const label = (deal, step, brief) => (step.trick ? `${term('trick', { number: step.trick })}, ` : '') + tell(deal, step, brief);

  // ---- the table -------------------------------------------------------------------------------------------
  const cardNode = (card, deal, ...names) => {
    if (card === '?') return h('span', { class: ['card back', ...names].join(' '), 'data-card': '?' }, h('span', { class: 'vh' }, '?'));
    return h('span', { class: ['card', card[0], deal.german ? 'german' : '', ...names].join(' ').replace(/ +/g, ' ').trim(), 'data-card': card },
      h('b', { class: card[1] === 'T' ? 'ten' : '' }, rank(card, deal)), pip(card[0], deal), picture(card[0], deal, 'big'));
  };
  const handWords = (cards, unknown, deal) => [...split(cards).map(suit =>
    `${tongue.suits[pack(deal)][SUITS.indexOf(suit[0][0])]} ${suit.map(card => rank(card, deal)).join(' ')}`),
    ...(unknown ? [`${unknown} × ?`] : [])].join('; ');
  const handNode = (deal, who, state, may) => {
    const cards = [...(state.hands[who] || [])], unknown = state.unknown[who] || 0;
    const groups = split(cards).map(suit => h('div', { class: 'suit' },
      suit.map(card => cardNode(card, deal, may.includes(card) ? 'may' : ''))));
    if (unknown) groups.push(h('div', { class: 'suit' }, Array.from({ length: unknown }, () => cardNode('?', deal))));
    return h('div', { class: 'hand', role: 'img', 'aria-label': `${name(deal, who)}: ${handWords(cards, unknown, deal) || '-'}` }, groups);
  };
  const seatsOf = deal => [...'NWES'].filter(who => deal.order.includes(who) || deal.players?.[who]);
  const plate = (deal, who, state) => {
    const tags = [], rests = deal.order.length === 4 && !(who in deal.hands);
    if (deal.dummy === who) tags.push(h('span', { class: 'tag' }, term('dummy')));
    else if (deal.dealer === who) tags.push(h('span', { class: 'tag' }, term(rests ? 'dealer_rests' : 'dealer')));
    if (state.contract && deal.declarer === who) tags.push(h('span', { class: 'tag game' }, rich(call(deal.contract), deal)));
    if (state.roles[who]) tags.push(h('span', { class: 'tag' }, call(state.roles[who])));
    if (state.open[who]) tags.push(h('span', { class: 'tag' }, call('open')));
    const count = deal.steps.some(step => step.do === 'play') && (who in deal.hands || state.taken[who]);
    return h('div', { class: 'plate' }, h('span', { class: 'letter' }, seat(who)), deal.players?.[who] && h('bdi', {}, deal.players[who]), tags,
      count && h('span', { class: 'count', title: term('tricks') }, h('span', { class: 'vh' }, `${term('tricks')}: `), String(state.taken[who] || 0)));
  };
  const slot = (deal, who, state) => {
    const now = state.step.seat === who ? ' now' : '';
    if (state.trick[who]) {
      const won = state.won === who;
      const node = cardNode(state.trick[who], deal);
      if (won) node.append(h('span', { class: 'star' }, '★', h('span', { class: 'vh' }, term('takes', { seat: seat(who) }))));
      return h('div', { class: `slot ${who}${now}${won ? ' won' : ''}` }, node);
    }
    if (state.said[who]) return h('div', { class: `slot ${who}${now}` }, h('span', { class: 'bubble' }, rich(call(state.said[who]), deal)));
    return null;
  };
  const centre = (deal, state) => {
    const step = state.step, box = h('div', { id: 'centre', class: 'N' in (deal.hands || {}) ? 'north' : '' });
    if (step.do === 'end' || step.do === 'claim') {
      const ended = step.do === 'end';
      box.append(h('div', { class: 'slot T whole' },
        h('span', { class: 'bubble' }, rich(!ended ? tell(deal, step) : deal.contract ? bought(deal) : term('result'), deal)),
        ended && h('span', {}, outcome(deal)), ended && deal.tricks && h('span', {}, `${term('tricks')}: ${shares(deal.tricks)}`)));
      return box;
    }
    box.append(...seatsOf(deal).map(who => slot(deal, who, state)).filter(Boolean));
    const middle = [];
    if (state.lead) {
      const mine = state.won && !state.trick[state.won];
      middle.push(h('span', {}, term('talon')), h('div', { class: `pair${mine ? ' slot won' : ''}` }, cardNode(state.lead, deal)));
    } else if (state.talon.length && !state.number) {
      middle.push(h('span', {}, term('talon')), h('div', { class: 'pair' }, state.talon.map(card => cardNode(card, deal))));
    } else if (step.do === 'discard') {
      middle.push(h('span', {}, term('discard')), h('div', { class: 'pair' }, step.cards.map(card => cardNode(card, deal))));
    } else if (step.do === 'contract') {
      middle.push(h('span', { class: 'bubble' }, rich(bought(deal), deal)));
    }
    if (middle.length) box.append(h('div', { class: 'slot T' }, middle));
    return box;
  };
  const drawTable = (deal, state) => {
    const step = state.step, table = $('table');
    const may = $('rule').open && step.do === 'play' ? list(step.legal) : [];
    table.setAttribute('role', 'group');
    table.setAttribute('aria-label', term('at_table'));
    table.replaceChildren(...seatsOf(deal).map(who => h('div', { class: `seat ${who}${step.seat === who ? ' turn' : ''}`, 'data-seat': who },
      plate(deal, who, state), who in deal.hands && handNode(deal, who, state, step.seat === who ? may : []))), centre(deal, state));
  };

  // ---- the rule behind a step ------------------------------------------------------------------------------
  const drawRule = (deal, step) => {
    const law = laws[deal.rules], body = $('rule').lastElementChild, parts = [];
    $('rule').firstElementChild.textContent = term('rule');
    const card = step.do === 'play';
    if (step.why) parts.push(h('p', { class: 'why' }, `${name(deal, step.seat)}: ${term(`why_${step.why}`)}`));
    else if (step.legal) parts.push(h('p', { class: 'why' }, term('why_call')));
    if (step.legal !== undefined) {
      const chosen = card ? step.cards[0] : step.word, legal = list(step.legal);
      parts.push(h('div', {}, term('may'), ':'), h('div', { class: 'cards' }, legal.map(one => (card
        ? cardNode(one, deal, one === chosen ? 'chosen' : '') : h('span', { class: `call${one === chosen ? ' chosen' : ''}` }, rich(call(one), deal))))));
      if (chosen !== '?' && !legal.includes(chosen)) parts.push(h('p', { class: 'wrong' }, rich(card ? short(chosen, deal) : call(chosen), deal), `: ${term('illegal')}`));
    }
    const rules = (step.rules || []).filter(one => law?.rules[one]);
    if (rules.length) {
      parts.push(h('p', {}, law.name, law.overrides ? ` ${law.overrides}` : ''), h('dl', { lang: 'en' }, rules.map(one => {
        const rule = law.rules[one];
        return [h('dt', {}, rule.says), h('dd', {}, h('code', {}, `${one}=${rule.value}`), rule.keys.length ? ` · ${rule.keys.join(', ')}` : ` · ${rule.origin}`),
          rule.reading && h('dd', {}, h('span', { lang: code }, `${term('reading')}: `), rule.reading)];
      })));
      const heads = new Set(rules.flatMap(one => law.rules[one].keys.map(key => key.split(' ')[0].replace(/^(S[012])-\d+$/, '$1'))));
      parts.push(h('p', { class: 'sources' }, `${term('source')}: `, h('span', { lang: 'en' }, [...heads].filter(key => law.sources[key]).map(key => h('span', {}, `${key}: ${law.sources[key]} `)))));
    }
    body.replaceChildren(...(parts.length ? parts : [h('p', {}, '-')]));
  };

  // ---- the panel: everything of a deal, and the way to each step -------------------------------------------
  const stepButton = (deal, number, ...content) => {
    const step = deal.steps[number], wrong = (step.findings || []).length;
    return h('button', { type: 'button', class: 'at', 'data-step': number, 'aria-label': plain(rich(label(deal, step), deal)), onclick: () => go(number) },
      content, marked(step), step.texts?.length ? ' ✎' : '', wrong ? h('span', { class: 'flag' }, ' ⚠') : '');
  };
  const numbered = (deal, ...kinds) => deal.steps.map((step, number) => [step, number]).filter(([step]) => kinds.includes(step.do));
  const block = (title, ...content) => h('div', { class: 'block' }, h('h3', {}, title), content);
  const auctionBlock = deal => {
    const calls = numbered(deal, 'call');
    if (!calls.length) return null;
    const seats = deal.order.slice(0, 3).filter(who => who !== deal.dummy);
    const first = Math.max(0, seats.indexOf(calls[0][0].seat)), columns = [...seats.slice(first), ...seats.slice(0, first)];
    const rows = [];
    let place = columns.length;
    for (const [step, number] of calls) {
      const column = columns.includes(step.seat) ? columns.indexOf(step.seat) : (place + 1) % columns.length;
      if (column <= place || !rows.length) rows.push(columns.map(() => null));
      rows[rows.length - 1][column] = stepButton(deal, number, rich(call(step.word), deal));
      place = column;
    }
    return block(term('auction'), h('table', { class: 'calls' }, h('tr', {}, columns.map(who => h('th', { scope: 'col' }, h('bdi', {}, called(deal, who))))),
      rows.map(row => h('tr', {}, row.map(cell => h('td', {}, cell))))));
  };
  const gameBlock = deal => {
    const lines = [];
    for (const [step, number] of numbered(deal, 'take', 'discard', 'contract')) {
      const text = step.do === 'contract' ? `${term('contract')}: ${bought(deal)}` : `${term(step.do === 'take' ? 'talon' : 'discard')}: ${step.cards.map(card => short(card, deal)).join(' ')}`;
      lines.push(h('p', { class: 'line' }, stepButton(deal, number, rich(text, deal))));
    }
    if (!numbered(deal, 'take').length && deal.talon) lines.unshift(h('p', {}, rich(`${term('talon')}: ${deal.talon.map(card => short(card, deal)).join(' ')}`, deal)));
    const answers = numbered(deal, 'answer', 'roles', 'open');
    if (answers.length) {
      lines.push(h('p', {}, `${term('defence')}: `, answers.map(([step, number]) => stepButton(deal, number, rich(step.do === 'answer' ? `${seat(step.seat)} ${call(step.word)}`.trim() : step.do === 'roles'
        ? Object.entries(step.seats).map(([who, role]) => `${seat(who)} ${call(role)}`).join(', ') : term('open', { seats: Object.keys(step.seats).map(seat).join(' ') }), deal)))));
    }
    return lines.length ? block(term('contract'), lines) : null;
  };
  const tricksBlock = deal => {
    const cards = numbered(deal, 'play', 'talon');
    if (!cards.length) return null;
    const seats = deal.order.filter(who => cards.some(([step]) => step.seat === who)), talon = cards.some(([step]) => step.do === 'talon');
    const counted = deal.order.filter(who => seats.includes(who) || cards.some(([step]) => step.won === who)), taken = {};
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
        return h('td', { class: won === who ? 'won' : '' }, stepButton(deal, found[1], leads ? '›' : '', rich(short(found[0].cards[0], deal), deal), won === who ? '★' : ''));
      };
      const lead = row.find(([step]) => step.do === 'talon');
      rows.push(h('tr', { 'data-trick': trick }, h('th', { scope: 'row' }, h('button', { type: 'button', class: 'at', 'aria-label': term('trick', { number: trick }), onclick: () => go(row[0][1]) }, String(trick))),
        talon && h('td', { class: won && !seats.includes(won) ? 'won' : '' }, lead && stepButton(deal, lead[1], '›', rich(short(lead[0].cards[0], deal), deal))),
        seats.map(cell), counted.map(who => h('td', { class: 'n' }, won ? String(taken[who] || 0) : ''))));
    }
    const claim = numbered(deal, 'claim').map(([step, number]) => h('p', { class: 'line' }, stepButton(deal, number, rich(tell(deal, step), deal))));
    return block(term('play'), h('table', { class: 'tricks' }, h('tr', {}, h('td', {}), talon && h('th', { scope: 'col' }, term('talon')), seats.map(who => h('th', { scope: 'col' }, h('bdi', {}, called(deal, who)))),
      counted.map(who => h('th', { scope: 'col', class: 'n' }, seat(who)))), rows), claim);
  };
  const scoreBlock = deal => {
    const end = deal.steps.length - 1, parts = [];
    const said = outcome(deal);
    if (said) parts.push(h('p', { class: 'line' }, stepButton(deal, end, `${term('result')}: ${said}`)));
    if (deal.tricks) parts.push(h('p', {}, `${term('tricks')}: ${shares(deal.tricks)}`));
    if (deal.before) parts.push(h('p', {}, `${term('tricks')} (${term('before')}): ${shares(deal.before)}`));
    if (deal.ruling) parts.push(h('p', {}, `${term('ruling')}: `, h('bdi', {}, deal.ruling)));
    const table = (title, columns, rows) => rows && h('table', { class: 'amounts', 'aria-label': title }, h('tr', {}, h('th', { scope: 'col' }, title), columns.map(one => h('th', { scope: 'col', class: 'n' }, term(one)))),
      [...'SWNE'].filter(who => rows[who]).map(who => h('tr', {}, h('th', { scope: 'row' }, h('bdi', {}, called(deal, who))), rows[who].map(cell => h('td', { class: 'n' }, amounts(cell))))));
    parts.push(table(term('score') + (deal.claimed ? ` (${term('claimed')})` : ''), deal.columns || [], deal.score), table(term('sheet'), deal.columns || [], deal.sheet),
      table(term('settlement'), ['Result'], deal.settlement && Object.fromEntries(Object.entries(deal.settlement).map(([who, amount]) => [who, [amount]]))));
    return parts.some(Boolean) ? block(term('score'), parts) : null;
  };
  const findingsBlock = deal => {
    if (!deal.findings) return null;
    return block(term('findings'), deal.findings.map((one, number) => {
      const where = deal.steps.findIndex(step => step.findings?.includes(number));
      return h('p', { class: one.code[0] === 'E' ? 'wrong' : 'note', lang: 'en' }, h('button', { type: 'button', class: 'at', 'data-go': where, onclick: () => go(Math.max(0, where)) }, one.code), ` ${one.says}`);
    }));
  };
  const heading = deal => [h('h2', {}, deal.board ? term('board', { board: apart(deal.board) }) : term('record', { number: deal.n })),
    h('p', {}, h('bdi', {}, [deal.event, deal.site, deal.date, deal.table && term('table', { table: deal.table })].filter(Boolean).join(' · '))),
    h('p', {}, [laws[deal.rules]?.name || deal.variant, laws[deal.rules]?.overrides, deal.target && term('target', { target: deal.target })].filter(Boolean).join(' · ')),
    !deal.ok && h('p', { class: 'faulty' }, term('faulty')), (deal.head || []).map(text => h('p', { class: 'note' }, h('bdi', {}, text)))].flat().filter(Boolean);
  const drawPanel = deal => $('panel').replaceChildren(...[auctionBlock(deal), gameBlock(deal), tricksBlock(deal), scoreBlock(deal), findingsBlock(deal),
    deal.text && h('details', {}, h('summary', {}, term('notation')), h('div', {}, h('pre', { class: 'notation', translate: 'no' }, deal.text)))].filter(Boolean));

  // ---- the index and what is printed -----------------------------------------------------------------------
  const title = deal => (deal.board ? term('board', { board: deal.board }) : term('record', { number: deal.n }));
  const indexTable = () => {
    const seats = [...'SWNE'].filter(who => deals.some(deal => deal.sheet?.[who])), rows = [];
    const columns = 5 + seats.length;
    let session = null;
    deals.forEach((deal, number) => {
      const now = [deal.event, deal.site, deal.date, deal.table && term('table', { table: deal.table })].filter(Boolean).join(' · ');
      if (now !== session) rows.push(h('tr', { class: 'session' }, h('th', { colspan: columns, scope: 'rowgroup' }, h('bdi', {}, now || '-'))));
      session = now;
      rows.push(h('tr', { 'data-deal': number }, h('th', { scope: 'row' }, h('button', { type: 'button', onclick: () => pick(number, 0) }, title(deal), !deal.ok && h('span', { class: 'flag' }, ' ⚠'))),
        h('td', {}, deal.dealer ? seat(deal.dealer) : ''), h('td', {}, rich(deal.contract ? call(deal.contract) + (deal.declarer ? ` ${seat(deal.declarer)}` : '') : '', deal)),
        h('td', { class: 'long' }, outcome(deal) || (deal.tricks ? shares(deal.tricks) : '')), h('td', {}, deal.findings ? deal.findings.filter(one => one.code[0] === 'E').map(one => one.code).join(' ') : ''),
        seats.map(who => h('td', {}, (deal.sheet?.[who] || []).map(amounts).join(' · ')))));
    });
    return h('div', { class: 'block wide' }, h('table', { class: 'index' }, h('thead', {}, h('tr', {}, [term('deal_column'), term('dealer_column'), term('contract'), term('result'), ''].map(text => h('th', { scope: 'col' }, text)),
      seats.map(who => h('th', { scope: 'col' }, `${term('sheet')} ${seat(who)}`, h('small', {}, (deals.find(deal => deal.sheet)?.columns || []).map(one => term(one)).join(' · ')))))), h('tbody', {}, rows)));
  };
  const diagram = deal => {
    const hand = who => [h('p', {}, h('b', {}, h('bdi', {}, called(deal, who))), deal.dealer === who && ` (${term(who in deal.hands ? 'dealer' : 'dealer_rests')})`),
      who in deal.hands && (deal.hands[who].length ? [...SUITS].map(suit => h('p', {}, pip(suit, deal), ' ', deal.hands[who].filter(card => card[0] === suit).sort(byRank).map(card => rank(card, deal)).join(' ') || '-')) : h('p', {}, term('unknown')))];
    return h('div', { class: 'diagram' }, seatsOf(deal).map(who => h('div', { class: who }, hand(who))),
      deal.talon && h('div', { class: 'T' }, h('p', {}, h('b', {}, term('talon'))), h('p', {}, rich(deal.talon.map(card => short(card, deal)).join(' '), deal))));
  };
  const article = deal => h('article', {}, heading(deal), diagram(deal), h('div', { class: 'blocks' }, [auctionBlock(deal), gameBlock(deal), tricksBlock(deal), scoreBlock(deal), findingsBlock(deal)],
    deal.steps.some(step => step.texts) && h('div', { class: 'block wide' }, h('h3', {}, term('remarks')), deal.steps.filter(step => step.texts).map(step => h('p', {}, h('b', {}, rich(label(deal, step, true), deal)), ' ', h('bdi', {}, step.texts.join(' ')))))));
  const toPaper = () => $('paper').replaceChildren(...(at.index ? [h('article', {}, h('h2', {}, h('bdi', {}, document.title)), indexTable()), ...deals.map(article)] : [article(deals[at.deal])]));

  // ---- going about -----------------------------------------------------------------------------------------
  const go = number => {
    const deal = deals[at.deal], last = deal.steps.length - 1;
    at.step = Math.min(Math.max(0, number), last);
    const state = stateAt(deal, at.step), step = state.step;
    drawTable(deal, state);
    drawRule(deal, step);
    $('said').replaceChildren(h('p', { class: 'what' }, h('span', { class: 'of' }, term('step', { step: at.step, count: last })), h('span', { id: 'line' }, rich(tell(deal, step), deal), marked(step))),
      ...(step.texts || []).map(text => h('p', { class: 'note' }, h('bdi', {}, text))),
      ...(step.findings || []).map(one => deal.findings[one]).map(one => h('p', { class: one.code[0] === 'E' ? 'wrong' : 'note', lang: 'en' }, `${one.code} ${one.says}`)));
    for (const node of document.querySelectorAll('#panel .at[data-step]')) {
      if (+node.dataset.step === at.step) node.setAttribute('aria-current', 'step'); else node.removeAttribute('aria-current');
    }
    const slide = $('slide');
    slide.max = last; slide.value = at.step;
    slide.setAttribute('aria-valuetext', plain(rich(label(deal, step), deal)));
    for (const [id, off] of [['first', at.step === 0], ['back', at.step === 0], ['forward', at.step === last], ['last', at.step === last]]) {
      $(id).setAttribute('aria-disabled', off);
    }
    address();
  };
  const trick = way => {
    const { steps } = deals[at.deal], starts = steps.map((step, number) => (step.trick && step.trick !== steps[number - 1]?.trick ? number : -1)).filter(number => number >= 0);
    go(way > 0 ? starts.find(number => number > at.step) ?? steps.length - 1 : starts.filter(number => number < at.step).pop() ?? 0);
  };
  const pick = (number, step) => {
    if (number < 0 || number >= deals.length) return;
    Object.assign(at, { deal: number, index: false });
    const deal = deals[number];
    $('view').hidden = false; $('index').hidden = true;
    $('heading').replaceChildren(...heading(deal));
    drawPanel(deal);
    $('pick').value = String(number);
    go(step);
  };
  const showIndex = () => {
    at.index = true;
    $('view').hidden = true; $('index').hidden = false;
    $('index').replaceChildren(h('h2', {}, term('deals')), indexTable());
    address();
  };
  const address = () => {
    const hash = at.index ? '#index' : `#${at.deal + 1}.${at.step}`;
    if (location.hash !== hash) try { history.replaceState(null, '', hash); } catch { /* an address that cannot be changed */ }
  };
  const follow = () => {
    const found = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
    if (found && deals[found[1] - 1]) pick(found[1] - 1, +(found[2] || 0));
    else if (deals.length > 1) showIndex();
    else pick(0, 0);
  };
  const speak = which => {
    code = words[which] ? which : 'en';
    tongue = words[code];
    document.documentElement.lang = code;
    for (const [id, text] of [['list', 'deals'], ['before', 'deal_back'], ['after', 'deal_forward'], ['first', 'first'], ['back', 'back'], ['forward', 'forward'], ['last', 'last'], ['theme', 'theme'], ['tongue', 'language'], ['pick', 'deals'], ['slide', 'play']]) {
      $(id).setAttribute('aria-label', term(text)); $(id).title = term(text);
    }
    $('list').lastElementChild.textContent = term('deals');
    $('before').textContent = '‹'; $('after').textContent = '›';
    $('keys').textContent = term('keys');
    $('tongue').value = code;
    $('pick').replaceChildren(...deals.map((deal, number) => h('option', { value: number }, title(deal) + (deal.ok ? '' : ' ⚠'))));
    for (const id of ['list', 'before', 'after', 'pick']) $(id).hidden = deals.length < 2;
  };
  const dark = () => {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  };

  if (!deals.length) return;
  $('tongue').append(...Object.entries(words).map(([which, one]) => h('option', { value: which, lang: which }, one.name)));
  $('tools').hidden = false;
  const theme = keep('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  const wanted = [keep('language'), ...(navigator.languages || [])].filter(Boolean).map(one => one.slice(0, 2));
  speak(wanted.find(one => words[one]) || 'en');

  $('first').onclick = () => go(0);
  $('back').onclick = () => go(at.step - 1);
  $('forward').onclick = () => go(at.step + 1);
  $('last').onclick = () => go(Infinity);
  $('slide').oninput = event => go(+event.target.value);
  $('rule').ontoggle = () => go(at.step);
  $('list').onclick = showIndex;
  $('before').onclick = () => pick(at.deal - 1, 0);
  $('after').onclick = () => pick(at.deal + 1, 0);
  $('pick').onchange = event => pick(+event.target.value, 0);
  $('tongue').onchange = event => { keep('language', event.target.value); speak(event.target.value); if (at.index) showIndex(); else pick(at.deal, at.step); };
  $('theme').onclick = () => { const next = dark() ? 'light' : 'dark'; document.documentElement.dataset.theme = next; keep('theme', next); };
  document.onkeydown = event => {
    if (event.ctrlKey || event.altKey || event.metaKey || at.index) return;
    const target = event.target.tagName;
    if (target === 'SELECT' || (target === 'INPUT' && event.key.startsWith('Arrow')) || (event.key === ' ' && (target === 'BUTTON' || target === 'SUMMARY'))) return;
    const does = { ArrowRight: () => go(at.step + 1), ArrowLeft: () => go(at.step - 1), ArrowDown: () => trick(1), ArrowUp: () => trick(-1), Home: () => go(0), End: () => go(Infinity),
      ' ': () => go(at.step + (event.shiftKey ? -1 : 1)), PageDown: () => pick(at.deal + 1, 0), PageUp: () => pick(at.deal - 1, 0), r: () => { $('rule').open = !$('rule').open; } }[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (does) { event.preventDefault(); does(); }
  };
  let start = null, swiped = false;
  $('table').addEventListener('touchstart', event => { const { clientX, clientY } = event.touches[0]; start = event.touches.length === 1 ? [clientX, clientY] : null; swiped = false; }, { passive: true });
  $('table').addEventListener('touchend', event => {
    if (!start) return;
    const across = event.changedTouches[0].clientX - start[0], down = event.changedTouches[0].clientY - start[1];
    start = null;
    if (Math.abs(across) < 40 || Math.abs(across) < 1.5 * Math.abs(down)) return;
    swiped = true;
    go(at.step + (across < 0 ? 1 : -1));
  }, { passive: true });
  $('table').onclick = () => { if (!swiped) go(at.step + 1); swiped = false; };
  window.onhashchange = follow;
  window.onbeforeprint = toPaper;
  matchMedia('print').addEventListener('change', event => { if (event.matches) toPaper(); });
  follow();
})();
