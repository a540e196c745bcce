// The data of the page, the words of the language that is chosen, and elements made of texts.
const $ = id => document.getElementById(id);
const read = kind =>
  [...document.querySelectorAll(`script[data-kind=${kind}]`)].map(node => JSON.parse(node.textContent));
const words = JSON.parse($('words').textContent);
const laws = read('rules'),
  deals = read('deal');
const RANKS = '789TJQKA',
  SUITS = 'SCDH',
  SIGNS = '♠♣♦♥',
  SVG = 'http://www.w3.org/2000/svg';
const at = { deal: 0, step: 0, index: deals.length > 1 };
let tongue = words.en,
  code = 'en';

const keep = (name, value) => {
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch {
    return null;
  }
};
/** An element; texts become text nodes, never markup. */
const h = (tag, attributes, ...kids) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === 'onclick') node.addEventListener('click', value);
    else if (value !== undefined && value !== false && value !== null)
      node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...kids.flat(Infinity).filter(kid => kid !== null && kid !== undefined && kid !== false));
  return node;
};
const pack = deal => (deal.german ? 1 : 0);
const picture = (suit, deal, name) => {
  const svg = document.createElementNS(SVG, 'svg'),
    use = document.createElementNS(SVG, 'use');
  svg.setAttribute('class', name || '');
  svg.setAttribute('aria-hidden', 'true');
  use.setAttribute('href', `#${'fg'[pack(deal)]}${suit}`);
  svg.append(use);
  return svg;
};
const pip = (suit, deal) =>
  h(
    'span',
    { class: `pip${'DH'.includes(suit) ? ' red' : ''}` },
    picture(suit, deal),
    h('span', { class: 'vh' }, SIGNS[SUITS.indexOf(suit)]),
  );
/** A text with pips for the signs of suits in it. */
const rich = (text, deal) =>
  text
    .split(/([♠♣♦♥])/)
    .map(part => (part.length === 1 && SIGNS.includes(part) ? pip(SUITS[SIGNS.indexOf(part)], deal) : part));
const fill = (text, parts) =>
  text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, forms) => {
    const value = parts[name];
    if (value === undefined) return whole;
    return forms ? forms.split('|')[+(tongue.plural[value] ?? tongue.plural[20 + (value % 10)])] : value;
  });
const term = (name, parts) => fill(tongue.terms[name] ?? name, parts || {});
const apart = text => `\u2068${text}\u2069`;
const seat = letter => tongue.seats[letter] || letter || '';
const name = (deal, letter) =>
  deal.players?.[letter] ? `${seat(letter)} ${apart(deal.players[letter])}` : seat(letter);
const called = (deal, letter) => [seat(letter), deal.players?.[letter]].filter(Boolean).join(' ');
const rank = (card, deal) => tongue.ranks[pack(deal)][RANKS.indexOf(card[1])];
const short = (card, deal) => (card === '?' ? '?' : SIGNS[SUITS.indexOf(card[0])] + rank(card, deal));
const call = word => {
  const concede = /^concede-([23])$/.exec(word);
  return concede ? fill(tongue.calls.concede ?? word, { count: +concede[1] }) : (tongue.calls[word] ?? word);
};
const game = (word, deal) => tongue.games[pack(deal)][word] ?? call(word);
const amounts = cell =>
  cell.includes(':')
    ? cell
        .split(',')
        .map(part => `${seat(part[0])} ${part.slice(2)}`)
        .join(', ')
    : cell;
const shares = seats =>
  Object.entries(seats)
    .map(([who, share]) => `${seat(who)} ${share}`)
    .join(', ');
const byRank = (a, b) => SUITS.indexOf(a[0]) - SUITS.indexOf(b[0]) || RANKS.indexOf(b[1]) - RANKS.indexOf(a[1]);
const split = cards =>
  [...SUITS].map(suit => cards.filter(card => card[0] === suit).sort(byRank)).filter(suit => suit.length);
const list = text => (text ? text.split(' ') : []);
const plain = nodes =>
  nodes
    .map(node => (typeof node === 'string' ? node : node.textContent))
    .join('')
    .replace(/[\u2068\u2069]/g, '');
