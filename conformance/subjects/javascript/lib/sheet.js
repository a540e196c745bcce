'use strict';

/** The operation sheet: the sheet after each of several deals, and whether the session is over then. */

const { malformed } = require('./errors');
const { forFamily } = require('./family');
const { BalkanSheet } = require('./sheet_balkan');
const { RussianSheet } = require('./sheet_russian');

function sheetOp(rules, input) {
  if (!Array.isArray(input.players) || !Array.isArray(input.scores)) throw malformed('players and scores');
  const Sheet = forFamily(rules, { russian: RussianSheet, balkan: BalkanSheet });
  const sheet = new Sheet(rules, input);
  const sheets = input.scores.map((score) => {
    sheet.enter(score);
    return sheet.snapshot();
  });
  return { sheets, ended: sheet.ended };
}

module.exports = { sheetOp };
