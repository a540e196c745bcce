'use strict';

/**
 * What the whisters of a made Russian contract owe (rules.md 1.7.4; CODEX 3.8.2; PARLETT; WE-17 to WE-35).
 *
 * Readings
 * - Two whisters: where the pair has the duty, `pair_test` saves both.  Else an even duty is halved, and each is short
 *   of his half for himself; a duty of one is answered by the second whister or by each without a trick (`liable_89`).
 * - A split other than `own` shares out the tricks that the pair lacks together.
 * - A personal quota stands in the place of the pair's duty.
 */

const { Rational, ZERO } = require('./rational');

/** Tricks short of a lone whister. */
function loneShortage(rules, duty, own, both) {
  const counted = rules.choice('duty_counts', 'own', 'both') === 'own' ? own : both;
  return Rational.of(Math.max(duty - counted, 0));
}

/** Tricks short of the first and of the second whister. */
function pairShortage(rules, level, duty, taken) {
  const quota = rules.map('individual_quota')[level];
  if (quota) return taken.map((tricks) => Rational.of(Math.max(Number(quota) - tricks, 0)));
  const lacking = duty - taken[0] - taken[1];
  if (duty === 0 || (rules.flag('pair_test') && lacking <= 0)) return [ZERO, ZERO];
  if (duty % 2 === 1) {
    const onlyLast = rules.choice('liable_89', 'last', 'both') === 'last';
    return taken.map((tricks, place) => Rational.of(tricks === 0 && (place === 1 || !onlyLast) ? 1 : 0));
  }
  return sharedShortage(rules, taken, taken.map((tricks) => Math.max(duty / 2 - tricks, 0)), Math.max(lacking, 0));
}

function sharedShortage(rules, taken, own, lacking) {
  const half = Rational.of(lacking).over(2);
  switch (rules.choice('short_penalty_split', 'own', 'even', 'ceil_floor', 'fewer')) {
    case 'own':
      return own.map(Rational.of);
    case 'ceil_floor':
      return [half.ceil(), half.floor()];
    case 'fewer':
      if (taken[0] === taken[1]) return [half, half];
      return taken.map((tricks, place) => Rational.of(tricks < taken[1 - place] ? lacking : 0));
    default:
      return [half, half];
  }
}

module.exports = { loneShortage, pairShortage };
