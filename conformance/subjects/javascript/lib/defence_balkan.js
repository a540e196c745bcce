'use strict';

/**
 * The Balkan defence (rules.md 8.1; statements S2-44 to S2-60; notation N-5.5).
 *
 * First each defender comes or stays out; in betl both come without a word.  Then each follower in that order gives
 * kontra or says fine; a lone one may call his partner instead, who then speaks next.  Kontra pulls a third hand in,
 * closes the others' mouths and may be answered in turn by the declarer and its giver.
 * Readings: who has called his partner has had his turn; a compulsory kontra may be left out, the deal is then not
 * played; so too where nobody follows.
 */

const { balkanContract, illegal } = require('./contract');

const ANSWERS = ['kontra', 'rekontra', 'subkontra', 'mortkontra'];

/** Must kontra be given on this game, by the parameter's value? */
function kontraIsCompulsory(rules, { game, hand }) {
  const where = rules.choice('kontra_compulsory', 'none', 'pik', 'pik_or_hand');
  return game === 'S' && (where === 'pik_or_hand' || (where === 'pik' && !hand));
}

/** How far kontra may be answered on this contract: the highest step, 1 to 4; 0: there is none. */
function highestKontra(rules, { game, hand }) {
  const highest = rules.number('kontra_max');
  return game === 'betl' && hand && !rules.flag('rekontra_on_hand_betl') ? Math.min(highest, 1) : highest;
}

class BalkanDefence {
  constructor(rules, table, declarer, contractText) {
    const contract = balkanContract(contractText, rules);
    if (contract.kind !== 'game') throw illegal(contractText, 'is not defended');
    this.declarer = declarer;
    this.defenders = table.defenders(rules, declarer);
    this.invite = rules.flag('invite');
    this.highest = highestKontra(rules, contract);
    this.afterCall = rules.flag('kontra_after_call');
    this.compulsory = kontraIsCompulsory(rules, contract);
    const start = { said: [], roles: {}, queue: [...this.defenders], at: 'follow', giver: null, level: 0 };
    const [first, second] = this.defenders;
    this.start = contract.game === 'betl'
      ? this.askForKontra({ ...start, roles: { [first]: 'come', [second]: 'come' } })
      : start;
  }

  turn({ at, queue }) {
    return at === 'over' ? null : queue[0];
  }

  legal({ at, roles, queue, level }) {
    if (at === 'follow') return ['come', 'stay-out'];
    if (at === 'answer') return ['fine', ANSWERS[level]];
    const lone = Object.values(roles).includes('stay-out');
    return [
      ...(lone && this.invite && roles[queue[0]] === 'come' ? ['call-partner'] : []),
      ...(this.highest > 0 ? ['kontra'] : []),
      'fine',
    ];
  }

  after(state, call) {
    const [speaker, ...waiting] = state.queue;
    const next = { ...state, said: [...state.said, call], queue: waiting };
    if (state.at === 'follow') {
      next.roles = { ...state.roles, [speaker]: call };
      return waiting.length === 0 ? this.askForKontra(next) : next;
    }
    if (call === 'fine') return waiting.length === 0 || state.at === 'answer' ? this.close(next) : next;
    if (call === 'call-partner') return this.callPartner(next, speaker);
    return this.raise(next, speaker);
  }

  askForKontra(state) {
    const followers = this.defenders.filter((seat) => state.roles[seat] === 'come');
    const anything = this.highest > 0 || (followers.length === 1 && this.invite);
    if (followers.length === 0 || !anything) return this.close(state);
    return { ...state, at: 'kontra', queue: followers };
  }

  callPartner(state, caller) {
    const partner = this.defenders.find((seat) => seat !== caller);
    const next = { ...state, roles: { [caller]: 'call-partner', [partner]: 'called' }, queue: [partner] };
    return this.afterCall && this.highest > 0 ? next : this.close(next);
  }

  raise(state, speaker) {
    const level = state.level + 1;
    const giver = state.giver || speaker;
    const roles = { ...state.roles };
    for (const seat of this.defenders) if (roles[seat] === 'stay-out') roles[seat] = 'called';
    const next = { ...state, level, giver, roles };
    if (level >= this.highest) return this.close(next);
    return { ...next, at: 'answer', queue: [speaker === this.declarer ? giver : this.declarer] };
  }

  close(state) {
    return { ...state, at: 'over', queue: [] };
  }

  key(state) {
    return state.said.join();
  }

  result({ roles, giver, level }) {
    const followed = Object.values(roles).some((role) => role !== 'stay-out');
    const played = followed && !(this.compulsory && giver === null);
    return { done: true, defence: roles, open: false, kontra: giver ? { by: giver, level } : null, played };
  }
}

module.exports = { BalkanDefence, highestKontra, kontraIsCompulsory };
