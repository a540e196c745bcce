'use strict';

/**
 * The score of a Russian all-pass round (rules.md 1.6 ALL-PASS, 2B, 4; worked examples WE-60 to WE-73).
 *
 * Readings
 * - Where the cards are only dealt again nothing is written and the run does not grow.
 * - The price is that of the round's place in the run, counted from the rounds before it.
 * - The resting dealer who plays the talon writes his tricks; he has no part in the amnesty and no reward.
 * - whists5: the hand with the fewest tricks writes the price on each other for every trick that he took; of two with
 *   the fewest both write on the third alone.
 * - A reward that would go into a full pool may go off the dump, point for point.
 */

const { malformed } = require('./errors');
const { Rational } = require('./rational');
const { trickCounts } = require('./trick_counts');

function scoreAllPass(rules, deal) {
  const { input, table, sheet } = deal;
  const run = input.all_pass_run || 0;
  if (rules.choice('all_pass_outcome', 'play_no_trump', 'redeal') === 'redeal') return run;
  const price = Rational.of(rules.byRound('all_pass_price', run));
  const dealerPlays = table.resting !== null && rules.choice('all_pass_talon', 'leads', 'dead') === 'leads'
    && rules.choice('dealer_in_all_pass', 'none', 'plays_talon') === 'plays_talon';
  const takers = dealerPlays ? table.players : table.active;
  const tricks = trickCounts(input.tricks, takers);
  const fewest = Math.min(...table.active.map(tricks));

  if (rules.choice('all_pass_to', 'gora', 'whists5') === 'gora') {
    const amnesty = rules.flag('all_pass_amnesty') ? fewest : 0;
    for (const seat of takers) {
      deal.toDump(seat, price.times(tricks(seat) - (seat === table.resting ? 0 : amnesty)));
    }
  } else {
    writeWhists(rules, { table, takers, tricks, fewest, price, sheet });
  }
  for (const seat of table.active) if (tricks(seat) === 0) reward(rules, deal, seat, price);
  return run + 1;
}

function writeWhists(rules, { table, takers, tricks, fewest, price, sheet }) {
  const writers = table.active.filter((seat) => tricks(seat) === fewest);
  if (writers.length > 2) throw malformed('three hands with the fewest tricks');
  const halved = writers.length === 2 && rules.choice('all_pass_tie', 'both_full', 'half') === 'half';
  const above = rules.choice('all_pass_tricks', 'all', 'above_fewest') === 'above_fewest' ? fewest : 0;
  for (const writer of writers) {
    for (const other of takers.filter((seat) => !writers.includes(seat))) {
      const amount = price.times(Math.max(tricks(other) - above, 0));
      sheet.whists.add(writer, other, halved ? amount.over(2) : amount);
    }
  }
}

function reward(rules, deal, seat, price) {
  const kind = rules.choice('all_pass_zero', 'pool1', 'pool_price', 'gora_1_price', 'gora_2_prices', 'none');
  if (kind === 'none') return;
  if (kind.startsWith('gora')) {
    deal.toDump(seat, price.times(kind === 'gora_1_price' ? -1 : -2));
    return;
  }
  const points = kind === 'pool1' ? Rational.of(1) : price;
  const whenFull = rules.choice('zero_when_pool_full', 'pool', 'gora_minus', 'none');
  if (whenFull === 'pool' || !deal.poolIsFull(seat)) deal.sheet.pool.add(seat, points);
  else if (whenFull === 'gora_minus') deal.toDump(seat, points.negated());
}

module.exports = { scoreAllPass };
