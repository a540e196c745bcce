// Going from step to step and from deal to deal: buttons, keys, touch, addresses.
const go = number => {
  const deal = deals[at.deal],
    last = deal.steps.length - 1;
  at.step = Math.min(Math.max(0, number), last);
  const state = stateAt(deal, at.step),
    step = state.step;
  drawTable(deal, state);
  drawRule(deal, step);
  $('said').replaceChildren(
    h(
      'p',
      { class: 'what' },
      h('span', { class: 'of' }, term('step', { step: at.step, count: last })),
      h('span', { id: 'line' }, rich(tell(deal, step), deal), marked(step)),
    ),
    ...(step.texts || []).map(text => h('p', { class: 'note' }, h('bdi', {}, text))),
    ...(step.findings || [])
      .map(one => deal.findings[one])
      .map(one => h('p', { class: one.code[0] === 'E' ? 'wrong' : 'note', lang: 'en' }, `${one.code} ${one.says}`)),
  );
  for (const node of document.querySelectorAll('#panel .at[data-step]')) {
    if (+node.dataset.step === at.step) node.setAttribute('aria-current', 'step');
    else node.removeAttribute('aria-current');
  }
  const slide = $('slide');
  slide.max = last;
  slide.value = at.step;
  slide.setAttribute('aria-valuetext', plain(rich(label(deal, step), deal)));
  for (const [id, off] of [
    ['first', at.step === 0],
    ['back', at.step === 0],
    ['forward', at.step === last],
    ['last', at.step === last],
  ]) {
    $(id).setAttribute('aria-disabled', off);
  }
  address();
};
const trick = way => {
  const { steps } = deals[at.deal],
    starts = steps
      .map((step, number) => (step.trick && step.trick !== steps[number - 1]?.trick ? number : -1))
      .filter(number => number >= 0);
  go(
    way > 0
      ? (starts.find(number => number > at.step) ?? steps.length - 1)
      : (starts.filter(number => number < at.step).pop() ?? 0),
  );
};
const pick = (number, step) => {
  if (number < 0 || number >= deals.length) return;
  Object.assign(at, { deal: number, index: false });
  const deal = deals[number];
  $('view').hidden = false;
  $('index').hidden = true;
  $('heading').replaceChildren(...heading(deal));
  drawPanel(deal);
  $('pick').value = String(number);
  go(step);
};
const showIndex = () => {
  at.index = true;
  $('view').hidden = true;
  $('index').hidden = false;
  $('index').replaceChildren(h('h2', {}, term('deals')), indexTable());
  address();
};
const address = () => {
  const hash = at.index ? '#all' : `#${at.deal + 1}.${at.step}`;
  if (location.hash !== hash)
    try {
      history.replaceState(null, '', hash);
    } catch {
      /* an address that cannot be changed */
    }
};
const follow = () => {
  const found = /^#(\d+)(?:\.(\d+))?$/.exec(location.hash);
  if (found && deals[found[1] - 1]) pick(found[1] - 1, +(found[2] || 0));
  else if (deals.length > 1) showIndex();
  else pick(0, 0);
};
const speak = which => {
  code = words[which] ? which : 'en';
  tongue = words[code];
  document.documentElement.lang = code;
  for (const [id, text] of [
    ['list', 'deals'],
    ['before', 'deal_back'],
    ['after', 'deal_forward'],
    ['first', 'first'],
    ['back', 'back'],
    ['forward', 'forward'],
    ['last', 'last'],
    ['theme', 'theme'],
    ['tongue', 'language'],
    ['pick', 'deals'],
    ['slide', 'play'],
  ]) {
    $(id).setAttribute('aria-label', term(text));
    $(id).title = term(text);
  }
  $('list').lastElementChild.textContent = term('deals');
  $('before').textContent = '‹';
  $('after').textContent = '›';
  $('keys').textContent = term('keys');
  $('tongue').value = code;
  $('pick').replaceChildren(
    ...deals.map((deal, number) => h('option', { value: number }, title(deal) + (deal.ok ? '' : ' ⚠'))),
  );
  for (const id of ['list', 'before', 'after', 'pick']) $(id).hidden = deals.length < 2;
};
const dark = () => {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};

const begin = () => {
  $('tongue').append(
    ...Object.entries(words).map(([which, one]) => h('option', { value: which, lang: which }, one.name)),
  );
  $('tools').hidden = false;
  const theme = keep('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  const wanted = [keep('language'), document.documentElement.dataset.lang, ...(navigator.languages || [])]
    .filter(Boolean)
    .map(one => one.slice(0, 2));
  speak(wanted.find(one => words[one]) || 'en');

  $('first').onclick = () => go(0);
  $('back').onclick = () => go(at.step - 1);
  $('forward').onclick = () => go(at.step + 1);
  $('last').onclick = () => go(Infinity);
  $('slide').oninput = event => go(+event.target.value);
  $('rule').ontoggle = () => go(at.step);
  $('list').onclick = showIndex;
  $('before').onclick = () => pick(at.deal - 1, 0);
  $('after').onclick = () => pick(at.deal + 1, 0);
  $('pick').onchange = event => pick(+event.target.value, 0);
  $('tongue').onchange = event => {
    keep('language', event.target.value);
    speak(event.target.value);
    if (at.index) showIndex();
    else pick(at.deal, at.step);
  };
  $('theme').onclick = () => {
    const next = dark() ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    keep('theme', next);
  };
  document.onkeydown = event => {
    if (event.ctrlKey || event.altKey || event.metaKey || at.index) return;
    const target = event.target.tagName;
    if (
      target === 'SELECT' ||
      (target === 'INPUT' && event.key.startsWith('Arrow')) ||
      (event.key === ' ' && (target === 'BUTTON' || target === 'SUMMARY'))
    )
      return;
    const does = {
      ArrowRight: () => go(at.step + 1),
      ArrowLeft: () => go(at.step - 1),
      ArrowDown: () => trick(1),
      ArrowUp: () => trick(-1),
      Home: () => go(0),
      End: () => go(Infinity),
      ' ': () => go(at.step + (event.shiftKey ? -1 : 1)),
      PageDown: () => pick(at.deal + 1, 0),
      PageUp: () => pick(at.deal - 1, 0),
      r: () => {
        $('rule').open = !$('rule').open;
      },
    }[event.key.length > 1 ? event.key : event.key.toLowerCase()];
    if (does) {
      event.preventDefault();
      does();
    }
  };
  let start = null,
    swiped = false;
  $('table').addEventListener(
    'touchstart',
    event => {
      const { clientX, clientY } = event.touches[0];
      start = event.touches.length === 1 ? [clientX, clientY] : null;
      swiped = false;
    },
    { passive: true },
  );
  $('table').addEventListener(
    'touchend',
    event => {
      if (!start) return;
      const across = event.changedTouches[0].clientX - start[0],
        down = event.changedTouches[0].clientY - start[1];
      start = null;
      if (Math.abs(across) < 40 || Math.abs(across) < 1.5 * Math.abs(down)) return;
      swiped = true;
      go(at.step + (across < 0 ? 1 : -1));
    },
    { passive: true },
  );
  $('table').onclick = () => {
    if (!swiped) go(at.step + 1);
    swiped = false;
  };
  window.onhashchange = follow;
  window.onbeforeprint = toPaper;
  matchMedia('print').addEventListener('change', event => {
    if (event.matches) toPaper();
  });
  follow();
};
if (deals.length) begin();
