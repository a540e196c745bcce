'use strict';

/**
 * A line of calls, whatever they are about.  The auctions and the defences are machines of the same shape:
 *   start        the first state
 *   turn(state)  who speaks, null at the end
 *   legal(state) the calls that he may make
 *   after(state, call)  the next state
 *   key(state)   text that two states share only if the same lines may follow
 */

const { RuleError, malformed } = require('./errors');

function follow(machine, calls, code) {
  if (!Array.isArray(calls) || calls.some((call) => typeof call !== 'string')) throw malformed('calls: texts');
  return calls.reduce((state, call, at) => {
    if (machine.turn(state) === null) throw new RuleError(code, `${call}: nobody speaks any more`, at);
    if (!machine.legal(state).includes(call)) throw new RuleError(code, `${call} cannot be said here`, at);
    return machine.after(state, call);
  }, machine.start);
}

/** How many lines of at most `depth` calls may follow; one that ends earlier counts once. */
function countLines(machine, from, depth) {
  const known = new Map();
  const lines = (state, left) => {
    if (left === 0 || machine.turn(state) === null) return 1n;
    const key = `${left === Infinity ? '' : left}|${machine.key(state)}`;
    let total = known.get(key);
    if (total === undefined) {
      total = 0n;
      for (const call of machine.legal(state)) total += lines(machine.after(state, call), left - 1);
      known.set(key, total);
    }
    return total;
  };
  return lines(from, depth);
}

module.exports = { countLines, follow };
