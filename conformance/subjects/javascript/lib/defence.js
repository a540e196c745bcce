'use strict';

/** The operation legal-defence, and the defence of either family. */

const { BalkanDefence } = require('./defence_balkan');
const { RussianDefence } = require('./defence_russian');
const { forFamily } = require('./family');
const { follow } = require('./line');
const { Table } = require('./table');

function defenceOf(rules, input) {
  const Defence = forFamily(rules, { russian: RussianDefence, balkan: BalkanDefence });
  return new Defence(rules, new Table(input).checkSize(rules), input.declarer, input.contract);
}

function legalDefence(rules, input) {
  const defence = defenceOf(rules, input);
  const state = follow(defence, input.calls, 'illegal-defence');
  const turn = defence.turn(state);
  return turn === null ? defence.result(state) : { turn, legal: defence.legal(state) };
}

module.exports = { defenceOf, legalDefence };
