'use strict';

/**
 * The 32 cards as bits of one unsigned number (rules.md 1.1).  A suit takes eight bits, the seven lowest.
 * Suits stand in the order of the protocol's answers: S C D H.
 */

const { malformed } = require('./errors');

const SUITS = ['S', 'C', 'D', 'H'];
const RANKS = '789TJQKA';
const SUIT_MASK = Object.fromEntries(SUITS.map((suit, index) => [suit, (0xff << (8 * index)) >>> 0]));

function cardBit(text) {
  const suit = SUITS.indexOf(String(text)[0]);
  const rank = RANKS.indexOf(String(text)[1]);
  if (typeof text !== 'string' || text.length !== 2 || suit < 0 || rank < 0) {
    throw malformed(`not a card: ${JSON.stringify(text)}`);
  }
  return (1 << (8 * suit + rank)) >>> 0;
}

function bitIndex(bit) {
  return 31 - Math.clz32(bit);
}

function cardText(bit) {
  const index = bitIndex(bit);
  return SUITS[index >> 3] + RANKS[index & 7];
}

function suitOf(bit) {
  return SUITS[bitIndex(bit) >> 3];
}

/** Higher is better; meaningful between cards of one suit. */
function rankOf(bit) {
  return bitIndex(bit) & 7;
}

/** A list of different cards as a mask. */
function maskOf(list) {
  let mask = 0;
  for (const text of list) {
    const bit = cardBit(text);
    if (mask & bit) throw malformed(`twice the same card: ${text}`);
    mask = (mask | bit) >>> 0;
  }
  return mask;
}

function count(mask) {
  let number = 0;
  for (let rest = mask; rest; rest &= rest - 1) number += 1;
  return number;
}

/** The single bits of a mask, lowest first. */
function bits(mask) {
  const found = [];
  for (let rest = mask; rest; ) {
    const bit = (rest & -rest) >>> 0;
    found.push(bit);
    rest = (rest ^ bit) >>> 0;
  }
  return found;
}

/** Cards of a mask as text: S C D H, high to low. */
function cardList(mask) {
  return SUITS.flatMap((suit) => bits((mask & SUIT_MASK[suit]) >>> 0).reverse().map(cardText));
}

/** "(H8)" is a talon card that leads. */
function isTalonCard(text) {
  return typeof text === 'string' && text.startsWith('(') && text.endsWith(')');
}

function bareCard(text) {
  return isTalonCard(text) ? text.slice(1, -1) : text;
}

module.exports = {
  SUIT_MASK, bareCard, bits, cardBit, cardList, count, isTalonCard, maskOf, rankOf, suitOf,
};
