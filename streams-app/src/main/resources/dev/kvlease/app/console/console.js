// Starts the console: follows the events, asks for the fleet, shows the page that the address names.

const FLEET_EVERY_MS = 5000;

class Overview {
  constructor(live, fleet) {
    this.live = live;
    this.fleet = fleet;
    this.headline = h('h1', { id: 'headline' }, 'Listening …');
    this.when = h('p', { class: 'when', id: 'when' });
    this.tiles = h('div', { class: 'tiles six' });
    this.hero = h('section', { class: 'hero', 'aria-label': 'The fleet now' }, this.headline, this.when, this.tiles);
    this.blocks = [new LiveBlock(live), new ViolationBlock(live), new HolderBlock(fleet), new ClockBlock(fleet)];
    this.banner = h('section', { class: 'banner', hidden: true, role: 'status' });
    this.elements = [this.banner, this.hero, ...this.blocks.map((block) => block.element)];
  }

  toggle() { this.blocks[0].toggle(); }

  update() {
    const { live, fleet } = this;
    const certain = live.violations.filter((v) => v.certainty === 'CERTAIN').length;
    const missing = live.instances.some((instance) => !instance.shown) || live.uncovered().length > 0;
    this.hero.className = `hero ${certain ? 'bad' : live.violations.length || missing ? 'doubt' : ''}`;
    if (live.atMs) this.headline.textContent = this.sentence();
    this.when.replaceChildren(...this.whose());
    this.tiles.replaceChildren(...this.numbers(certain));
    this.blocks.forEach((block) => block.update());
    const problems = [fleet.problem && `Holders and clocks: ${fleet.problem.message}${fleet.atMs ? ` (shown ${asOf(fleet)})` : ''}`].filter(Boolean);
    this.banner.hidden = !problems.length;
    this.banner.replaceChildren(...problems.map((problem) => h('p', {}, visible(problem))));
  }

  sentence() {
    const rate = this.live.rate();
    return rate >= 0.05 ? `${rate < 10 ? rate.toFixed(1) : count(Math.round(rate))} answers a second` : 'Nobody asks right now';
  }

  /** Which instances the live part is of; it is said when it is not all. */
  whose() {
    const { instances } = this.live;
    const shown = instances.filter((instance) => instance.shown);
    const lines = [shown.length > 1 ? `Of ${count(shown.length)} instances: ${names(shown.map((one) => one.address), 4)}.` : shown.length ? `Of one instance, ${visible(shown[0].address)}.` : ''];
    instances.filter((instance) => !instance.shown).forEach((instance) => lines.push(` Without ${instance.address ? visible(instance.address) : 'others'}: ${visible(instance.why)}.`));
    const uncovered = this.live.uncovered();
    if (shown.length && uncovered.length) lines.push(` ${plural(uncovered.length, 'partition')} of ${count(this.live.partitions)} ${uncovered.length === 1 ? 'is' : 'are'} with none of these.`);
    return lines;
  }

  numbers(certain) {
    const { live, fleet } = this;
    const totals = live.totals();
    const sum = (told) => [...totals].filter(([kind]) => kind.startsWith(told)).reduce((all, [, n]) => all + n, 0);
    const answers = sum('READABLE') + sum('EXPIRED');
    const trouble = fleet.holders.filter((holder) => fleet.trouble(holder)).length;
    const doubt = fleet.clocks.filter((clock) => clock.suspect).length;
    const widest = Math.max(0, ...fleet.clocks.filter((clock) => !clock.suspect).map(boundOf));
    const tile = (kind, number, label, hint) => h('div', { class: `tile ${kind}` }, h('div', { class: 'tile-number' }, number), h('div', { class: 'tile-label' }, label), h('div', { class: 'tile-hint' }, hint));
    return [
      tile('', answers ? percent(sum('READABLE'), answers) : '–', 'READABLE', `${count(answers)} answers in two minutes`),
      tile('', count(sum('REVOKED')), 'Taken back', 'in two minutes'),
      tile(certain ? 'certain' : live.violations.length ? 'possible' : 'clean', live.violations.length >= 64 ? '64+' : count(live.violations.length), 'Violations', live.violations.length ? `${count(certain)} of them certain` : 'since these instances started'),
      tile(trouble ? 'possible' : '', `${count(fleet.holders.length)}${fleet.more ? '+' : ''}`, 'Holders', !fleet.holders.length ? 'none known' : trouble ? `${count(trouble)} in trouble` : 'all well'),
      tile('', count(fleet.readers().length), 'Readers', 'whose clocks are compared'),
      tile(doubt ? 'possible' : '', fleet.clocks.length ? `± ${shortSpan(widest)}` : '–', 'Clock bounds', `at the widest of ${plural(fleet.clocks.length, 'pair')}${doubt ? `, ${count(doubt)} in doubt` : ''}`),
    ];
  }
}

