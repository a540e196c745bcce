'use strict';

/** Which law an operation follows; told by the parameters that only one family has, never by a variant's name. */

const { Unsupported } = require('./errors');

function familyOf(rules) {
  const ladder = rules.has('bid_ladder') ? String(rules.get('bid_ladder')) : null;
  if (ladder === 'russian26') return 'russian';
  if (['balkan7', 'balkan8'].includes(ladder) && rules.choice('defence', 'follow_or_drop')) return 'balkan';
  throw new Unsupported(`bid_ladder=${ladder}`);
}

/** The member of `{russian, balkan}` that serves these rules. */
function forFamily(rules, choices) {
  return choices[familyOf(rules)];
}

module.exports = { familyOf, forFamily };
