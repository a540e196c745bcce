'use strict';

/**
 * Who sits where.  Players are listed in playing order.  With four the dealer rests (rules.md 1.2); forehand is the
 * next after the dealer.  Tables of two with a dummy are not played here.
 */

const { RuleError, Unsupported, malformed } = require('./errors');

class Table {
  constructor({ players, dealer, dummy }) {
    if (dummy) throw new Unsupported('a table of two with a dummy');
    if (!Array.isArray(players) || players.length < 3 || players.length > 4 || new Set(players).size < players.length) {
      throw malformed('players: three or four different seats');
    }
    if (!players.includes(dealer)) throw malformed(`the dealer ${dealer} does not sit at the table`);
    this.players = players;
    this.dealer = dealer;
    const at = players.indexOf(dealer);
    const fromForehand = [...players.slice(at + 1), ...players.slice(0, at + 1)];
    /** The three that have cards, forehand first. */
    this.active = players.length === 4 ? fromForehand.slice(0, 3) : fromForehand;
    /** The seat without cards, if any. */
    this.resting = players.length === 4 ? dealer : null;
  }

  get forehand() {
    return this.active[0];
  }

  /** The next of the three with cards. */
  next(seat) {
    return this.active[(this.active.indexOf(seat) + 1) % 3];
  }

  previous(seat) {
    return this.active[(this.active.indexOf(seat) + 2) % 3];
  }

  /** The two others, the next in playing order first. */
  othersOf(seat) {
    return [this.next(seat), this.previous(seat)];
  }

  checkActive(seat, what) {
    if (!this.active.includes(seat)) throw malformed(`${what}: ${seat} has no cards`);
    return seat;
  }

  /** Is the game played by so many at all? */
  checkSize(rules) {
    if (!rules.list('players').map(Number).includes(this.players.length)) {
      throw new RuleError('undefined-by-variant', `not a game for ${this.players.length}`);
    }
    return this;
  }

  /** The defenders in the order in which they speak. */
  defenders(rules, declarer) {
    const left = rules.choice('whist_first', 'left_of_declarer', 'right_of_declarer') === 'left_of_declarer';
    const others = this.othersOf(this.checkActive(declarer, 'declarer'));
    return left === rules.leftIsNext ? others : others.reverse();
  }
}

module.exports = { Table };
