// What a step says in a line.
const bought = deal => {
  const what = deal.contract ? game(deal.contract, deal) : term('unknown');
  return deal.declarer ? term('by', { contract: what, seat: name(deal, deal.declarer) }) : what;
};
const outcome = deal => deal.result?.[code] || '';
const aceName = deal => tongue.ranks[pack(deal)][RANKS.indexOf('A')];
/** Everybody's tricks at the end. */
const tricksTaken = deal => (deal.tricks ? `${term('tricks')} ${shares(deal.tricks)}` : term('unknown'));
/** What a step says in a line. */
const tell = (deal, step, brief) => {
  const who = name(deal, step.seat),
    cards = (step.cards || []).map(card => short(card, deal)).join(' ');
  const by = text => (step.seat ? `${who}: ${text}` : text);
  switch (step.do) {
    case 'deal':
      return term('dealt');
    case 'call':
    case 'answer':
      return by(call(step.word));
    case 'take':
      return `${term('takes_talon', { seat: who })}: ${cards}`;
    case 'discard':
      return by(`${term('discard')} ${cards}`);
    case 'contract':
      // A Greek contract may come with four aces.
      return [
        bought(deal),
        ...Object.keys(step.seats || {}).map(who => `${name(deal, who)}: 4 × ${aceName(deal)}`),
      ].join('; ');
    case 'roles':
      return Object.entries(step.seats)
        .map(([seat_, role]) => `${name(deal, seat_)}: ${call(role)}`)
        .join(', ');
    case 'open':
      return term('open', {
        seats: Object.keys(step.seats)
          .map(one => name(deal, one))
          .join(', '),
      });
    case 'talon':
      return term('leads', { card: cards });
    case 'play':
      return by(cards) + (step.won && !brief ? `. ${term('takes', { seat: name(deal, step.won) })}.` : '');
    case 'claim':
      return step.seats
        ? term('agreed', { shares: shares(step.seats) })
        : term(step.word === '+' ? 'continued' : 'agreed_only');
    default:
      return `${term('result')}: ${outcome(deal) || tricksTaken(deal)}`;
  }
};
const marked = step => (step.mark ? ` ${step.mark}` : '');
const label = (deal, step, brief) =>
  (step.trick ? `${term('trick', { number: step.trick })}, ` : '') + tell(deal, step, brief);
