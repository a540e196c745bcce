'use strict';

/**
 * The play of a deal (rules.md 1.6 FIRST LEAD and ALL-PASS, 8.1 Lead; statements S1-84, S1-85, S2-67 to S2-76).
 *
 * A state is {hands, trick, leader, turn, number, won}: masks of cards left, the open trick {talon, cards}, who plays
 * first to it, whose turn it is, its number from 0, tricks won.  Seats are indexes into `seats`, the hands that play,
 * in playing order from forehand; the resting dealer stands behind them where he can win with a talon card.
 *
 * Readings: hands that stay out do not play, and the first lead passes over them.  Left and right are those of the
 * variant's direction.  Misère is led by forehand whatever the rule for contracts (C-21).  In an all-pass with talon
 * leads `forehand` means the hand after the dealer; so does the winner where that is the resting dealer, who has no card
 * to lead.  Play may be cut short by the defenders' fifth trick, in preferans by their first, in betl by the declarer's
 * first.
 */

const { bareCard, cardBit, cardList, count, isTalonCard, maskOf } = require('./cards');
const { balkanContract, russianContract, illegal } = require('./contract');
const { kontraIsCompulsory } = require('./defence_balkan');
const { RuleError, malformed } = require('./errors');
const { familyOf } = require('./family');
const { Table } = require('./table');
const { TrickLaw, agreedLead } = require('./tricks');

/** The defenders' trick that ends the play where it may be cut short: the one that a made contract cannot spare. */
function stopOf(contract) {
  return contract.game === 'preferans' ? 1 : 5;
}

class Play {
  constructor(rules, input) {
    this.rules = rules;
    this.input = input;
    this.table = new Table(input);
    this.contract = familyOf(rules) === 'russian'
      ? russianContract(input.contract)
      : balkanContract(input.contract, rules);
    this.allPass = this.contract.kind === 'all-pass';
    const played = this.allPass ? rules.get('all_pass_outcome') === 'play_no_trump' : this.contract.kind !== 'concede';
    if (!played) throw illegal(input.contract, 'is not played');
    this.declarer = this.allPass ? null : this.table.checkActive(input.declarer, 'declarer');
    this.roles = input.defence || {};
    this.checkPlayed();
    this.seats = this.table.active.filter((seat) => seat === this.declarer || this.roles[seat] !== 'stay-out');
    this.readTalon();
    this.readStops();
    this.law = new TrickLaw(rules, this.contract.trump, this.contract.kind, this.dealerPlays);
    this.start = this.firstState();
  }

  /** Is there a play at all after these answers of the defenders? */
  checkPlayed() {
    const { rules, roles, contract, input } = this;
    const said = Object.values(roles);
    const everybody = this.table.othersOf(this.declarer || this.table.forehand).every((seat) => roles[seat]);
    const nobody = everybody && !said.some((role) => ['whist', 'come', 'call-partner', 'called'].includes(role));
    const noKontra = contract.kind === 'game' && !input.kontra && kontraIsCompulsory(rules, contract);
    if (nobody || noKontra) throw malformed('the deal is not played');
  }

  readTalon() {
    const { rules, input, table } = this;
    const leads = this.allPass && rules.choice('all_pass_talon', 'leads', 'dead') === 'leads';
    this.dealerPlays = leads && table.resting !== null && rules.flag('talon_can_win')
      && rules.choice('dealer_in_all_pass', 'none', 'plays_talon') === 'plays_talon';
    this.talon = [];
    if (!leads) return;
    const given = input.talon || (input.cards || []).slice(0, 2).map((row) => bareCard(row[0]));
    this.talon = given.map(cardBit);
    if (input.talon && this.talon.length !== 2) throw malformed('a talon of two cards');
  }

  readStops() {
    const { rules, contract } = this;
    const stops = rules.flag('stop_at_five');
    const betl = contract.game === 'betl';
    this.stopAt = Infinity;
    if (stops && !betl) this.stopAt = stopOf(contract);
    this.stopAtFirst = stops && betl && rules.flag('betl_stops');
  }

  firstState() {
    const hands = this.seats.map((seat) => maskOf(this.input.hands[seat] || []));
    const together = [...hands, ...this.talon].reduce((mask, hand) => {
      if (mask & hand) throw malformed('a card lies in two places');
      return (mask | hand) >>> 0;
    }, 0);
    if (!together || hands.some((hand) => count(hand) !== 10)) throw malformed('hands of ten cards');
    const leader = this.firstLeader();
    return {
      hands, trick: { talon: this.talon[0] || 0, cards: [] }, leader, turn: leader, number: 0,
      won: new Array(this.seats.length + 1).fill(0),
    };
  }

