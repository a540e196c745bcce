'use strict';

/** The tricks of a deal as the score operation is told them. */

const { malformed } = require('./errors');

/**
 * @param {object} given tricks by seat
 * @param {string[]} seats who can have taken tricks
 * @param {(tricks: function) => boolean} cutShort did the rules end the play before its tenth trick
 * @returns {(seat: string) => number}
 */
function trickCounts(given, seats, cutShort = () => false) {
  if (!given || typeof given !== 'object') throw malformed('no tricks');
  let sum = 0;
  for (const [seat, tricks] of Object.entries(given)) {
    if (!Number.isInteger(tricks) || tricks < 0) throw malformed(`tricks of ${seat}`);
    if (tricks > 0 && !seats.includes(seat)) throw malformed(`${seat} can have no trick`);
    sum += tricks;
  }
  const of = (seat) => given[seat] || 0;
  if (sum > 10 || (sum < 10 && !cutShort(of))) throw malformed(`${sum} tricks`);
  return of;
}

module.exports = { trickCounts };
