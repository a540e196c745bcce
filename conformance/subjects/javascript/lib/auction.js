'use strict';

/** The operation legal-calls, and the auction of either family. */

const { BalkanAuction } = require('./auction_balkan');
const { RussianAuction } = require('./auction_russian');
const { familyOf } = require('./family');
const { follow } = require('./line');
const { Table } = require('./table');

function auctionOf(rules, input) {
  const table = new Table(input).checkSize(rules);
  return familyOf(rules) === 'russian'
    ? new RussianAuction(rules, table, input.all_pass_run || 0)
    : new BalkanAuction(rules, table);
}

function legalCalls(rules, input) {
  const auction = auctionOf(rules, input);
  const state = follow(auction, input.calls, 'illegal-call');
  const turn = auction.turn(state);
  return turn === null ? auction.result(state) : { turn, legal: auction.legal(state) };
}

module.exports = { auctionOf, legalCalls };
