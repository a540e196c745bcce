'use strict';

/**
 * Contract words.  Russian: "7H", "10NT", "misere", "concede-3"; Balkan: "S D H C betl sans preferans", each also
 * with "-hand"; in both: "all-pass".
 */

const { RuleError } = require('./errors');

const RUSSIAN = /^(6|7|8|9|10)(S|C|D|H|NT)$/;
const BALKAN_SUITS = ['S', 'D', 'H', 'C'];
const GAMES = [...BALKAN_SUITS, 'betl', 'sans', 'preferans'];

/** A game that the rules do not have, against one that they have and that cannot be played now. */
const unknownGame = (text) => new RuleError('undefined-by-variant', `${text}: these rules have no such game`);
const illegal = (text, why) => new RuleError('illegal-contract', `${text}: ${why}`);

/** @returns {{kind: string, text: string, level?: number, trump: string|null, down?: number}} */
function russianContract(text) {
  const plain = RUSSIAN.exec(text);
  if (plain) return { kind: 'level', text, level: Number(plain[1]), trump: plain[2] === 'NT' ? null : plain[2] };
  const given = /^concede-([23])$/.exec(text);
  if (given) return { kind: 'concede', text, down: Number(given[1]), trump: null };
  if (text === 'misere' || text === 'all-pass') return { kind: text, text, trump: null };
  throw unknownGame(text);
}

/** @returns {{kind: string, text: string, game?: string, hand?: boolean, trump: string|null}} */
function balkanContract(text, rules) {
  const eight = rules.choice('bid_ladder', 'balkan7', 'balkan8') === 'balkan8';
  if (text === 'all-pass') return { kind: text, text, trump: null };
  const parts = /^([A-Za-z]+)(-hand)?$/.exec(text);
  const game = parts && parts[1];
  if (!GAMES.includes(game) || (game === 'preferans' && !eight)) throw unknownGame(text);
  if (parts[2] && rules.choice('in_hand', 'none', 'plus1') === 'none') throw unknownGame(text);
  return { kind: 'game', text, game, hand: Boolean(parts[2]), trump: BALKAN_SUITS.includes(game) ? game : null };
}

/** Numbers of the Balkan ladder and the games that they stand for. */
const NUMBER_OF = { S: 2, D: 3, H: 4, C: 5, betl: 6, sans: 7, preferans: 8 };
const GAME_OF = Object.fromEntries(Object.entries(NUMBER_OF).map(([game, number]) => [number, game]));

module.exports = { BALKAN_SUITS, GAMES, GAME_OF, NUMBER_OF, balkanContract, illegal, russianContract };
