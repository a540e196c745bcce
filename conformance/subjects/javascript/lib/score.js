'use strict';

/** The operation score. */

const { forFamily } = require('./family');
const { scoreBalkan } = require('./score_balkan');
const { scoreRussian } = require('./score_russian');

function scoreOp(rules, input) {
  return forFamily(rules, { russian: scoreRussian, balkan: scoreBalkan })(rules, input);
}

module.exports = { scoreOp };
