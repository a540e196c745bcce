'use strict';

/**
 * The score of a Balkan deal (rules.md 8.2; statements S2-06, S2-07, S2-47 to S2-66, S2-77 to S2-83, S2-90; worked
 * examples WE-B01 to WE-B23).
 *
 * Readings
 * - Everything is multiplied by 2 for each step of kontra and by 2 where the declarer holds an unplayed refe, which is
 *   used up by any game that he plays, also one that nobody followed.
 * - Under kontra the giver alone, after a call the caller alone, writes all tricks and answers for the pair.
 * - Where the limit is what a player holds, no refe is written as long as anybody holds so many.
 * - Refe entered so far are those of the sheet, at least as many as anybody still holds.
 * - last_deal_cut: what is left are the bule of all before the deal and the fines of the deal itself.
 * - double_fail_last doubles the declarer's bule only ("herc lost with 6 bule left: +16, five tricks 40").
 * - A culprit writes one fine in the place of his partner's.
 */

const { balkanContract } = require('./contract');
const { highestKontra, kontraIsCompulsory } = require('./defence_balkan');
const { RuleError, malformed } = require('./errors');
const { Amounts, Pairs } = require('./ledger');
const { stopOf } = require('./play');
const { Rational, ZERO, least, most } = require('./rational');
const { Table } = require('./table');
const { trickCounts } = require('./trick_counts');

const ROLES = ['come', 'stay-out', 'call-partner', 'called'];
const illegalDefence = (why) => new RuleError('illegal-defence', why);

class BalkanDeal {
  constructor(rules, input) {
    this.rules = rules;
    this.input = input;
    this.table = new Table(input);
    this.contract = balkanContract(input.contract, rules);
    this.sheet = { bule: new Amounts(), supe: new Pairs(), refe: new Amounts() };
    this.held = new Amounts(input.refe || (input.totals || {}).refe);
  }

  score() {
    if (this.contract.kind === 'all-pass') {
      if (this.rules.choice('all_pass_outcome', 'refe', 'redeal') === 'refe') this.enterRefe();
      return { ...this.sheet, all_pass_run: (this.input.all_pass_run || 0) + 1 };
    }
    this.declarer = this.table.checkActive(this.input.declarer, 'declarer');
    this.defenders = this.table.defenders(this.rules, this.declarer);
    this.readRoles();
    this.weigh();
    if (this.kontra === null && kontraIsCompulsory(this.rules, this.contract)) this.scoreMissingKontra();
    else if (this.followers.length === 0) this.writeDeclarer(true);
    else this.scorePlayed();
    return { ...this.sheet, all_pass_run: 0 };
  }

  readRoles() {
    const { defenders, rules, contract } = this;
    const betl = contract.game === 'betl';
    const roles = { ...this.input.defence };
    if (betl) for (const seat of defenders) roles[seat] = roles[seat] || 'come';
    for (const seat of defenders) {
      if (!ROLES.includes(roles[seat])) throw illegalDefence(`the role of ${seat}`);
      if (betl && roles[seat] !== 'come') throw illegalDefence('all follow in betl');
    }
    this.caller = defenders.find((seat) => roles[seat] === 'call-partner') || null;
    if (this.caller && !rules.flag('invite')) throw illegalDefence('no partner is called');
    this.kontra = this.input.kontra || null;
    if (this.kontra) {
      const { by, level } = this.kontra;
      const high = level > highestKontra(rules, contract);
      if (!defenders.includes(by) || level < 1 || high) throw illegalDefence('kontra');
      for (const seat of defenders) if (roles[seat] === 'stay-out' && seat !== by) roles[seat] = 'called';
      if (roles[by] === 'stay-out') throw illegalDefence('who gives kontra follows');
    }
    this.followers = defenders.filter((seat) => roles[seat] !== 'stay-out');
  }

  /** Value of the game and the factor on everything. */
  weigh() {
    const { game, hand } = this.contract;
    const value = this.rules.entry('game_value', game) + (hand ? 1 : 0);
    const factor = 2 ** (this.kontra ? this.kontra.level : 0) * (this.held.of(this.declarer).sign > 0 ? 2 : 1);
    this.factor = Rational.of(factor);
    this.worth = (name) => {
      const unit = this.rules.choice(name, 'none', 'G', '2G');
      return this.factor.times(value * { none: 0, G: 1, '2G': 2 }[unit]);
    };
  }

  /** The bule of all players before the deal. */
  standing() {
    const { bule } = this.input.totals || {};
    const { players } = this.table;
    return bule ? new Amounts(bule).sum(players) : Rational.of(this.rules.get('start_bule')).times(players.length);
  }

  /** A refe for each where one may be written; tells whether it was. */
  enterRefe() {
    const { rules, table, sheet } = this;
    const highest = rules.get('refe');
    if (highest === 'none') return false;
    const totals = this.input.totals || {};
    const bule = new Amounts(totals.bule);
    const block = rules.choice('refe_block', 'none', 'own_below_zero', 'any_below_zero');
    const below = table.players.filter((seat) => bule.of(seat).sign < 0);
    if (block === 'any_below_zero' && below.length > 0) return false;
    const held = table.players.map((seat) => this.held.of(seat)).reduce(most, ZERO);
    const entered = most(Rational.of(totals.refe_entered || 0), held);
    const limited = rules.choice('refe_limit', 'entered', 'held') === 'held' ? held : entered;
    if (limited.compare(highest) >= 0) return false;
    const due = table.players.filter((seat) => block !== 'own_below_zero' || !below.includes(seat));
    for (const seat of due) sheet.refe.add(seat, 1);
    return due.length > 0;
  }

