'use strict';

/**
 * The score of a Russian deal (rules.md 1.7, 2B, 3; CODEX 3.8; worked examples WE-01 to WE-46, WE-80 to WE-94).
 *
 * Readings
 * - Whists for tricks are value × wm; the consolation is value × wm for each undertrick.
 * - Gentleman's whist halves the whists for tricks between the lone whister and the passer, on failed contracts or
 *   always; a dealer who whists writes all and owes nothing.
 * - A half or own whist takes half the duty in tricks without play, and the contract is made.
 * - A surrender is a contract that failed by as many tricks as it names, at the level of the bid, without whists.
 * - gora_first: a made game comes off the standing dump point for point, the rest goes into the pool.
 * - A run of all-pass rounds: see `runAfter`.
 */

const { illegal, russianContract } = require('./contract');
const { malformed } = require('./errors');
const { payTalon } = require('./fast_tricks');
const { Amounts, Pairs } = require('./ledger');
const { Rational, ZERO, least, most } = require('./rational');
const { readRoles } = require('./roles_russian');
const { scoreAllPass } = require('./score_all_pass');
const { Table } = require('./table');
const { trickCounts } = require('./trick_counts');
const { loneShortage, pairShortage } = require('./whisters');

const GORA_WHISTS = 5;

class RussianDeal {
  constructor(rules, input) {
    this.rules = rules;
    this.input = input;
    this.table = new Table(input);
    this.contract = russianContract(input.contract);
    this.sheet = { pool: new Amounts(), dump: new Amounts(), whists: new Pairs() };
    const totals = input.totals || {};
    this.before = { pool: new Amounts(totals.pool), dump: new Amounts(totals.dump) };
    this.goraInWhists = rules.choice('gora_mode', 'gora', 'whists5_per_point') === 'whists5_per_point';
  }

  score() {
    const run = this.contract.kind === 'all-pass' ? scoreAllPass(this.rules, this) : this.scoreGame();
    return { ...this.sheet, all_pass_run: run };
  }

  scoreGame() {
    this.declarer = this.table.checkActive(this.input.declarer, 'declarer');
    this.defenders = this.table.defenders(this.rules, this.declarer);
    const outcome = { concede: 'scoreSurrender', misere: 'scoreMisere', level: 'scoreContract' }[this.contract.kind];
    return this.runAfter(this[outcome]());
  }

  valueOf(key) {
    return Rational.of(this.rules.entry('s', key));
  }

  /** Writes into a dump, or what stands for it; what would come off it the owner then writes himself. */
  toDump(seat, points) {
    if (!this.goraInWhists) {
      this.sheet.dump.add(seat, points);
      return;
    }
    for (const other of this.table.players.filter((player) => player !== seat)) {
      const amount = points.times(GORA_WHISTS);
      if (points.sign >= 0) this.sheet.whists.add(other, seat, amount);
      else this.sheet.whists.add(seat, other, amount.negated());
    }
  }

  toPool(seat, points) {
    let rest = points;
    if (this.rules.choice('win_writes', 'pool', 'gora_first') === 'gora_first') {
      const off = least(points, most(this.before.dump.of(seat), ZERO));
      this.sheet.dump.add(seat, off.negated());
      rest = points.minus(off);
    }
    this.sheet.pool.add(seat, rest);
  }

  poolIsFull(seat) {
    const target = this.rules.get('target');
    return target !== 'none' && this.before.pool.of(seat).compare(Rational.of(target)) >= 0;
  }

  scoreSurrender() {
    const { bid } = this.input;
    const { text, down } = this.contract;
    if (String(this.rules.get('concede')) !== String(down)) throw illegal(text, 'nobody may give up');
    const level = parseInt(bid, 10);
    if (!(level >= 6)) throw illegal(text, 'a surrender needs the bid of a level');
    const points = this.valueOf(level).times(this.rules.rational('gm')).times(down);
    this.toDump(this.declarer, points);
    return { made: false };
  }

  scoreMisere() {
    const { rules, declarer, input } = this;
    rules.choice('misere_whists', 'none');
    const everywhere = rules.choice('discard_counts_in', 'contracts', 'everywhere') === 'everywhere';
    const credited = everywhere ? rules.number('discard_counts') : 0;
    const taken = trickCounts(input.tricks, this.table.active)(declarer) + credited;
    const made = taken <= rules.entry('goal', 'misere');
    if (made) this.toPool(declarer, this.valueOf('misere'));
    else this.toDump(declarer, rules.rational('misere_gora').times(taken));
    return { made, misere: true };
  }

  scoreContract() {
    const { rules, declarer } = this;
    const { level } = this.contract;
    this.value = this.valueOf(level);
    this.unit = this.value.times(rules.rational('wm'));
    const checked = level === 10 && rules.choice('ten', 'whisted', 'checked') === 'checked';
    this.duty = checked ? 0 : Number(rules.map('duty')[level] || 0);
    const given = this.input.defence || {};
    Object.assign(this, readRoles(rules, this.table, this.defenders, this.contract, given, checked));
    const passedOut = this.whisters.length === 0 && !this.halfTaker;
    if (!passedOut) payTalon(rules, this, declarer, this.unit);
    return this.whisters.length === 0 ? this.scoreUnplayed(passedOut) : this.scorePlayed();
  }

