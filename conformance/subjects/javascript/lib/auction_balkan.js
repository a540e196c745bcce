'use strict';

/**
 * The Balkan auction (rules.md 8.1; statements S2-16 to S2-43; notation N-5.1; worked examples WE-A20 to WE-A27).
 *
 * Readings
 * - Numbers climb from 2.  A pass is final; with two passes and no bid the third still speaks.
 * - Hold ("mogu"): one player at a time has the right.  He may hold a bid of another from `hold_min_bid` on that
 *   was not held yet.  Under `hold_before_raise` nobody raises such a bid before it is held or the right has gone.
 *   A hold of the highest number ends the auction.
 * - Game in hand ("igra"): stands above every number and is answered by games in hand alone.  `hand` leaves the suit
 *   open, so several may say it; betl and sans are called directly, each over what is lower.
 * - Naming round: where several said `hand`, they name their games from the earlier hand to the later, or pass; the
 *   highest wins, of equals the earlier hand.  Who is left alone need not name.  The n-th who announced is bound by
 *   `in_hand_second_min`.  Named with the call, a game in hand counts one more than its number and must be higher than
 *   the bid that stands.
 */

const { Unsupported } = require('./errors');
const { GAME_OF } = require('./contract');

const DIRECT = { 'hand-betl': 6, 'hand-sans': 7, 'hand-preferans': 8 };

class BalkanAuction {
  constructor(rules, table) {
    this.seats = table.active;
    this.highest = rules.choice('bid_ladder', 'balkan7', 'balkan8') === 'balkan8' ? 8 : 7;
    this.jumps = rules.choice('bid_steps', 'jump', 'next') === 'jump';
    this.holdRight = rules.choice('hold', 'none', 'first_hand', 'first_hand_transferable', 'next_active');
    this.holdFrom = this.holdRight === 'none' ? Infinity : rules.number('hold_min_bid');
    this.holdFirst = this.holdRight !== 'none' && rules.flag('hold_before_raise');
    this.holdEnds = rules.flag('hold_ends_auction');
    this.onlyAtOnce = rules.list('announce_at_once');
    this.inHand = rules.choice('in_hand', 'none', 'plus1') === 'plus1';
    if (this.inHand) this.readHandRules(rules);
    if (rules.flag('opener_must_bid')) throw new Unsupported('opener_must_bid');
    this.start = {
      turn: 0, passed: 0, called: 0, bid: null, owner: null, held: false, claims: [], direct: null,
      named: null, naming: false, over: false,
    };
  }

  readHandRules(rules) {
    rules.choice('in_hand_answer', 'hand_only');
    this.handFirstOnly = rules.choice('in_hand_when', 'first_call_only', 'any_call') === 'first_call_only';
    this.directFirstOnly = rules.choice('in_hand_direct_when', 'first_call', 'any_call') === 'first_call';
    this.namedWithCall = rules.choice('in_hand_naming', 'with_call', 'after_auction') === 'with_call';
    this.claimFloors = rules.levels('in_hand_second_min');
  }

  turn(state) {
    return state.over ? null : this.seats[state.turn];
  }

  isOut(state, hand) {
    return Boolean(state.passed & (1 << hand));
  }

  /** Lowest game that the n-th player to announce one in hand (from 0) may play. */
  claimFloor(place) {
    if (place <= 0 || !this.claimFloors || this.claimFloors.length === 0) return 2;
    return this.claimFloors[Math.min(place, this.claimFloors.length) - 1];
  }

  legal(state) {
    if (state.naming) return this.legalNames(state);
    const inHandStands = state.claims.length > 0 || state.direct !== null;
    return ['pass', ...(inHandStands ? [] : this.legalNumbers(state)), ...(this.inHand ? this.legalHands(state) : [])];
  }

  legalNumbers(state) {
    const holder = this.rightHolder(state);
    const calls = holder === state.turn ? ['hold'] : [];
    if (this.holdFirst && holder !== null) return calls;
    const lowest = state.bid === null ? 2 : state.bid + 1;
    const highest = this.jumps ? this.highest : lowest;
    const first = !(state.called & (1 << state.turn));
    for (let number = lowest; number <= Math.min(highest, this.highest); number += 1) {
      if (first || !this.onlyAtOnce.includes(GAME_OF[number])) calls.push(String(number));
    }
    return calls;
  }

  /** Who could hold the standing bid at his turn; null if nobody could. */
  rightHolder({ turn, passed, bid, owner, held }) {
    if (bid === null || held || bid < this.holdFrom) return null;
    let holder = null;
    if (this.holdRight === 'first_hand') holder = passed & 1 ? null : 0;
    if (this.holdRight === 'first_hand_transferable') holder = [0, 1, 2].find((hand) => !(passed & (1 << hand)));
    if (this.holdRight === 'next_active') holder = turn;
    return holder === owner ? null : holder;
  }

