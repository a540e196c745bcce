'use strict';

/** Protocol 1: one JSON object a line in, one out (conformance/README.md). */

const { PARAMETERS, VARIANTS } = require('./declared');
const { RuleError, Unsupported } = require('./errors');
const operations = require('./operations');
const { Rules } = require('./rules');

/** JSON text; counts may be larger than a double holds exactly. */
function encode(value) {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (typeof value.toJSON === 'function') return encode(value.toJSON());
  if (Array.isArray(value)) return `[${value.map(encode).join(',')}]`;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${encode(item)}`).join(',')}}`;
}

function start() {
  return {
    protocol: 1,
    name: 'preferans-javascript',
    language: 'JavaScript',
    version: '1.0.0',
    ops: Object.keys(operations),
    variants: VARIANTS,
    parameters: PARAMETERS,
  };
}

function run({ seq, op, rules = {}, input = {} }) {
  const operation = Object.hasOwn(operations, op) ? operations[op] : null;
  if (operation === null) return { seq, unsupported: `operation ${op}` };
  if (!rules.all) return { seq, unsupported: 'rules of my own' };
  try {
    return { seq, output: operation(new Rules(rules.all), input) };
  } catch (problem) {
    if (problem instanceof Unsupported) return { seq, unsupported: problem.message };
    if (problem instanceof RuleError) {
      const { code, at, message } = problem;
      return { seq, error: { code, at, message } };
    }
    // An input without the form that its schema asks for, such as a list that is missing.
    if (problem instanceof TypeError) return { seq, error: { code: 'malformed', message: problem.message } };
    throw problem;
  }
}

/** The answer to a line, or null where the program should stop. */
function answer(line) {
  const request = JSON.parse(line);
  if (request.cmd === 'stop') return null;
  return encode(request.cmd === 'start' ? start() : run(request));
}

module.exports = { answer };
