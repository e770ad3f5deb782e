// Small helpers to build the page. Texts only ever become text nodes, whatever an id contains.

const SVG = 'http://www.w3.org/2000/svg';

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'css') for (const [property, v] of Object.entries(value)) element.style.setProperty(property, v);
    else element.setAttribute(name === 'class' ? 'class' : name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== undefined && child !== null && child !== false) element.append(child);
  }
  return element;
}

const h = (tag, props, ...children) => fill(document.createElement(tag), props, children);
const svg = (tag, props, ...children) => fill(document.createElementNS(SVG, tag), props, children);
const byId = (id) => document.getElementById(id);

/** An id, in a face that tells 0 from O. */
const id = (value) => h('code', { class: 'id' }, visible(value));

/** The mark of a certainty: a filled diamond is CERTAIN, an outlined one POSSIBLE. */
function mark(certainty, size = 14) {
  const certain = certainty === 'CERTAIN';
  return svg('svg', { class: `mark ${certain ? 'certain' : 'possible'}`, width: size, height: size, viewBox: '0 0 14 14', 'aria-hidden': 'true' },
    svg('path', { d: certain ? 'M7 0.5 13.5 7 7 13.5 0.5 7Z' : 'M7 1.8 12.2 7 7 12.2 1.8 7Z' }));
}

const badge = (certainty) => h('span', { class: `badge ${certainty === 'CERTAIN' ? 'certain' : 'possible'}` }, mark(certainty, 12), certainty);

const section = (name, title, lead, ...children) => h('section', { id: name, 'aria-labelledby': `${name}-title` },
  h('div', { class: 'section-head' }, h('h2', { id: `${name}-title` }, title), lead && h('p', { class: 'lead' }, lead)), children);

/** Two columns of name and value; rows without a value are left out. */
const facts = (rows) => h('dl', { class: 'facts' }, rows.filter((row) => has(row[1]) && row[1] !== '' && row[1] !== 0 && row[1] !== false)
  .map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, value))));

const say = (text) => { byId('live').textContent = text; };

/** The tip beside the pointer; hidden when there is nothing to say. */
function tip(content, x, y) {
  const element = byId('tip');
  element.hidden = !content;
  if (!content) return;
  element.replaceChildren(...[content].flat());
  const box = element.getBoundingClientRect();
  const left = x + 16 + box.width > innerWidth ? Math.max(4, x - box.width - 16) : x + 16;
  const top = y + 16 + box.height > innerHeight ? Math.max(4, y - box.height - 12) : y + 16;
  element.style.setProperty('transform', `translate(${Math.round(left)}px, ${Math.round(top)}px)`);
}

/** Runs a drawing now and whenever the element's width or the theme changes. */
const redraws = new Set();
function drawn(element, draw) {
  let width = 0;
  const run = () => { if (element.isConnected && element.clientWidth) draw(element.clientWidth); };
  new ResizeObserver(() => {
    if (element.clientWidth !== width) { width = element.clientWidth; requestAnimationFrame(run); }
  }).observe(element);
  redraws.add(run);
  return element;
}

/** The colours of the theme by name, for what is drawn on a canvas. */
function colours() {
  const style = getComputedStyle(document.documentElement);
  return new Proxy({}, { get: (_, name) => style.getPropertyValue(`--${name}`).trim() });
}

const THEMES = ['auto', 'light', 'dark'];
function startTheme() {
  const button = byId('theme');
  let theme = 'auto';
  try { theme = localStorage.getItem('kvlease-theme') || 'auto'; } catch { /* a file may not keep anything */ }
  const night = matchMedia('(prefers-color-scheme: dark)');
  const scheme = (name) => {
    document.documentElement.dataset.scheme = name;
    redraws.forEach((run) => run());
  };
  const apply = () => {
    if (!THEMES.includes(theme)) theme = 'auto';
    button.textContent = { auto: '◐ auto', light: '○ light', dark: '● dark' }[theme];
    button.setAttribute('aria-label', `Colours: ${theme}. Press to change.`);
    scheme(theme === 'auto' ? (night.matches ? 'dark' : 'light') : theme);
  };
  button.addEventListener('click', () => {
    theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
    try { localStorage.setItem('kvlease-theme', theme); } catch { /* as above */ }
    apply();
  });
  night.addEventListener('change', apply);
  addEventListener('beforeprint', () => scheme('light'));
  addEventListener('afterprint', apply);
  apply();
}
