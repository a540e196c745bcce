// What lies on the table after a step.
const stateAt = (deal, number) => {
  const state = {
    hands: {},
    unknown: { ...deal.unknown },
    talon: [...(deal.talon || [])],
    said: {},
    trick: {},
    lead: null,
    number: 0,
    taken: {},
    open: {},
    won: '',
    contract: null,
    roles: {},
  };
  for (const [who, cards] of Object.entries(deal.hands || {})) state.hands[who] = new Set(cards);
  const drop = (who, card) => {
    if (!state.hands[who]?.delete(card) && state.unknown[who] > 0) state.unknown[who] -= 1;
  };
  const fresh = trick => {
    if (trick !== state.number) Object.assign(state, { number: trick, trick: {}, lead: null, won: '', said: {} });
  };
  for (const step of deal.steps.slice(0, number + 1)) {
    const who = step.seat,
      cards = step.cards || [];
    if (step.do === 'call' || step.do === 'answer') {
      state.said[who] = step.word;
    } else if (step.do === 'take') {
      Object.assign(state, { talon: [], said: {} });
      for (const card of cards) {
        if (card === '?') state.unknown[who] = (state.unknown[who] || 0) + 1;
        else (state.hands[who] ??= new Set()).add(card);
      }
    } else if (step.do === 'discard') {
      // Of a hand that is partly known nobody knows which cards went: it stays as it is.
      cards.filter(card => card !== '?' || !state.hands[who]?.size).forEach(card => drop(who, card));
    } else if (step.do === 'contract') {
      Object.assign(state, { contract: step, said: {} });
    } else if (step.do === 'roles') {
      state.said = { ...step.seats };
    } else if (step.do === 'open') {
      Object.assign(state.open, step.seats);
    } else if (step.do === 'talon') {
      fresh(step.trick);
      state.lead = cards[0];
      state.talon = state.talon.filter(card => card !== cards[0]);
    } else if (step.do === 'play') {
      fresh(step.trick);
      state.roles = deal.roles || {};
      state.trick[who] = cards[0];
      drop(who, cards[0]);
      if (step.won) {
        state.won = step.won;
        state.taken[step.won] = (state.taken[step.won] || 0) + 1;
      }
    } else if (step.do === 'claim' || step.do === 'end') {
      Object.assign(state, { trick: {}, lead: null, won: '', said: {}, roles: deal.roles || {} });
    }
    state.step = step;
  }
  return state;
};
