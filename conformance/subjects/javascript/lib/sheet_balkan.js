'use strict';

/**
 * The running sheet of a Balkan session (rules.md 8.2; statements S2-64, S2-82): everybody begins with the same bule,
 * and the session ends when the bule of all add up to zero, or fall below it.
 */

const { Amounts, Pairs } = require('./ledger');
const { Rational } = require('./rational');

class BalkanSheet {
  constructor(rules, input) {
    this.players = input.players;
    const sheet = input.sheet || {};
    const start = Rational.of(input.bule !== undefined && input.bule !== null ? input.bule : rules.get('start_bule'));
    this.bule = new Amounts(sheet.bule || Object.fromEntries(this.players.map((seat) => [seat, start])));
    this.supe = new Pairs(sheet.supe);
    this.refe = new Amounts(sheet.refe);
    this.entered = sheet.refe_entered;
    rules.choice('end_when', 'sum_bule_0');
  }

  enter(score) {
    this.bule.addAll(new Amounts(score.bule));
    this.supe.addAll(new Pairs(score.supe));
    const refe = new Amounts(score.refe);
    this.refe.addAll(refe);
    const written = this.players.some((seat) => refe.of(seat).sign > 0);
    if (written && this.entered !== undefined) this.entered += 1;
  }

  get ended() {
    return this.bule.sum(this.players).sign <= 0;
  }

  snapshot() {
    const sheet = { bule: this.bule.toJSON(), supe: this.supe.toJSON(), refe: this.refe.toJSON() };
    return this.entered === undefined ? sheet : { ...sheet, refe_entered: this.entered };
  }
}

module.exports = { BalkanSheet };