  legalHands(state) {
    const first = !(state.called & (1 << state.turn));
    const calls = [];
    const standing = state.direct === null ? 0 : DIRECT[state.direct.call];
    if (this.mayClaim(state, first) && standing === 0) {
      if (!this.namedWithCall) calls.push('hand');
      else {
        const lowest = Math.max(this.claimFloor(state.claims.length), (state.named ? state.named.number : 1) + 1,
          state.bid || 0);
        for (let number = lowest; number <= 5; number += 1) calls.push(`hand-${number}`);
      }
    }
    if (first || !this.directFirstOnly) {
      for (const [call, number] of Object.entries(DIRECT)) {
        if (number > standing && number <= this.highest) calls.push(call);
      }
    }
    return calls;
  }

  mayClaim(state, first) {
    if (this.handFirstOnly && !first) return false;
    return this.namedWithCall || !state.claims.includes(state.turn);
  }

  legalNames(state) {
    const calls = ['pass'];
    for (let number = this.claimFloor(state.claims.indexOf(state.turn)); number <= 5; number += 1) {
      calls.push(`hand-${number}`);
    }
    return calls;
  }

  after(state, call) {
    if (state.naming) return this.afterName(state, call);
    const { turn } = state;
    const next = { ...state, called: state.called | (1 << turn) };
    if (call === 'pass') {
      next.passed |= 1 << turn;
    } else if (call === 'hold') {
      Object.assign(next, { owner: turn, held: true, over: this.holdEnds || state.bid === this.highest });
    } else if (call in DIRECT) {
      next.direct = { hand: turn, call };
    } else if (call === 'hand') {
      next.claims = [...state.claims, turn];
    } else if (call.startsWith('hand-')) {
      next.claims = [...state.claims.filter((hand) => hand !== turn), turn];
      next.named = { hand: turn, number: Number(call.slice(5)) };
    } else {
      Object.assign(next, { bid: Number(call), owner: turn, held: false });
    }
    return next.over ? next : this.passTurn(next);
  }

  /** Who speaks next, or whether the auction is over. */
  passTurn(state) {
    const others = [1, 2].map((step) => (state.turn + step) % 3).filter((hand) => !this.isOut(state, hand));
    const still = this.isOut(state, state.turn) ? others : [...others, state.turn];
    if (still.length === 0 || (still.length === 1 && this.winner(state) === still[0])) return { ...state, over: true };
    if (this.namedWithCall || state.claims.length === 0 || state.direct !== null) return { ...state, turn: others[0] };
    const [silent] = others.filter((hand) => !state.claims.includes(hand));
    if (silent !== undefined) return { ...state, turn: silent };
    if (state.claims.length === 1) return { ...state, over: true };
    return { ...state, naming: true, turn: Math.min(...state.claims) };
  }

  afterName(state, call) {
    const { turn } = state;
    const next = { ...state };
    if (call === 'pass') next.passed |= 1 << turn;
    else {
      const number = Number(call.slice(5));
      if (state.named === null || number > state.named.number) next.named = { hand: turn, number };
    }
    const waiting = state.claims.filter((hand) => hand > turn).sort();
    if (waiting.length === 0 || (waiting.length === 1 && next.named === null)) return { ...next, over: true };
    return { ...next, turn: waiting[0] };
  }

  /** The hand that has the auction as it stands, or null. */
  winner(state) {
    if (state.direct !== null) return state.direct.hand;
    if (state.named !== null) return state.named.hand;
    const claimant = state.claims.find((hand) => !this.isOut(state, hand));
    return claimant !== undefined ? claimant : state.owner;
  }

  key(state) {
    return [state.turn, state.passed, state.called, state.bid, state.owner, state.held,
      state.claims.join(''), state.direct && state.direct.call + state.direct.hand,
      state.named && `${state.named.number}:${state.named.hand}`, state.naming].join();
  }

  /** The call that won, and the lowest game that may be named after it. */
  result(state) {
    const hand = this.winner(state);
    if (hand === null) return { done: true, all_pass: true };
    let bid = String(state.bid);
    let floor = state.bid;
    const inHand = state.direct !== null || state.claims.length > 0;
    if (state.direct !== null) {
      bid = state.direct.call;
      floor = DIRECT[bid];
    } else if (state.named !== null) {
      bid = `hand-${state.named.number}`;
      floor = state.named.number;
    } else if (inHand) {
      bid = 'hand';
      floor = this.claimFloor(state.claims.indexOf(hand));
    }
    const lowest = GAME_OF[floor] + (inHand ? '-hand' : '');
    return { done: true, declarer: this.seats[hand], bid, hand: inHand, contract_floor: lowest };
  }
}

module.exports = { BalkanAuction };
