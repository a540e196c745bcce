'use strict';

/**
 * The paid talon (rules.md 1.7.7; worked examples WE-42, WE-43, WE-92): fast tricks of the two talon cards.  Two aces
 * are three, ace and king of a suit two, another ace one, king and queen of a suit one.
 */

const { malformed } = require('./errors');
const { cardBit } = require('./cards');

function fastTricks(talon) {
  talon.forEach(cardBit);
  const ranks = talon.map((card) => card[1]).sort().join('');
  const suited = talon[0][0] === talon[1][0];
  if (ranks === 'AA') return 3;
  if (ranks === 'AK' && suited) return 2;
  if (ranks.includes('A')) return 1;
  return ranks === 'KQ' && suited ? 1 : 0;
}

/**
 * Writes the talon's price on the declarer.
 * Readings: where both defenders pass nothing is paid for.  With four the resting dealer writes all under either form
 * (WE-92).  With three, `dealer_all` lets the dealer write as one of the defenders (WE-42); else, and where he is the
 * declarer himself, each opponent writes half.
 */
function payTalon(rules, { input, table, sheet }, declarer, unit) {
  const who = rules.choice('paid_talon', 'none', 'dealer_all', 'opponents_half');
  if (who === 'none') return;
  if (!input.talon || input.talon.length !== 2) throw malformed('the talon is paid for and not given');
  const price = unit.times(fastTricks(input.talon));
  const dealerWrites = table.resting !== null || (who === 'dealer_all' && table.dealer !== declarer);
  if (dealerWrites) sheet.whists.add(table.dealer, declarer, price);
  else for (const seat of table.othersOf(declarer)) sheet.whists.add(seat, declarer, price.over(2));
}

module.exports = { payTalon };
