'use strict';

/**
 * The operation settle.
 *
 * Russian (rules.md 1.9; VAVAV; WE-S01 to WE-S21): each dump point is worth `gora_whists`, each pool point `k`, shared
 * among all players or among all but its owner (`divisor`); whists count one.
 * Balkan (rules.md 8.2; PREFKLUB; WE-B18, WE-B24): ten times the bule, less the supe written, plus the supe of the
 * others on oneself; where the high result wins the sign is turned.
 */

const { Unsupported, malformed } = require('./errors');
const { familyOf } = require('./family');
const { Amounts, Pairs } = require('./ledger');
const { ZERO } = require('./rational');

function settleRussian(rules, players, { pool, dump, whists }) {
  if (rules.choice('settle_formula', 'russian') !== 'russian') throw new Unsupported('settle_formula');
  const pools = new Amounts(pool);
  const dumps = new Amounts(dump);
  const written = new Pairs(whists);
  const sharers = players.length - (rules.choice('divisor', 'n', 'n-1') === 'n' ? 0 : 1);
  const worth = (seat) => pools.of(seat).times(rules.rational('k'))
    .minus(dumps.of(seat).times(rules.rational('gora_whists'))).over(sharers);
  return (seat) => players
    .reduce((total, other) => total.plus(worth(seat)).minus(worth(other)), ZERO)
    .plus(written.balance(seat, players));
}

function settleBalkan(rules, players, { bule, supe }) {
  rules.choice('settle_formula', 'serbian');
  const own = new Amounts(bule);
  const written = new Pairs(supe);
  const turned = rules.get('result_sign') === 'high_wins';
  return (seat) => {
    const result = own.of(seat).times(10).minus(written.balance(seat, players));
    return turned ? result.negated() : result;
  };
}

function settleOp(rules, input) {
  const { players } = input;
  if (!Array.isArray(players) || players.length < 2) throw malformed('players');
  const sheet = input.sheet || input;
  const settle = familyOf(rules) === 'russian' ? settleRussian : settleBalkan;
  const resultOf = settle(rules, players, sheet);
  const good = rules.choice('result_sign', 'high_wins', 'low_wins') === 'high_wins' ? 'high' : 'low';
  return { result: Object.fromEntries(players.map((seat) => [seat, resultOf(seat)])), good };
}

module.exports = { settleOp };
