'use strict';

/** What a deal or a session writes: amounts by seat, and amounts that one seat writes on another. */

const { Rational, ZERO } = require('./rational');

class Amounts {
  constructor(given = {}) {
    this.bySeat = new Map(Object.entries(given || {}).map(([seat, amount]) => [seat, Rational.of(amount)]));
  }

  of(seat) {
    return this.bySeat.get(seat) || ZERO;
  }

  add(seat, amount) {
    this.bySeat.set(seat, this.of(seat).plus(amount));
  }

  addAll(other) {
    for (const [seat, amount] of other.bySeat) this.add(seat, amount);
  }

  sum(seats) {
    return seats.reduce((total, seat) => total.plus(this.of(seat)), ZERO);
  }

  toJSON() {
    return Object.fromEntries([...this.bySeat].filter(([, amount]) => amount.sign !== 0));
  }
}

class Pairs {
  constructor(given = {}) {
    this.byWriter = new Map(Object.entries(given || {}).map(([writer, on]) => [writer, new Amounts(on)]));
  }

  of(writer, on) {
    return this.byWriter.has(writer) ? this.byWriter.get(writer).of(on) : ZERO;
  }

  add(writer, on, amount) {
    if (!this.byWriter.has(writer)) this.byWriter.set(writer, new Amounts());
    this.byWriter.get(writer).add(on, amount);
  }

  addAll(other) {
    for (const [writer, amounts] of other.byWriter) {
      for (const [on, amount] of amounts.bySeat) this.add(writer, on, amount);
    }
  }

  /** All that a seat has written, or that is written on it, less the other way round. */
  balance(seat, seats) {
    return seats.reduce((total, other) => total.plus(this.of(seat, other)).minus(this.of(other, seat)), ZERO);
  }

  toJSON() {
    const written = [...this.byWriter].map(([writer, amounts]) => [writer, amounts.toJSON()]);
    return Object.fromEntries(written.filter(([, amounts]) => Object.keys(amounts).length > 0));
  }
}

module.exports = { Amounts, Pairs };
