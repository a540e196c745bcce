'use strict';

/**
 * What an operation can answer besides a result: an error of the protocol's closed list, or that the question
 * lies outside what this program knows.
 */

class RuleError extends Error {
  /**
   * @param {string} code one of the protocol's codes
   * @param {string} message for people
   * @param {number|number[]} [at] index of the offending call, or [trick, card]
   */
  constructor(code, message, at) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

class Unsupported extends Error {}

const malformed = (message) => new RuleError('malformed', message);

module.exports = { RuleError, Unsupported, malformed };