/** Asks for the token; done with it, goes on. */
function tokenPage(wrong, goOn) {
  const field = h('input', { type: 'password', id: 'token', 'aria-label': 'Bearer token', autocomplete: 'off' });
  const form = h('form', {}, field, h('button', { type: 'submit' }, 'Show the console'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    token.set(field.value.trim());
    goOn();
  });
  requestAnimationFrame(() => field.focus());
  return [h('section', { class: 'hero token' }, h('h1', { id: 'headline' }, 'This instance wants a token.'),
    h('p', { class: 'when' }, wrong ? 'The one given is not right.' : 'It is the one in kvlease.http.token or kvlease.http.token.file. It stays in this tab and is sent to this instance only.'), form)];
}

function decoded(text) {
  try { return decodeURIComponent(text); } catch { return text; }
}

class Console {
  constructor() {
    this.content = byId('content');
    this.live = new Live();
    this.fleet = new Fleet();
    this.overview = new Overview(this.live, this.fleet);
    this.events = new Events((name, view) => this.take(name, view), (problem) => this.lost(problem));
    this.locked = false;
    addEventListener('hashchange', () => this.show());
    addEventListener('keydown', (event) => this.key(event));
    byId('find').addEventListener('submit', (event) => { event.preventDefault(); this.find(); });
    byId('foot').textContent = 'Keys: / finds a request, p pauses, Esc goes back to the overview. This page asks only the server that it comes from. All times are UTC.';
  }

  start() {
    startTheme();
    this.show();
    this.events.start();
    this.refresh();
    setInterval(() => { if (!document.hidden && !this.locked) this.refresh(); }, FLEET_EVERY_MS);
  }

  async refresh() {
    await this.fleet.load();
    if (this.fleet.problem && this.fleet.problem.wantsToken) this.lock();
    else if (this.onOverview()) this.overview.update();
  }

  take(name, view) {
    this.live.take(name, view);
    const { instances } = this.live;
    const shown = instances.filter((instance) => instance.shown).length;
    byId('pulse').replaceChildren(h('span', { class: `dot ${shown === instances.length ? 'on' : ''}` }), `live · ${shown === instances.length ? plural(shown, 'instance') : `${shown} of ${plural(instances.length, 'instance')}`}`);
    if (this.onOverview()) this.overview.update();
  }

  lost(problem) {
    byId('pulse').replaceChildren(h('span', { class: 'dot off' }), visible(problem.message));
    if (problem.wantsToken) this.lock();
  }

  lock() {
    if (this.locked) return;
    this.locked = true;
    this.content.replaceChildren(...tokenPage(!!token.get(), () => { this.locked = false; this.fleet.problem = null; this.show(); this.events.stop(); this.events.start(); this.refresh(); }));
  }

  onOverview() { return !this.locked && this.content.dataset.page === 'overview'; }

  find() {
    const wanted = byId('wanted').value.trim();
    const at = byId('at').value.trim();
    if (!wanted) { byId('wanted').focus(); return; }
    const next = at ? requestLink(at, wanted) : `#/find/${encodeURIComponent(wanted)}`;
    if (location.hash === next) this.show(); else location.hash = next;
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') { if (event.target.blur) event.target.blur(); if (location.hash.length > 2) location.hash = '#/'; return; }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === '/') { event.preventDefault(); byId('wanted').focus(); }
    if (event.key === 'p' && this.onOverview()) this.overview.toggle();
  }

  async show() {
    if (this.locked) return;
    const request = /^#\/request\/([^/]+)\/([^/]+)$/.exec(location.hash);
    const find = /^#\/find\/([^/]+)$/.exec(location.hash);
    const here = location.hash;
    if (request) {
      const page = new RequestPage(decoded(request[1]), decoded(request[2]));
      this.open('request', `${visible(page.request)} · kvlease`, page.element);
      await page.load();
    } else if (find) {
      this.open('find', 'find · kvlease', [h('section', { class: 'hero' }, h('h1', { id: 'headline' }, 'Looking …'))]);
      const found = await findPage(decoded(find[1]));
      if (found && location.hash === here) this.content.replaceChildren(...found);
    } else {
      this.open('overview', 'kvlease', this.overview.elements);
      this.overview.update();
    }
  }

  open(page, title, elements) {
    const again = this.content.dataset.page === page && page === 'overview';
    document.title = title;
    this.content.dataset.page = page;
    this.content.replaceChildren(...elements);
    if (!again) { scrollTo(0, 0); if (page !== 'overview') this.content.focus({ preventScroll: true }); }
  }
}

const theConsole = new Console();
theConsole.start();
window.kvlease = theConsole;
