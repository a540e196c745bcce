'use strict';

/**
 * The Russian defence (rules.md 1.6 WHIST and OPEN/CLOSED; notation N-5.4; CODEX 3.8.1 to 3.8.3).
 *
 * The line: the first defender, then the second; after pass–half the first may return; after whist–pass he may stay,
 * go down or take his own; the resting dealer speaks last where he may; a lone whister chooses open or closed.
 * Readings: misère is defended without a word, with both hands open where the rules open them at any time.  That the
 * first defender stays goes without saying where he says open or closed.  `own` may be said wherever `half` may, and by
 * the first after whist–pass.  A ten that is checked is not whisted either: both defend, with open
 * hands.  On 6S under `stalingrad` both can only whist.  A dealer who whists is the lone whister over two passers.
 */

const { illegal, russianContract } = require('./contract');

class RussianDefence {
  constructor(rules, table, declarer, contractText) {
    const contract = russianContract(contractText);
    if (!['level', 'misere'].includes(contract.kind)) throw illegal(contractText, 'is not defended');
    rules.choice('defence', 'whist');
    [this.first, this.second] = table.defenders(rules, declarer);
    this.resting = rules.flag('dealer_may_whist') ? table.resting : null;
    const { level } = contract;
    const at = (name) => rules.levels(name).includes(level);
    this.silent = contract.kind === 'misere';
    this.misereOpen = this.silent && rules.get('misere_open') !== 'closed';
    this.checked = level === 10 && rules.choice('ten', 'whisted', 'checked') === 'checked';
    this.forced = contractText === '6S' && rules.flag('stalingrad');
    this.half = at('half_whist');
    this.firstMayHalf = rules.choice('half_whist_by', 'second', 'either') === 'either' && this.half;
    this.mayReturn = at('whist_return');
    this.mayLeave = rules.flag('first_may_leave') && this.half;
    this.mayTakeOwn = at('own_whist');
    this.openPlay = rules.choice('open_play', 'choice', 'passer_open', 'both_open', 'closed');
    this.start = this.silent || this.checked ? this.closedLine() : { said: [], roles: {}, at: 'first' };
  }

  closedLine() {
    const roles = this.checked ? { [this.first]: 'whist', [this.second]: 'whist' } : {};
    return { said: [], roles, at: 'over', open: this.checked || this.misereOpen ? 'pair' : false, played: true };
  }

  turn({ at, whister }) {
    if (at === 'over') return null;
    if (at === 'open') return whister;
    if (at === 'dealer') return this.resting;
    return at === 'second' ? this.second : this.first;
  }

  legal(state) {
    switch (state.at) {
      case 'first':
        return this.forced ? ['whist'] : ['pass', 'whist'];
      case 'second':
        if (this.forced) return ['whist'];
        if (state.roles[this.first] === 'whist') return ['pass', 'whist'];
        return ['pass', 'whist', ...(this.half ? ['half'] : []), ...(this.mayTakeOwn ? ['own'] : [])];
      case 'return':
        return ['pass', 'return'];
      case 'stay':
        return [
          'whist', ...(this.mayLeave ? ['half'] : []), ...(this.mayTakeOwn ? ['own'] : []),
          ...(this.openPlay === 'choice' ? ['open', 'closed'] : []),
        ];
      case 'late-half':
        return ['pass', 'half'];
      case 'dealer':
        return ['pass', 'whist'];
      case 'open':
        return ['open', 'closed'];
      default:
        return [];
    }
  }

  after(state, call) {
    const { first, second } = this;
    const said = [...state.said, call];
    const heard = (roles, rest) => ({ said, roles: { ...state.roles, ...roles }, ...rest });
    switch (state.at) {
      case 'first':
        return heard({ [first]: call }, { at: 'second' });
      case 'second':
        return this.bothSpoke(heard({ [second]: call }, { at: 'over' }));
      case 'return':
        if (call === 'return') return this.loneWhister(heard({ [first]: 'whist', [second]: 'pass' }), first);
        return this.refused(heard({}));
      case 'stay':
        if (call === 'whist') return this.loneWhister(heard({}), first);
        return call === 'half' || call === 'own' ? this.unplayed(heard({ [first]: call })) : this.laid(heard({}), call);
      case 'late-half':
        return this.unplayed(heard({ [first]: call }));
      case 'dealer':
        if (call === 'pass') return this.unplayed(heard({}));
        return this.loneWhister(heard({ [second]: 'pass', [this.resting]: 'whist' }), this.resting);
      default:
        return this.laid(heard({}), call);
    }
  }

  bothSpoke(state) {
    const first = state.roles[this.first];
    const second = state.roles[this.second];
    if (first === 'whist' && second === 'whist') return { ...state, at: 'over', open: false, played: true };
    if (first === 'whist') {
      if (this.mayLeave || this.mayTakeOwn) return { ...state, at: 'stay' };
      return this.loneWhister(state, this.first);
    }
    if (second === 'whist') return this.loneWhister(state, this.second);
    if (second === 'own') return this.unplayed(state);
    if (second === 'half') return this.mayReturn ? { ...state, at: 'return' } : this.refused(state);
    return this.firstMayHalf ? { ...state, at: 'late-half' } : this.unplayed(state);
  }

  /** After pass and half that stands. */
  refused(state) {
    return this.resting ? { ...state, at: 'dealer' } : this.unplayed(state);
  }

  unplayed(state) {
    return { ...state, at: 'over', open: false, played: false };
  }

  laid(state, call) {
    return { ...state, at: 'over', open: call === 'open' ? 'pair' : false, played: true };
  }

  loneWhister(state, whister) {
    if (this.openPlay === 'choice') return { ...state, at: 'open', whister };
    const open = { passer_open: 'passer', both_open: 'pair', closed: false }[this.openPlay];
    return { ...state, at: 'over', open, played: true };
  }

  key(state) {
    return state.said.join();
  }

  result({ roles, open, played }) {
    return { done: true, defence: roles, open, kontra: null, played };
  }
}

module.exports = { RussianDefence };
