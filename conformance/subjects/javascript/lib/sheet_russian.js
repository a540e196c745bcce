'use strict';

/**
 * The running sheet of a Russian session (rules.md 1.8; worked examples WE-46, WE-49).
 *
 * Readings
 * - Dump and whists of a deal are written first, then everybody's own pool points, then what goes beyond a pool, in
 *   playing order.
 * - What goes beyond a full pool helps an unfilled player, then the next, until it is used up; the helper writes
 *   `help_whists` a point on the helped.  Of two equal pools the next in playing order after the helper is helped.
 * - What no pool takes comes off the own dump, which does not fall below zero by it (WE-49).
 * - gora_first: pool points of a contract first reduce the dump that stands.
 */

const { Amounts, Pairs } = require('./ledger');
const { Rational, ZERO, least, most } = require('./rational');

class RussianSheet {
  constructor(rules, input) {
    this.rules = rules;
    this.players = input.players;
    const { pool, dump, whists } = input.sheet || {};
    this.pool = new Amounts(pool);
    this.dump = new Amounts(dump);
    this.whists = new Pairs(whists);
    const target = input.target !== undefined && input.target !== null ? input.target : rules.get('target');
    this.target = target === 'none' ? null : Rational.of(target);
    this.help = rules.choice('help', 'none', 'largest', 'clockwise', 'smallest');
  }

  enter(score) {
    this.dump.addAll(new Amounts(score.dump));
    this.whists.addAll(new Pairs(score.whists));
    const points = new Amounts(score.pool);
    const reward = Boolean(score.all_pass);
    const surplus = this.players.map((seat) => [seat, this.enterOwn(seat, points.of(seat), reward)]);
    for (const [seat, rest] of surplus) this.giveAway(seat, rest);
  }

  /** Writes pool points where they belong to their owner; returns what goes beyond his pool. */
  enterOwn(seat, points, reward) {
    if (reward && this.isFull(seat)) {
      const kind = this.rules.choice('zero_when_pool_full', 'pool', 'gora_minus', 'none');
      if (kind === 'gora_minus') this.dump.add(seat, points.negated());
      if (kind !== 'pool') return ZERO;
    }
    let rest = points;
    if (!reward && this.rules.choice('win_writes', 'pool', 'gora_first') === 'gora_first') {
      const off = least(rest, most(this.dump.of(seat), ZERO));
      this.dump.add(seat, off.negated());
      rest = rest.minus(off);
    }
    if (this.target === null || this.help === 'none') {
      this.pool.add(seat, rest);
      return ZERO;
    }
    return this.fill(seat, rest);
  }

  /** Helps others with a surplus, one after the other. */
  giveAway(seat, surplus) {
    let rest = surplus;
    for (let other = this.helped(seat); rest.sign > 0 && other; other = this.helped(seat)) {
      const before = rest;
      rest = this.fill(other, rest);
      this.whists.add(seat, other, before.minus(rest).times(this.rules.rational('help_whists')));
    }
    if (rest.sign > 0) this.spend(seat, rest);
  }

  isFull(seat) {
    return this.target !== null && this.pool.of(seat).compare(this.target) >= 0;
  }

  /** Puts into a pool what it takes; returns the rest. */
  fill(seat, points) {
    const taken = least(points, most(this.target.minus(this.pool.of(seat)), ZERO));
    this.pool.add(seat, taken);
    return points.minus(taken);
  }

  /** Who is helped by `seat`, if anybody has room. */
  helped(seat) {
    const at = this.players.indexOf(seat);
    const round = [...this.players.slice(at + 1), ...this.players.slice(0, at)].filter((other) => !this.isFull(other));
    if (this.help === 'clockwise') return round[0];
    const sign = this.help === 'largest' ? 1 : -1;
    return round.reduce((best, other) => (
      best === undefined || sign * this.pool.of(other).compare(this.pool.of(best)) > 0 ? other : best), undefined);
  }

  spend(seat, points) {
    const kind = this.rules.choice('surplus_when_all_full', 'own_gora', 'own_gora_double', 'lost');
    if (kind === 'lost') return;
    const off = kind === 'own_gora' ? points : points.times(2);
    this.dump.add(seat, least(off, most(this.dump.of(seat), ZERO)).negated());
  }

  get ended() {
    const kind = this.rules.choice('end_when', 'all_full', 'two_full', 'any_full', 'sum_pools', 'none');
    if (kind === 'none' || this.target === null) return false;
    const full = this.players.filter((seat) => this.isFull(seat)).length;
    if (kind === 'sum_pools') {
      return this.pool.sum(this.players).compare(this.target.times(this.players.length)) >= 0;
    }
    return full >= { all_full: this.players.length, two_full: 2, any_full: 1 }[kind];
  }

  snapshot() {
    return { pool: this.pool.toJSON(), dump: this.dump.toJSON(), whists: this.whists.toJSON() };
  }
}

module.exports = { RussianSheet };