  scoreMissingKontra() {
    const what = this.rules.choice('kontra_missing', 'refe_else_made', 'refe_else_redeal', 'made', 'failed');
    if (what.startsWith('refe') && this.enterRefe()) return;
    if (what !== 'refe_else_redeal') this.writeDeclarer(what !== 'failed');
  }

  /** The declarer's bule, and the refe that his game uses up. */
  writeDeclarer(made) {
    const { rules, declarer, sheet } = this;
    const left = most(this.standing().plus(sheet.bule.sum(this.table.players)), ZERO);
    const cut = rules.choice('last_deal_cut', 'none', 'made_only', 'to_remainder');
    let amount = this.worth('bula_unit');
    if (!made && rules.flag('double_fail_last') && amount.compare(this.standing()) > 0) amount = amount.times(2);
    else if (cut === 'to_remainder' || (made && cut === 'made_only')) amount = least(amount, left);
    sheet.bule.add(declarer, made ? amount.negated() : amount);
    if (this.held.of(declarer).sign > 0) sheet.refe.add(declarer, -1);
  }

  scorePlayed() {
    const { rules, declarer, contract } = this;
    const seats = [declarer, ...this.followers];
    this.tricks = trickCounts(this.input.tricks, seats, (of) => this.wasCutShort(of));
    const goal = rules.entry('goal', contract.game);
    const taken = this.tricks(declarer);
    const made = goal === 0 ? taken === 0 : taken >= goal;
    if (contract.game === 'betl') this.writeBetlSupe(made);
    else this.writeSupe();
    if (made || rules.choice('follower_fine_when', 'made', 'always') === 'always') this.writeFines(made);
    this.writeDeclarer(made);
  }

  /** May the play have ended before its tenth trick? */
  wasCutShort(tricksOf) {
    const { rules, contract, followers, declarer } = this;
    if (!rules.flag('stop_at_five')) return false;
    if (contract.game === 'betl') return rules.flag('betl_stops') && tricksOf(declarer) === 1;
    return followers.reduce((sum, seat) => sum + tricksOf(seat), 0) === stopOf(contract);
  }

  /** Under kontra or a call one defender stands for both, unless kontra is shared. */
  principal() {
    if (this.kontra) return this.rules.choice('kontra_credit', 'giver', 'split') === 'giver' ? this.kontra.by : null;
    return this.caller;
  }

  writeSupe() {
    const { rules, declarer, sheet } = this;
    const cap = rules.get('supe_cap') === 'none' ? 10 : rules.number('supe_cap');
    const counted = this.countedTricks(cap);
    for (const seat of this.followers) {
      sheet.supe.add(this.principal() || seat, declarer, this.worth('supe_unit').times(counted[seat]));
    }
  }

  /** The followers' tricks up to the cap: the first ones where their order is told, else the first follower's first. */
  countedTricks(cap) {
    const counted = Object.fromEntries(this.followers.map((seat) => [seat, 0]));
    const order = this.input.winners
      || this.followers.flatMap((seat) => new Array(this.tricks(seat)).fill(seat));
    order.filter((seat) => seat in counted).slice(0, cap).forEach((seat) => { counted[seat] += 1; });
    return counted;
  }

  writeBetlSupe(made) {
    const { rules, declarer, sheet, contract } = this;
    const kind = rules.choice('betl_fail_supe', 'none', 'formula', '60/70');
    if (made || kind === 'none') return;
    if (kind === 'formula') {
      this.writeSupe();
      return;
    }
    const amount = this.factor.times(contract.hand ? 70 : 60);
    const principal = this.principal();
    for (const seat of principal ? [principal] : this.followers) sheet.supe.add(seat, declarer, amount);
  }

  writeFines(made) {
    const { sheet, rules, input } = this;
    let fallen = this.fallen(made);
    const errorCounts = rules.choice('obvious_error', 'none', 'culprit_falls') === 'culprit_falls';
    if (input.culprit && errorCounts && fallen.length > 0) {
      if (!this.followers.includes(input.culprit)) throw malformed('the culprit does not follow');
      fallen = [input.culprit];
    }
    for (const seat of fallen) sheet.bule.add(seat, this.worth('duty_fine'));
  }

  /** The followers who missed what they owed. */
  fallen(made) {
    const { rules, followers } = this;
    const together = followers.reduce((sum, seat) => sum + this.tricks(seat), 0);
    const principal = this.principal();
    if (this.contract.game === 'betl') return this.kontra && made ? (principal ? [principal] : followers) : [];
    if (this.kontra) {
      if (together >= rules.number('kontra_need')) return [];
      return principal ? [principal] : followers;
    }
    if (this.caller) return together >= rules.number('invite_need') ? [] : [this.caller];
    const duty = Number(rules.map('duty')[this.contract.game] || 0);
    const jointly = followers.length === 2 && rules.choice('duty_two', 'each_two', 'joint_only') === 'joint_only';
    if (jointly && together >= 2 * duty) return [];
    return followers.filter((seat) => this.tricks(seat) < duty);
  }
}

function scoreBalkan(rules, input) {
  if (!input.contract) throw malformed('no contract');
  rules.choice('settle_formula', 'serbian');
  return new BalkanDeal(rules, input).score();
}

module.exports = { scoreBalkan };
