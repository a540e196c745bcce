'use strict';

/** The operations of the protocol that this program answers, by name. */

const { legalCalls } = require('./auction');
const { legalContracts } = require('./contracts');
const { legalDefence } = require('./defence');
const { legalDiscard } = require('./discard');
const { perft } = require('./perft');
const { playOp } = require('./play');
const { scoreOp } = require('./score');
const { settleOp } = require('./settle');
const { sheetOp } = require('./sheet');
const { legalCards, trickWinner } = require('./tricks');

module.exports = {
  'trick-winner': trickWinner,
  'legal-cards': legalCards,
  'legal-calls': legalCalls,
  'legal-contracts': legalContracts,
  'legal-discard': legalDiscard,
  'legal-defence': legalDefence,
  play: playOp,
  perft,
  score: scoreOp,
  sheet: sheetOp,
  settle: settleOp,
};
