'use strict';

/**
 * The Russian auction (rules.md 1.6; statements S1-50 to S1-61; worked examples WE-A01 to WE-A09).
 *
 * Readings: a pass is final.  Misère is one rung of the ladder, so nothing but a nine or ten stands above it.
 * `two_left_senior` asks that the third hand has passed and that the speaker sits before the owner of the standing
 * bid, counted from forehand.  Who has bid misère and is outbid can only pass (`misere_binds`), so he cannot hold.
 * Where bids go step by step, misère stands aside: it may be reached from below, and 9S is the step after 8NT.
 * A hold makes the speaker the owner of the standing bid; a hold of the highest bid leaves the other only a pass.
 */

const { Unsupported } = require('./errors');

const STRAINS = ['S', 'C', 'D', 'H', 'NT'];

/** Rungs, lowest first; where bids carry no suit a level is one rung. */
function ladderOf(rules) {
  const style = rules.choice('bid_style', 'suit', 'level');
  const level = (number) => (style === 'level' ? [String(number)] : STRAINS.map((strain) => number + strain));
  return [...[6, 7, 8].flatMap(level), 'misere', ...[9, 10].flatMap(level)];
}

const levelOf = (rung) => (rung === 'misere' ? null : parseInt(rung, 10));

class RussianAuction {
  constructor(rules, table, allPassRun = 0) {
    this.seats = table.active;
    this.ladder = ladderOf(rules);
    this.misereRung = this.ladder.indexOf('misere');
    this.jumps = rules.choice('bid_steps', 'jump', 'next') === 'jump';
    this.holdRight = rules.choice('hold', 'none', 'two_left_senior', 'eldest_anytime', 'first_hand',
      'first_hand_transferable', 'next_active');
    this.holdFrom = this.holdRight === 'none' ? Infinity : this.rungOf(rules.get('hold_min_bid'));
    this.holdEnds = rules.flag('hold_ends_auction');
    this.holdMisere = rules.flag('hold_misere');
    this.misereWhen = rules.choice('misere_bid', 'none', 'any_time', 'first_call_only');
    this.misereBinds = rules.flag('misere_binds');
    this.overcallEnds = rules.flag('overcall_of_misere_ends_auction');
    const floor = rules.byRound('min_bid', allPassRun, rules.flag('min_bid_cycle'));
    this.opening = this.ladder.findIndex((rung) => levelOf(rung) >= floor);
    rules.choice('without_talon_bids', 'none');
    rules.choice('misere_beaten_by', '9');
    if (rules.flag('opener_must_bid')) throw new Unsupported('opener_must_bid');
    this.start = { turn: 0, passed: 0, called: 0, misere: null, bid: null, owner: null, held: false, over: false };
  }

  rungOf(word) {
    const text = String(word);
    return this.ladder.includes(text) ? this.ladder.indexOf(text) : this.ladder.indexOf(String(levelOf(text)));
  }

  turn(state) {
    return state.over ? null : this.seats[state.turn];
  }

  legal(state) {
    const { turn, bid, owner } = state;
    const calls = ['pass'];
    if (state.misere === turn && owner !== turn && this.misereBinds) return calls;
    if (this.mayHold(state)) calls.push('hold');
    const lowest = bid === null ? this.opening : bid + 1;
    const highest = this.jumps ? this.ladder.length - 1 : this.stepFrom(lowest);
    for (let rung = lowest; rung < this.ladder.length; rung += 1) {
      const may = rung === this.misereRung ? this.mayBidMisere(state) : rung <= highest;
      if (may) calls.push(this.ladder[rung]);
    }
    return calls;
  }

  /** The rung to which a bid without jumps goes. */
  stepFrom(lowest) {
    return lowest === this.misereRung ? lowest + 1 : lowest;
  }

  mayBidMisere(state) {
    if (this.misereWhen === 'first_call_only') return !(state.called & (1 << state.turn));
    return this.misereWhen === 'any_time';
  }

  mayHold({ turn, passed, bid, owner, held }) {
    if (bid === null || owner === turn || bid < this.holdFrom) return false;
    if (bid === this.misereRung && !this.holdMisere) return false;
    switch (this.holdRight) {
      case 'two_left_senior':
        return passed !== 0 && turn < owner;
      case 'eldest_anytime':
      case 'first_hand':
        return turn === 0;
      case 'first_hand_transferable':
        return [0, 1, 2].find((hand) => !(passed & (1 << hand))) === turn;
      case 'next_active':
        return !held;
      default:
        return false;
    }
  }

  after(state, call) {
    const { turn } = state;
    const next = { ...state, called: state.called | (1 << turn) };
    if (call === 'pass') {
      next.passed |= 1 << turn;
    } else if (call === 'hold') {
      Object.assign(next, { owner: turn, held: true, over: this.holdEnds });
    } else {
      const overMisere = state.bid === this.misereRung;
      Object.assign(next, { bid: this.ladder.indexOf(call), owner: turn, held: false });
      if (call === 'misere') next.misere = turn;
      else if (overMisere && this.overcallEnds) next.over = true;
    }
    const others = [1, 2].map((step) => (turn + step) % 3).filter((hand) => !(next.passed & (1 << hand)));
    const lastOwns = call === 'pass' && others.length === 1 && next.owner === others[0];
    if (others.length === 0 || lastOwns) next.over = true;
    else next.turn = others[0];
    return next;
  }

  key(state) {
    return [state.turn, state.passed, state.called, state.misere, state.bid, state.owner, state.held].join();
  }

  result(state) {
    if (state.owner === null) return { done: true, all_pass: true };
    const bid = this.ladder[state.bid];
    const lowest = /^\d+$/.test(bid) ? `${bid}S` : bid;
    return { done: true, declarer: this.seats[state.owner], bid, hand: false, contract_floor: lowest };
  }
}

module.exports = { RussianAuction, STRAINS };
