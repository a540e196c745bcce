'use strict';

/**
 * The resolved parameters of a variant (`rules.all` of a request).  Nothing here or elsewhere asks for a variant's
 * name.  A parameter without a value is one that the variant does not define.
 */

const { RuleError, Unsupported } = require('./errors');
const { Rational } = require('./rational');

class Rules {
  constructor(values) {
    this.values = values || {};
  }

  has(name) {
    return this.values[name] !== undefined && this.values[name] !== null;
  }

  get(name) {
    if (!this.has(name)) throw new RuleError('undefined-by-variant', `${name} is not defined`);
    return this.values[name];
  }

  flag(name) {
    const value = this.get(name);
    return value === true || value === 'true';
  }

  number(name) {
    return Number(this.get(name));
  }

  rational(name) {
    return Rational.of(this.get(name));
  }

  /** A list; the word "none" stands for an empty one. */
  list(name) {
    const value = this.get(name);
    if (value === 'none') return [];
    return Array.isArray(value) ? value : [value];
  }

  levels(name) {
    return this.list(name).map(Number);
  }

  map(name) {
    const value = this.get(name);
    return value === 'none' ? {} : value;
  }

  /** The entry of a map; one that is missing is not defined either. */
  entry(name, key) {
    const value = this.map(name)[key];
    if (value === undefined) throw new RuleError('undefined-by-variant', `${name} of ${key} is not defined`);
    return Number(value);
  }

  /** The value if it is one of those that this program knows; otherwise the question is not for it. */
  choice(name, ...known) {
    const value = String(this.get(name));
    if (!known.includes(value)) throw new Unsupported(`${name}=${value}`);
    return value;
  }

  /** The entry of a list that is counted by rounds: the last one repeats, or the list begins again. */
  byRound(name, round, cycle = false) {
    const list = this.list(name);
    return Number(cycle ? list[round % list.length] : list[Math.min(round, list.length - 1)]);
  }

  /**
   * Is the player on somebody's left the next one in playing order?  So where play goes clockwise; the request
   * lists the players in playing order whatever the compass says.
   */
  get leftIsNext() {
    return this.choice('direction', 'cw', 'ccw') === 'cw';
  }
}

module.exports = { Rules };
