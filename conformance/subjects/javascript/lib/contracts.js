'use strict';

/**
 * The operation legal-contracts: what the winner of an auction may announce (rules.md 1.6 CONTRACT, 8.1; statements
 * S1-34, S2-27, S2-28, S2-85, S2-86).
 *
 * Readings: a contract must reach the winning bid.  A misère winner plays misère and cannot surrender; nobody else
 * may turn to misère.  A game in hand stays in hand; `in_hand_raise` says how far it may rise.  Trumps are counted in
 * the ten cards that will be played, for suit games with the talon only.
 */

const { auctionOf } = require('./auction');
const { STRAINS } = require('./auction_russian');
const { SUIT_MASK, bits, count, maskOf, rankOf } = require('./cards');
const { BALKAN_SUITS, GAMES, NUMBER_OF } = require('./contract');
const { malformed } = require('./errors');
const { familyOf } = require('./family');
const { follow } = require('./line');

const QUEEN = 5;

function russianContracts(rules, { bid }) {
  if (bid === 'misere') return ['misere'];
  const raise = rules.choice('contract_raise', 'any', 'same_level', 'none');
  const level = parseInt(bid, 10);
  const strain = bid.slice(String(level).length);
  const legal = [];
  for (let higher = level; higher <= 10; higher += 1) {
    for (const other of STRAINS) {
      const sameLevel = higher === level;
      const enough = !sameLevel || strain === '' || STRAINS.indexOf(other) >= STRAINS.indexOf(strain);
      const within = raise === 'any' || (sameLevel && (raise === 'same_level' || strain === '' || other === strain));
      if (enough && within) legal.push(higher + other);
    }
  }
  const concede = rules.choice('concede', 'none', '2', '3');
  if (concede !== 'none') legal.push(`concede-${concede}`);
  return legal;
}

function balkanContracts(rules, result, cards) {
  const { bid, hand, contract_floor: floor } = result;
  const lowest = NUMBER_OF[floor.replace('-hand', '')];
  const exact = rules.choice('contract_raise', 'any', 'none') === 'none';
  const highest = rules.choice('bid_ladder', 'balkan7', 'balkan8') === 'balkan8' ? 8 : 7;
  let games = GAMES.filter((game) => NUMBER_OF[game] >= lowest && NUMBER_OF[game] <= highest);
  if (hand) {
    const anySuit = bid === 'hand';
    const suitsOnly = exact || rules.choice('in_hand_raise', 'suits', 'any') === 'suits';
    if (suitsOnly) games = games.filter((game) => BALKAN_SUITS.includes(game) || NUMBER_OF[game] === lowest);
    if (exact && !anySuit) games = games.slice(0, 1);
    return games.map((game) => `${game}-hand`);
  }
  if (exact) games = games.slice(0, 1);
  return games.filter((game) => !BALKAN_SUITS.includes(game) || enoughTrumps(rules, game, cards));
}

function enoughTrumps(rules, suit, cards) {
  const wanted = rules.choice('min_trumps', 'none', 'three', 'three_headed_q');
  if (wanted === 'none' || cards === undefined) return true;
  const trumps = (maskOf(cards) & SUIT_MASK[suit]) >>> 0;
  if (count(trumps) < 3) return false;
  return wanted === 'three' || bits(trumps).some((bit) => rankOf(bit) >= QUEEN);
}

function legalContracts(rules, input) {
  const auction = auctionOf(rules, input);
  const state = follow(auction, input.calls, 'illegal-call');
  if (auction.turn(state) !== null) throw malformed('the auction is not over');
  const result = auction.result(state);
  if (result.all_pass) return { legal: ['all-pass'] };
  const legal = familyOf(rules) === 'russian'
    ? russianContracts(rules, result)
    : balkanContracts(rules, result, input.hand);
  return { legal };
}

module.exports = { legalContracts };
