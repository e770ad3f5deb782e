// What the instances say right now: counts by the second, the newest verdicts and violations.

const WINDOW_S = 120;
const SHOWN = 10;

const COLOUR = {
  'READABLE WITHIN_LEASE': 'k-readable', 'READABLE FULL_PREFIX_HIT': 'k-readable2', 'READABLE NO_DEADLINE': 'k-readable2',
  'EXPIRED WITHIN_SAFETY_MARGIN': 's4', 'EXPIRED DEADLINE_PASSED': 's3', 'EXPIRED RELEASED': 's5', 'EXPIRED LEASE_EXPIRED': 's7', 'EXPIRED EVENT_GAP': 's6',
};
const TOLD = ['READABLE', 'EXPIRED', 'REVOKED'];
const colourOf = (kind) => COLOUR[kind] || (kind.startsWith('REVOKED') ? 'k-revoked' : 's8');
const byKind = (a, b) => TOLD.indexOf(a.split(' ')[0]) - TOLD.indexOf(b.split(' ')[0]) || (a < b ? -1 : 1);

class Live {
  constructor() { this.reset(); }

  reset() {
    this.seconds = new Map();
    this.verdicts = [];
    this.violations = [];
    this.instances = [];
    this.missed = 0;
    this.partitions = 0;
    this.atMs = 0;
    this.beganMs = 0;
  }

  take(name, view) {
    if (name === 'snapshot') this.reset();
    this.atMs = view.at_ms;
    this.instances = view.instances;
    this.partitions = view.input_partitions;
    this.missed += view.missed_verdicts;
    for (const second of view.seconds) {
      const counts = this.seconds.get(second.at_s) || new Map();
      this.seconds.set(second.at_s, counts);
      for (const one of second.counts) {
        const kind = `${one.told} ${one.reason}`;
        counts.set(kind, (counts.get(kind) || 0) + one.count);
      }
    }
    const now = Math.floor(view.at_ms / 1000);
    for (const at of this.seconds.keys()) if (at < now - WINDOW_S) this.seconds.delete(at);
    const newest = (list, more, most) => [...more, ...list].sort((a, b) => b.at_ms - a.at_ms).slice(0, most);
    this.verdicts = newest(this.verdicts, view.verdicts.reverse(), 128);
    this.violations = newest(this.violations, view.violations.reverse(), 64);
  }

  /** How often each kind came in the time shown. */
  totals() {
    const totals = new Map();
    for (const counts of this.seconds.values()) counts.forEach((n, kind) => totals.set(kind, (totals.get(kind) || 0) + n));
    return totals;
  }

  /** Answers to questions a second, over the last seconds that are complete. */
  rate() {
    const now = Math.floor(this.atMs / 1000);
    let sum = 0;
    for (let at = now - 10; at < now; at += 1) {
      (this.seconds.get(at) || new Map()).forEach((n, kind) => { if (!kind.startsWith('REVOKED')) sum += n; });
    }
    return sum / 10;
  }

  /** The partitions that no instance shown has. */
  uncovered() {
    const covered = new Set(this.instances.flatMap((instance) => (instance.shown ? instance.partitions : [])));
    return [...Array(this.partitions).keys()].filter((partition) => !covered.has(partition));
  }
}

/** What a verdict tells its reader. */
const toldWord = (verdict) => (verdict.trigger === 'READ_INTENT' ? verdict.status : 'REVOKED');

const requestLink = (holder, request) => `#/request/${encodeURIComponent(holder)}/${encodeURIComponent(request)}`;

/** An element that is not redrawn while somebody points at it or is in it, so that nothing moves away under a finger. */
function unlessUsed(element, draw) {
  if (element.matches(':hover, :focus-within')) return;
  draw();
}

class LiveBlock {
  constructor(live) {
    this.live = live;
    this.kind = '';
    this.paused = false;
    this.chart = h('div', { class: 'chart' });
    drawn(this.chart, (width) => this.chart.replaceChildren(this.draw(width)));
    this.kinds = h('ul', { class: 'answers', 'aria-label': 'Answers by reason; press one to see only these' });
    this.list = h('ol', { class: 'feed', id: 'feed', 'aria-label': 'Newest verdicts' });
    this.note = h('p', { class: 'asof' });
    this.pause = h('button', { type: 'button', class: 'quiet', id: 'pause', 'aria-pressed': 'false', onclick: () => this.toggle() }, 'Pause');
    this.element = section('verdicts-live', 'Answers, as they are given', null,
      h('div', { class: 'head-row' }, h('p', { class: 'lead grow' }, 'The last two minutes, by the second and by reason. Press a reason to see only its verdicts.'), this.pause),
      this.chart, h('div', { class: 'split' }, h('div', {}, this.kinds), h('div', {}, this.list, this.note)));
  }

  toggle() {
    this.paused = !this.paused;
    this.pause.textContent = this.paused ? 'Go on' : 'Pause';
    this.pause.setAttribute('aria-pressed', String(this.paused));
    say(this.paused ? 'Paused' : 'Going on');
    if (!this.paused) this.update();
  }

  update() {
    if (this.paused) return;
    if (this.chart.clientWidth) this.chart.replaceChildren(this.draw(this.chart.clientWidth));
    unlessUsed(this.kinds, () => this.kinds.replaceChildren(...this.rows()));
    unlessUsed(this.list, () => this.list.replaceChildren(...this.lines()));
    this.note.textContent = this.live.missed ? `Counts are of all verdicts; of the list ${plural(this.live.missed, 'verdict')} came too fast to be shown.` : '';
  }

