'use strict';

/** The operation legal-discard: any two of twelve cards may be laid away (rules.md 1.6 TALON; S1-70, S2-26). */

const { cardBit, count, maskOf } = require('./cards');
const { malformed } = require('./errors');

const DISCARDS = (12 * 11) / 2;

function legalDiscard(rules, { hand, discard }) {
  const cards = maskOf(hand);
  if (count(cards) !== 12) throw malformed('a hand of twelve cards');
  if (discard === undefined || discard === null) return { count: DISCARDS };
  const away = new Set(discard.map(cardBit));
  return { ok: discard.length === 2 && away.size === 2 && [...away].every((bit) => cards & bit) };
}

module.exports = { legalDiscard };