  firstLeader() {
    const { rules, table, declarer, contract } = this;
    if (this.allPass || contract.kind === 'misere') return 0;
    const noTrump = contract.trump === null && contract.game !== 'betl';
    const left = declarer && (rules.leftIsNext ? table.next(declarer) : table.previous(declarer));
    const right = table.othersOf(declarer).find((seat) => seat !== left);
    // The Russian game has one rule for all contracts.
    const who = noTrump && rules.has('first_lead_no_trump')
      ? rules.choice('first_lead_no_trump', 'forehand', 'declarer', 'declarers_left', 'declarers_left_defender',
        'declarers_right')
      : rules.choice('first_lead', 'forehand', 'declarer', 'declarers_left', 'first_whister');
    const whister = table.defenders(rules, declarer).find((seat) => this.roles[seat] === 'whist');
    const wanted = {
      forehand: [table.forehand, table.next(table.forehand), table.previous(table.forehand)],
      declarer: [declarer],
      declarers_left: [left, right],
      declarers_left_defender: [left, right],
      declarers_right: [right, left],
      first_whister: [whister, table.forehand],
    }[who];
    return this.seats.indexOf(wanted.find((seat) => this.seats.includes(seat)) || declarer);
  }

  /** Whose turn it is, as an index; null at the end. */
  turn(state) {
    return state.turn;
  }

  legal(state) {
    const hand = state.hands[state.turn];
    const first = state.number === 0 && state.trick.cards.length === 0;
    if (first && this.contract.game === 'sans' && this.seats[state.turn] !== this.declarer) {
      const { kontra, bids } = this.input;
      const seat = this.seats[state.turn];
      return agreedLead(this.rules, hand, {
        kontra: Boolean(kontra), called: this.roles[seat] === 'called', bids: kontra && (bids || {})[kontra.by],
      });
    }
    return this.law.legal(hand, state.trick);
  }

  after(state, bit) {
    const { turn, trick } = state;
    const hands = state.hands.slice();
    hands[turn] = (hands[turn] ^ bit) >>> 0;
    const cards = [...trick.cards, bit];
    if (cards.length < this.seats.length) {
      return { ...state, hands, trick: { talon: trick.talon, cards }, turn: (turn + 1) % this.seats.length };
    }
    return this.endTrick({ ...state, hands, trick: { talon: trick.talon, cards } });
  }

  endTrick(state) {
    const { trick, leader } = state;
    const best = this.law.winningBit(trick);
    const winner = best === trick.talon
      ? this.seats.length
      : (leader + trick.cards.indexOf(best)) % this.seats.length;
    const won = state.won.slice();
    won[winner] += 1;
    const number = state.number + 1;
    const next = this.nextLeader(number, winner);
    const over = state.hands.every((hand) => hand === 0) || this.stopsAfter(won, winner);
    return {
      ...state, won, number, leader: next, turn: over ? null : next,
      trick: { talon: this.talon[number] || 0, cards: [] },
    };
  }

  nextLeader(number, winner) {
    const byRule = { 1: 'all_pass_trick2', 2: 'all_pass_trick3' }[number];
    const forehandLeads = this.talon.length > 0 && byRule
      && this.rules.choice(byRule, 'forehand', 'winner') === 'forehand';
    return forehandLeads || winner === this.seats.length ? 0 : winner;
  }

  stopsAfter(won, winner) {
    if (this.stopAtFirst && this.seats[winner] === this.declarer) return true;
    const defenders = won.reduce((sum, tricks, at) => (this.seats[at] === this.declarer ? sum : sum + tricks), 0);
    return defenders >= this.stopAt;
  }

  tricks(state) {
    const named = this.seats.map((seat, at) => [seat, state.won[at]]);
    if (this.dealerPlays) named.push([this.table.resting, state.won[this.seats.length]]);
    return Object.fromEntries(named);
  }

  /** Plays rows of cards; the error says which card was wrong. */
  follow(rows) {
    let state = this.start;
    rows.forEach((row, number) => {
      const wrong = (card, why) => new RuleError('illegal-card', why, [number, card]);
      const leads = row.length > 0 && isTalonCard(row[0]);
      const expected = state.trick.talon;
      if (state.trick.cards.length > 0) throw wrong(0, 'the trick before is not full');
      if (leads ? cardBit(bareCard(row[0])) !== expected : expected && row.length > 0) {
        throw wrong(0, 'the talon card that leads');
      }
      row.slice(leads ? 1 : 0).forEach((text, at) => {
        const bit = cardBit(text);
        if (state.turn === null) throw wrong(at, 'the play is over');
        if (at > 0 && state.trick.cards.length === 0) throw wrong(at, 'the trick is full');
        if (!(this.legal(state) & bit)) throw wrong(at, `${this.seats[state.turn]} cannot play ${text}`);
        state = this.after(state, bit);
      });
    });
    return state;
  }

  /** Tells two states apart only if different cards may follow. */
  key({ hands, trick, leader, turn, number, won }) {
    const score = this.stopAt === Infinity ? '' : won.join('.');
    const early = this.talon.length > 0 ? Math.min(number, 3) : Math.min(number, 1);
    return `${hands.join()}|${trick.cards.join()}|${leader},${turn},${early}|${score}`;
  }
}

/** The operation play. */
function playOp(rules, input) {
  const play = new Play(rules, input);
  const state = play.follow(input.cards);
  const tricks = play.tricks(state);
  if (state.turn === null) return { done: true, tricks };
  return { turn: play.seats[state.turn], legal: cardList(play.legal(state)), tricks };
}

module.exports = { Play, playOp, stopOf };
