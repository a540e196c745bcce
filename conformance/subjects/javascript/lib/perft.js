'use strict';

/**
 * The operation perft: how many lines may follow a position.  Depth counts single calls or cards; a line that ends
 * earlier counts once; a discard is one ply.
 *
 * Lines of calls are counted with a memory of states.  In play the last ply is the number of legal cards, and states
 * with the same cards are met again only from the second trick on, so the memory holds states between two tricks.
 */

const { auctionOf } = require('./auction');
const { bits, cardList, count, maskOf } = require('./cards');
const { defenceOf } = require('./defence');
const { Unsupported, malformed } = require('./errors');
const { countLines, follow } = require('./line');
const { Play } = require('./play');

function playLines(play, from, depth) {
  const known = new Map();
  const lines = (state, left) => {
    if (left === 0 || state.turn === null) return 1n;
    const legal = play.legal(state);
    if (left === 1) return BigInt(count(legal));
    const key = state.trick.cards.length === 0 ? `${left}|${play.key(state)}` : null;
    const before = key === null ? undefined : known.get(key);
    if (before !== undefined) return before;
    let total = 0n;
    for (const bit of bits(legal)) total += lines(play.after(state, bit), left - 1);
    if (key !== null) known.set(key, total);
    return total;
  };
  return lines(from, depth);
}

/** All choices of two of the declarer's twelve cards, each followed by the play. */
function linesFromDiscard(rules, input, depth) {
  if ((input.cards || []).length > 0) throw malformed('cards were played before the discard');
  if (depth === 0) return 1n;
  const hand = maskOf(input.hands[input.declarer]);
  const single = bits(hand);
  let total = 0n;
  single.forEach((first, at) => single.slice(at + 1).forEach((second) => {
    const kept = cardList((hand ^ first ^ second) >>> 0);
    const play = new Play(rules, { ...input, hands: { ...input.hands, [input.declarer]: kept } });
    total += playLines(play, play.start, depth - 1);
  }));
  return total;
}

const KINDS = {
  auction(rules, input, depth) {
    const auction = auctionOf(rules, input);
    return countLines(auction, follow(auction, input.calls || [], 'illegal-call'), depth);
  },
  defence(rules, input, depth) {
    const defence = defenceOf(rules, input);
    return countLines(defence, follow(defence, input.calls || [], 'illegal-defence'), depth);
  },
  play(rules, input, depth) {
    const own = input.declarer && input.hands[input.declarer];
    if (own && own.length === 12) return linesFromDiscard(rules, input, depth);
    const play = new Play(rules, input);
    return playLines(play, play.follow(input.cards || []), depth);
  },
};

function perft(rules, input) {
  const kind = KINDS[input.kind];
  if (!kind) throw new Unsupported(`perft of ${input.kind}`);
  const depth = input.depth === undefined || input.depth === null ? Infinity : input.depth;
  return { count: kind(rules, input, depth) };
}

module.exports = { perft };