  scoreUnplayed(passedOut) {
    this.toPool(this.declarer, this.value);
    if (!passedOut) {
      this.sheet.whists.add(this.halfTaker, this.declarer, this.tricksWorth(Rational.of(this.duty).over(2)));
    }
    const half = !passedOut && this.input.defence[this.halfTaker] === 'half';
    return { made: true, passedOut, half };
  }

  scorePlayed() {
    const { rules, declarer } = this;
    this.tricks = trickCounts(this.input.tricks, this.table.active);
    this.caught = this.tricks(this.defenders[0]) + this.tricks(this.defenders[1]);
    const under = rules.entry('goal', this.contract.level) - this.tricks(declarer) - rules.number('discard_counts');
    if (under > 0) this.scoreFailed(under);
    else this.scoreMade();
    return { made: under <= 0 };
  }

  /** Whists for so many tricks of the defenders. */
  tricksWorth(tricks) {
    return this.rules.choice('trick_whist', 's', 'one') === 's'
      ? this.unit.times(tricks) : this.rules.rational('wm').times(tricks);
  }

  scoreFailed(under) {
    const { rules, declarer, table, sheet } = this;
    this.toDump(declarer, this.value.times(rules.rational('gm')).times(under));
    const kind = rules.choice('consolation', 'none', 's_x_u', 'flat_10');
    if (kind !== 'none') {
      const amount = (kind === 's_x_u' ? this.unit : Rational.of(10)).times(under);
      for (const seat of this.defenders) {
        if (this.whisters.includes(seat) || rules.flag('consolation_passer')) sheet.whists.add(seat, declarer, amount);
      }
      if (table.resting && rules.flag('consolation_dealer')) sheet.whists.add(table.resting, declarer, amount);
    }
    if (rules.choice('failed_trick_whists', 'as_made', 'none') === 'as_made') this.writeTrickWhists(true);
    if (rules.choice('lone_fine_when', 'made', 'always') === 'always') this.fineLoneWhister();
  }

  scoreMade() {
    const { rules, declarer, defenders, sheet } = this;
    this.toPool(declarer, this.value);
    this.writeTrickWhists(false);
    if (this.whisters.length === 1) {
      this.fineLoneWhister();
      if (!this.dealerWhists && rules.choice('passer_pays', 'none', 's') === 's') {
        const passer = defenders.find((seat) => !this.whisters.includes(seat));
        sheet.whists.add(declarer, passer, this.unit);
      }
      return;
    }
    const short = pairShortage(rules, this.contract.level, this.duty, defenders.map(this.tricks));
    defenders.forEach((seat, at) => this.fine(seat, short[at]));
  }

  fineLoneWhister() {
    if (this.whisters.length !== 1 || this.dealerWhists) return;
    const [whister] = this.whisters;
    this.fine(whister, loneShortage(this.rules, this.duty, this.tricks(whister), this.caught));
  }

  fine(seat, short) {
    if (short.sign > 0) this.toDump(seat, this.value.times(this.rules.rational('hm')).times(short));
  }

  writeTrickWhists(failed) {
    const { rules, declarer, defenders, whisters, sheet } = this;
    if (whisters.length === 2) {
      const halves = rules.choice('both_whist_share', 'own', 'half_up') === 'half_up' ? this.halfOfAll() : null;
      for (const seat of defenders) sheet.whists.add(seat, declarer, halves || this.tricksWorth(this.tricks(seat)));
      return;
    }
    const all = this.tricksWorth(this.caught);
    const shared = !this.dealerWhists && rules.choice('lone_whist', 'greedy', 'gentleman') === 'gentleman'
      && (failed || rules.choice('gentleman_when', 'failed', 'always') === 'always');
    if (!shared) sheet.whists.add(whisters[0], declarer, all);
    else for (const seat of defenders) sheet.whists.add(seat, declarer, this.roundedHalf(all));
  }

  /** Half of the pair's whists, rounded up, before or after they are multiplied. */
  halfOfAll() {
    const wm = this.rules.rational('wm');
    const plain = this.tricksWorth(this.caught).over(wm.sign === 0 ? 1 : wm);
    return this.rules.choice('share_rounding', 'before_multiplier', 'after_multiplier') === 'before_multiplier'
      ? plain.over(2).ceil().times(wm) : plain.times(wm).over(2).ceil();
  }

  roundedHalf(amount) {
    const half = amount.over(2);
    const way = this.rules.choice('whist_rounding', 'none', 'down', 'up');
    return way === 'none' ? half : way === 'down' ? half.floor() : half.ceil();
  }

  /**
   * The run of all-pass rounds after the deal.  A contract that both let go ends it by `both_pass_resets` alone, one
   * that failed by `exit_by_fail`, a misère needs `exit_by_misere` besides; a contract that was made and whisted ends
   * it under every `exit_by`; half a whist is none, his own taken after whist is one.
   */
  runAfter({ made, misere = false, passedOut = false, half = false }) {
    const { rules } = this;
    const whistNeeded = rules.choice('exit_by', 'any_played', 'made_game', 'whisted_made_game') === 'whisted_made_game';
    let ends = !(half && whistNeeded);
    if (passedOut) ends = rules.flag('both_pass_resets');
    else if (misere) ends = rules.flag('exit_by_misere') && (made || rules.flag('exit_by_fail'));
    else if (!made) ends = rules.flag('exit_by_fail');
    return ends ? 0 : this.input.all_pass_run || 0;
  }
}

function scoreRussian(rules, input) {
  if (!input.contract) throw malformed('no contract');
  return new RussianDeal(rules, input).score();
}

module.exports = { scoreRussian };