  rows() {
    const totals = this.live.totals();
    const kinds = [...totals.keys()].sort((a, b) => TOLD.indexOf(a.split(' ')[0]) - TOLD.indexOf(b.split(' ')[0]) || totals.get(b) - totals.get(a));
    const all = [...totals.values()].reduce((sum, n) => sum + n, 0);
    const most = Math.max(1, ...totals.values());
    if (!kinds.length) return [h('li', { class: 'calm' }, 'No verdict in the last two minutes.')];
    return kinds.map((kind) => {
      const [told, reason] = kind.split(' ');
      const meter = svg('svg', { class: 'meter', viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
        svg('rect', { class: colourOf(kind), width: Math.max(0.8, 100 * totals.get(kind) / most), height: 8 }));
      return h('li', {}, h('button', { type: 'button', 'aria-pressed': String(this.kind === kind), onclick: () => this.only(kind) },
        h('span', { class: `key ${colourOf(kind)}`, 'aria-hidden': 'true' }), h('span', { class: `status ${told}` }, told), h('code', {}, reason), meter,
        h('span', { class: 'num' }, count(totals.get(kind))), h('span', { class: 'num muted' }, percent(totals.get(kind), all))));
    });
  }

  only(kind) {
    this.kind = this.kind === kind ? '' : kind;
    this.kinds.replaceChildren(...this.rows());
    this.list.replaceChildren(...this.lines());
    say(this.kind ? `Only ${this.kind}` : 'All verdicts');
  }

  lines() {
    const shown = this.live.verdicts.filter((v) => !this.kind || `${toldWord(v)} ${v.reason}` === this.kind).slice(0, SHOWN);
    if (!shown.length) return [h('li', { class: 'calm' }, this.kind ? 'None of these among the newest.' : 'Nothing yet.')];
    return shown.map((v) => h('li', {}, h('a', { href: requestLink(v.holder_engine_id, v.request_id) },
      h('time', { datetime: iso(v.at_ms) }, timeOfDay(v.at_ms)), h('span', { class: `status ${toldWord(v)}` }, toldWord(v)), h('code', {}, v.reason),
      h('span', { class: 'num', title: 'until the deadline, when asked' }, has(v.headroom_ns) ? span(v.headroom_ns) : ''),
      h('span', { class: 'who' }, id(v.reader_engine_id), ' reads ', id(v.request_id), ' at ', id(v.holder_engine_id)))));
  }

  draw(width) {
    const height = 150;
    const left = 44;
    const now = Math.floor(this.live.atMs / 1000);
    const kinds = [...this.live.totals().keys()].sort(byKind);
    const sums = [...this.live.seconds.values()].map((counts) => [...counts.values()].reduce((a, b) => a + b, 0));
    const step = niceStep(Math.max(4, ...sums), 3);
    const top = Math.ceil(Math.max(4, ...sums) / step) * step;
    const x = (at) => left + (at - now + WINDOW_S) / WINDOW_S * (width - left);
    const y = (n) => 10 + (1 - n / top) * (height - 32);
    const drawing = svg('svg', { width, height, role: 'img', 'aria-label': `Verdicts a second over the last two minutes, ${this.live.rate().toFixed(1)} answers a second now` });
    for (let n = 0; n <= top; n += step) {
      drawing.append(svg('line', { class: 'grid', x1: left, x2: width, y1: y(n), y2: y(n) }), svg('text', { class: 'axis', x: left - 6, y: y(n) + 4, 'text-anchor': 'end' }, count(n)));
    }
    for (const ago of [120, 90, 60, 30, 0]) {
      drawing.append(svg('text', { class: 'axis', x: x(now - ago), y: height - 4, 'text-anchor': ago === 0 ? 'end' : ago === 120 ? 'start' : 'middle' }, ago ? `−${ago} s` : 'now'));
    }
    const bar = Math.max(1, (width - left) / WINDOW_S - 1);
    this.live.seconds.forEach((counts, at) => {
      let below = 0;
      for (const kind of kinds) {
        const n = counts.get(kind) || 0;
        if (n && at < now) drawing.append(svg('rect', { class: colourOf(kind), x: x(at), y: y(below + n), width: bar, height: Math.max(0.5, y(below) - y(below + n)) }));
        below += n;
      }
    });
    return drawing;
  }
}

class ViolationBlock {
  constructor(live) {
    this.live = live;
    this.body = h('div', {});
    this.most = innerWidth < 760 ? 6 : 12;
    this.element = section('violations-live', 'Violations', 'Reads that may have returned another request’s bytes, and blocks given away while leased: the newest since these instances started. The topic keeps all of them for 30 days.', this.body);
  }

  update() { unlessUsed(this.body, () => this.draw()); }

  draw() {
    const { violations } = this.live;
    if (!violations.length) { this.body.replaceChildren(h('p', { class: 'calm' }, 'None.')); return; }
    const more = h('button', { type: 'button', class: 'more-button', onclick: () => { this.most = violations.length; this.draw(); } }, `Show ${count(violations.length - this.most)} more`);
    this.body.replaceChildren(h('ol', { class: 'feed', id: 'violations' }, violations.slice(0, this.most).map((v) => h('li', {}, this.line(v)))), ...(violations.length > this.most ? [more] : []));
  }

  line(v) {
    return h('a', { class: `violation-line ${v.certainty === 'CERTAIN' ? 'certain' : 'possible'}`, href: requestLink(v.holder_engine_id, v.request_id) },
      h('time', { datetime: iso(v.at_ms) }, timeOfDay(v.at_ms)), badge(v.certainty), h('code', {}, v.type),
      h('span', { class: 'who' }, v.reader_engine_id ? [id(v.reader_engine_id), ' read '] : [], id(v.request_id), ' at ', id(v.holder_engine_id), v.by ? [', blocks now of ', id(v.by)] : []));
  }
}
