// The rule behind a step.
const drawRule = (deal, step) => {
  const law = laws[deal.rules],
    body = $('rule').lastElementChild,
    parts = [];
  $('rule').firstElementChild.textContent = term('rule');
  const card = step.do === 'play';
  if (step.why) parts.push(h('p', { class: 'why' }, `${name(deal, step.seat)}: ${term(`why_${step.why}`)}`));
  else if (step.legal) parts.push(h('p', { class: 'why' }, term('why_call')));
  if (step.legal !== undefined) {
    const chosen = card ? step.cards[0] : step.word,
      legal = list(step.legal);
    parts.push(
      h('div', {}, term('may'), ':'),
      h(
        'div',
        { class: 'cards' },
        legal.map(one =>
          card
            ? cardNode(one, deal, one === chosen ? 'chosen' : '')
            : h('span', { class: `call${one === chosen ? ' chosen' : ''}` }, rich(call(one), deal)),
        ),
      ),
    );
    if (chosen !== '?' && !legal.includes(chosen))
      parts.push(
        h('p', { class: 'wrong' }, rich(card ? short(chosen, deal) : call(chosen), deal), `: ${term('illegal')}`),
      );
  }
  const rules = (step.rules || []).filter(one => law?.rules[one]);
  if (rules.length) {
    parts.push(
      h('p', {}, h('bdi', {}, law.name, law.overrides ? ` ${law.overrides}` : '')),
      h(
        'dl',
        {},
        rules.map(one => {
          const rule = law.rules[one],
            keys = rule.keys.join(', ') || (rule.origin === 'override' ? term('override') : rule.origin);
          return [
            h('dt', {}, rule.says[code]),
            h(
              'dd',
              {},
              h('code', {}, `${one}=${rule.value}`),
              ` · ${keys}`,
            ),
            rule.reading && h('dd', { lang: 'en' }, h('span', { lang: code }, `${term('reading')}: `), rule.reading),
          ];
        }),
      ),
    );
    const heads = new Set(
      rules.flatMap(one => law.rules[one].keys.map(key => key.split(' ')[0].replace(/^(S[012])-\d+$/, '$1'))),
    );
    parts.push(
      h(
        'p',
        { class: 'sources' },
        `${term('source')}: `,
        h(
          'span',
          { lang: 'en' },
          [...heads].filter(key => law.sources[key]).map(key => h('span', {}, `${key}: ${law.sources[key]} `)),
        ),
      ),
    );
  }
  body.replaceChildren(...(parts.length ? parts : [h('p', {}, '-')]));
};
