'use strict';

/**
 * The roles of the defenders of a Russian contract as the score operation is told them (notation N-6.5), checked
 * against what the rules have.  Reading: a ten that is checked and has no roles is defended by both.
 */

const { RuleError } = require('./errors');

const illegalDefence = (why) => new RuleError('illegal-defence', why);

/** May the defender at this place (0 first, 1 second) have taken half, or his own? */
function mayTake(rules, role, level, place) {
  if (role === 'own') return rules.levels('own_whist').includes(level);
  const firstMay = rules.flag('first_may_leave') || rules.choice('half_whist_by', 'second', 'either') === 'either';
  return rules.levels('half_whist').includes(level) && (place === 1 || firstMay);
}

/**
 * @param {{text: string, level: number}} contract
 * @param {Object<string, string>} given role words by seat
 * @returns {{whisters: string[], halfTaker: string|undefined, dealerWhists: boolean}}
 */
function readRoles(rules, table, defenders, contract, given, checked) {
  const both = Object.fromEntries(defenders.map((seat) => [seat, 'whist']));
  const roles = checked && Object.keys(given).length === 0 ? both : given;
  const stranger = Object.keys(roles).find((seat) => seat !== table.resting && !defenders.includes(seat));
  if (stranger) throw illegalDefence(`${stranger} does not defend`);

  const words = defenders.map((seat) => roles[seat]);
  if (!words.every((word) => ['whist', 'pass', 'half', 'own'].includes(word))) {
    throw illegalDefence('each defender has a role');
  }
  if (contract.text === '6S' && rules.flag('stalingrad') && words.some((word) => word !== 'whist')) {
    throw illegalDefence('both must whist on six spades');
  }
  const place = words.findIndex((word) => word === 'half' || word === 'own');
  if (place >= 0 && (words[1 - place] !== 'pass' || !mayTake(rules, words[place], contract.level, place))) {
    throw illegalDefence(`${words[place]} by ${defenders[place]}`);
  }
  const whisters = defenders.filter((seat) => roles[seat] === 'whist');
  if (table.resting === null || roles[table.resting] !== 'whist') {
    return { whisters, halfTaker: defenders[place], dealerWhists: false };
  }
  if (!rules.flag('dealer_may_whist') || whisters.length > 0) throw illegalDefence('the dealer does not whist');
  return { whisters: [table.resting], halfTaker: undefined, dealerWhists: true };
}

module.exports = { readRoles };
