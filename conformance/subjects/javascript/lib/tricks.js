'use strict';

/**
 * The law of a single trick (rules.md 1.3; statements S1-86 to S1-92, S2-68 to S2-74; examples of 12.6).
 *
 * A trick is {talon, cards}: bits in playing order, and the talon card that leads in an all-pass, or 0.
 * Readings: the duty to overtake binds among the cards that the suit law allows.  `if_beats_trick` asks for a card
 * that would win the trick, `within_suit` for one above every card of its suit so far.  A discard is free.
 */

const { malformed } = require('./errors');
const { SUIT_MASK, bareCard, bits, cardBit, cardList, isTalonCard, maskOf, rankOf, suitOf } = require('./cards');

const AGREED_SUIT = { 2: 'S', 3: 'D', 4: 'H', 5: 'C' };

class TrickLaw {
  /**
   * @param {Rules} rules
   * @param {string|null} trump
   * @param {string} kind level, game, misere or all-pass
   * @param {boolean} talonWins can the talon card take its trick
   */
  constructor(rules, trump, kind, talonWins = false) {
    this.trump = trump;
    this.trumpMask = trump === null ? 0 : SUIT_MASK[trump];
    this.mustTrump = rules.flag('must_trump');
    this.talonWins = talonWins;
    this.ownCardLeads = kind === 'all-pass' && rules.has('all_pass_void_leader')
      && rules.choice('all_pass_void_leader', 'talon_suit', 'own_card') === 'own_card';
    this.overtake = rules.choice('must_overtake', 'none', 'if_beats_trick', 'within_suit');
    if (this.overtake !== 'none' && rules.has('overtake_scope')) {
      const scope = rules.choice('overtake_scope', 'contracts', 'contracts_and_misere', 'everywhere');
      if (kind === 'all-pass' && scope !== 'everywhere') this.overtake = 'none';
      if (kind === 'misere' && scope === 'contracts') this.overtake = 'none';
    }
  }

  /** The suit that is led, or null before a card lies there. */
  ledSuit({ talon, cards }) {
    if (!talon) return cards.length > 0 ? suitOf(cards[0]) : null;
    return this.ownCardLeads && cards.length > 0 ? suitOf(cards[0]) : suitOf(talon);
  }

  /** The cards of a hand that may be played to the trick, as a mask. */
  legal(hand, trick) {
    const led = this.ledSuit(trick);
    if (led === null) return hand;
    let allowed = (hand & SUIT_MASK[led]) >>> 0;
    if (!allowed && this.mustTrump) allowed = (hand & this.trumpMask) >>> 0;
    if (!allowed) return hand;
    return this.overtake === 'none' ? allowed : this.overtaking(allowed, trick);
  }

  overtaking(allowed, trick) {
    const lying = trick.talon && this.talonWins ? [trick.talon, ...trick.cards] : trick.cards;
    const higher = bits(allowed).filter((bit) => {
      const played = { ...trick, cards: [...trick.cards, bit] };
      if (this.overtake === 'if_beats_trick') return this.winningBit(played) === bit;
      return lying.every((other) => suitOf(other) !== suitOf(bit) || rankOf(other) < rankOf(bit));
    });
    return higher.length === 0 ? allowed : higher.reduce((mask, bit) => (mask | bit) >>> 0, 0);
  }

  /** The winning card: the talon's card too where it can win; 0 where a lone talon card cannot. */
  winningBit(trick) {
    const led = this.ledSuit(trick);
    const power = (bit) => rankOf(bit) + (suitOf(bit) === this.trump ? 200 : suitOf(bit) === led ? 100 : 0);
    const running = trick.talon && this.talonWins ? [trick.talon, ...trick.cards] : trick.cards;
    const inSuit = running.filter((bit) => power(bit) >= 100);
    if (inSuit.length === 0) return trick.cards[0] || 0;
    return inSuit.reduce((best, bit) => (power(bit) > power(best) ? bit : best));
  }
}

/** Reads a row of cards; a talon card may stand first. */
function readTrick(row) {
  const talon = row.length > 0 && isTalonCard(row[0]) ? cardBit(bareCard(row[0])) : 0;
  const cards = row.slice(talon ? 1 : 0).map(cardBit);
  maskOf(row.map(bareCard));
  return { talon, cards };
}

/**
 * The suit agreed for the first lead to sans (S2-87 to S2-89), as a mask of the cards that keep to it.
 * Readings: it binds defenders only; under kontra spades and the suit of the giver's last number are both right; who
 * has none of the suit is free.
 */
function agreedLead(rules, hand, { called, kontra, bids }) {
  if (!rules.has('sans_lead') || rules.choice('sans_lead', 'free', 'agreed') === 'free') return hand;
  let suits = [];
  if (kontra) suits = ['S', AGREED_SUIT[String(bids || '').replace('hand-', '')]].filter(Boolean);
  else if (called) suits = ['C'];
  const kept = suits.reduce((mask, suit) => (mask | (hand & SUIT_MASK[suit])) >>> 0, 0);
  return kept || hand;
}

const kindOf = (contract) => (['misere', 'all-pass'].includes(contract) ? contract : 'contract');

/** The operation legal-cards. */
function legalCards(rules, input) {
  const law = new TrickLaw(rules, input.trump === undefined ? null : input.trump, kindOf(input.contract),
    rules.has('talon_can_win') && rules.flag('talon_can_win'));
  const trick = readTrick(input.trick);
  const hand = maskOf(input.hand);
  const agreed = input.first_lead && trick.cards.length === 0 && /^sans/.test(input.contract);
  return { legal: cardList(agreed ? agreedLead(rules, hand, input) : law.legal(hand, trick)) };
}

/** The operation trick-winner: a talon card is counted only where it may win. */
function trickWinner(rules, input) {
  const trick = readTrick(input.trick);
  if (trick.cards.length === 0) throw malformed('a trick without a card');
  const talonWins = rules.has('talon_can_win') && rules.flag('talon_can_win');
  const law = new TrickLaw(rules, input.trump === undefined ? null : input.trump, trick.talon ? 'all-pass' : 'contract',
    talonWins);
  const counted = trick.talon && talonWins ? [trick.talon, ...trick.cards] : trick.cards;
  return { winner: counted.indexOf(law.winningBit(trick)) };
}

module.exports = { TrickLaw, agreedLead, legalCards, trickWinner };
