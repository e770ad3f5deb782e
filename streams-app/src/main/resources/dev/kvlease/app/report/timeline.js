// The timeline: its view, and the pointer and keys that move it.

class Timeline {
  constructor(model, open) {
    this.model = model;
    this.open = open;
    this.onlySuspects = model.audit.leases.length > 4000;
    this.scrollY = 0;
    this.selected = null;
    this.drawing = new TimelineDrawing(this);
    this.canvas = h('canvas', {
      tabindex: 0, role: 'application', 'aria-roledescription': 'timeline', 'aria-describedby': 'timeline-keys',
      'aria-label': `${plural(model.audit.leases.length, 'lease')} and ${plural(model.violations.length, 'violation')} over time; the table below has the same violations`,
    });
    this.order = [...model.violations].sort((a, b) => a.time_ms - b.time_ms);
    this.lay();
    this.view = this.whole();
    this.listen();
  }

  /** The part of the time worth showing first: from the first lease drawn to the last violation. */
  whole() {
    const bars = this.lanes.flatMap((lane) => lane.bars);
    const items = [...bars.map((bar) => [bar.x0, bar.last]), ...this.lanes.flatMap((lane) => lane.loose.map((item) => [item.x0, item.x1]))];
    let from = Infinity;
    let to = -Infinity;
    for (const [a, b] of items) { from = Math.min(from, a); to = Math.max(to, Math.min(b, this.model.endMs - this.model.startMs)); }
    if (!(to > from)) { from = 0; to = this.model.endMs - this.model.startMs; }
    const rim = Math.max(1, (to - from) * 0.02);
    return { from: from - rim, to: to + rim };
  }

  lay() {
    this.lanes = lanesOf(this.model, this.onlySuspects);
    this.binned = null;
  }

  resize(width) {
    this.width = width;
    this.palette = this.readPalette();
    const rows = this.lanes.reduce((sum, lane) => sum + lane.rows.length, 0);
    const heads = this.lanes.length * (LANE_HEAD + LANE_GAP);
    const room = Math.min(620, Math.max(300, innerHeight * 0.62));
    this.rowHeight = Math.max(7, Math.min(16, Math.floor((room - heads - MAP_HEIGHT - AXIS_HEIGHT) / Math.max(1, rows))));
    let y = 0;
    for (const lane of this.lanes) {
      lane.y = y;
      lane.height = LANE_HEAD + lane.rows.length * this.rowHeight + 3;
      y += lane.height + LANE_GAP;
    }
    this.contentHeight = y + MAP_HEIGHT + AXIS_HEIGHT;
    this.height = Math.max(140, Math.min(this.contentHeight, room));
    this.canvas.style.setProperty('height', `${this.height}px`);
    this.move(0, 0);
  }

  readPalette() {
    const all = colours();
    const names = ['ink', 'muted', 'line', 'lane', 'card', 'accent', 'lease', 'suspect', 'promised', 'deadline', 'band', 'clean', 'late', 'certain', 'possible', 'restart', 'shade'];
    return Object.fromEntries(names.map((name) => [name, all[name]]));
  }

  bins(n) {
    if (this.binned && this.binned.length === n) return this.binned;
    const whole = this.model.endMs - this.model.startMs;
    this.binned = Array.from({ length: n }, () => ({ certain: 0, possible: 0 }));
    for (const v of this.model.violations) {
      const at = Math.max(0, Math.min(n - 1, Math.floor((v.time_ms - this.model.startMs) / whole * n)));
      this.binned[at][v.certainty === 'CERTAIN' ? 'certain' : 'possible']++;
    }
    return this.binned;
  }

  request() {
    if (this.pending) return;
    this.pending = requestAnimationFrame(() => { this.pending = 0; this.drawing.draw(); });
  }

  /** Moves by so many pixels. */
  move(dx, dy) {
    const ms = dx * (this.view.to - this.view.from) / this.width;
    this.view = { from: this.view.from + ms, to: this.view.to + ms };
    this.scrollY = Math.max(0, Math.min(this.contentHeight - this.height, this.scrollY + dy));
    this.request();
  }

  /** Shows so much more or less of the time, with the instant under x kept in place. */
  zoom(factor, x = this.width / 2) {
    const at = this.view.from + (this.view.to - this.view.from) * x / this.width;
    const whole = this.model.endMs - this.model.startMs;
    const size = Math.max(0.0005, Math.min(4 * whole, (this.view.to - this.view.from) * factor));
    const share = x / this.width;
    this.view = { from: at - size * share, to: at + size * (1 - share) };
    this.request();
  }

  fit() {
    this.view = this.whole();
    this.scrollY = 0;
    this.request();
  }

  suspectsOnly(only) {
    this.onlySuspects = only;
    this.lay();
    this.resize(this.width);
  }

  /** Selects a violation and brings it into sight, close enough to see how late it was. */
  select(violation) {
    this.selected = violation;
    for (const lane of this.lanes) {
      const found = lane.marks.find((markOf) => markOf.violation === violation);
      if (!found) continue;
      const from = found.bar ? Math.min(found.bar.x0, found.x0) : found.x0 - 5000;
      const size = Math.max(20, (found.x1 - from) * 1.5);
      this.view = { from: from - size * 0.15, to: from + size * 0.85 + size * 0.15 };
      const y = lane.y + LANE_HEAD + found.row * this.rowHeight;
      this.scrollY = Math.max(0, Math.min(this.contentHeight - this.height, y - this.height / 2));
    }
    const place = this.order.indexOf(violation) + 1;
    say(`Violation ${place} of ${this.order.length}: ${sentence(violation)} Press Enter for its page.`);
    this.request();
  }

  step(by) {
    if (!this.order.length) return;
    const at = this.order.indexOf(this.selected);
    this.select(this.order[at < 0 ? (by > 0 ? 0 : this.order.length - 1) : (at + by + this.order.length) % this.order.length]);
  }

  /** What is under the pointer: a mark of a violation first, else a lease. */
  under(px, py) {
    const d = this.drawing;
    if (py < MAP_HEIGHT + AXIS_HEIGHT) return null;
    let nearest = null;
    let distance = 12;
    for (const lane of this.lanes) {
      if (py < d.top(lane) || py > d.top(lane) + lane.height) continue;
      for (const markOf of lane.marks) {
        const away = Math.hypot(d.x(markOf.x1) - px, d.rowY(lane, markOf.row) + (this.rowHeight - 2) / 2 - py);
        if (away < distance) { distance = away; nearest = { violation: markOf.violation }; }
      }
      if (nearest) return nearest;
      const row = lane.rows[Math.floor((py - d.top(lane) - LANE_HEAD) / this.rowHeight)];
      const ms = this.view.from + px / d.scale;
      const bar = row && row[firstShown(row, ms)];
      if (bar && bar.x0 <= ms + 3 / d.scale) return { bar, read: bar.reads.find((read) => Math.abs(d.x(read.x1) - px) < 6) };
    }
    return null;
  }

  listen() {
    const { canvas } = this;
    const pointers = new Map();
    let moved = 0;
    let map = false;
    const place = (event) => { const box = canvas.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
    const toMap = (x) => {
      const size = this.view.to - this.view.from;
      const at = x / this.width * (this.model.endMs - this.model.startMs);
      this.view = { from: at - size / 2, to: at + size / 2 };
      this.request();
    };
    canvas.addEventListener('pointerdown', (event) => {
      const [x, y] = place(event);
      canvas.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, [x, y]);
      moved = 0;
      map = y < MAP_HEIGHT;
      if (map) toMap(x);
    });
    canvas.addEventListener('pointermove', (event) => {
      const [x, y] = place(event);
      const before = pointers.get(event.pointerId);
      if (!before) { this.hover(x, y, event); return; }
      const other = [...pointers.entries()].find(([pointer]) => pointer !== event.pointerId);
      if (map) toMap(x);
      else if (other) {
        const [ox] = other[1];
        if (Math.abs(x - ox) > 10) this.zoom(Math.abs(before[0] - ox) / Math.abs(x - ox), (x + ox) / 2);
      } else this.move(before[0] - x, before[1] - y);
      moved += Math.abs(before[0] - x) + Math.abs(before[1] - y);
      pointers.set(event.pointerId, [x, y]);
      tip(null);
    });
    const up = (event) => {
      if (!pointers.delete(event.pointerId) || moved > 5 || map || event.type !== 'pointerup') return;
      const found = this.under(...place(event));
      const violation = found && (found.violation || (found.read && found.read.violation));
      if (violation) this.open(violation);
    };
    canvas.addEventListener('pointerup', up);
    canvas.addEventListener('pointercancel', up);
    canvas.addEventListener('pointerleave', () => tip(null));
    canvas.addEventListener('wheel', (event) => {
      if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) return;
      event.preventDefault();
      if (event.shiftKey) this.move(event.deltaY + event.deltaX, 0);
      else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.move(event.deltaX, 0);
      else this.zoom(1.0015 ** event.deltaY, place(event)[0]);
    }, { passive: false });
    canvas.addEventListener('keydown', (event) => this.key(event));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: () => this.move(-this.width / 8, 0), ArrowRight: () => this.move(this.width / 8, 0),
      ArrowUp: () => this.move(0, -60), ArrowDown: () => this.move(0, 60),
      '+': () => this.zoom(0.6), '=': () => this.zoom(0.6), '-': () => this.zoom(1 / 0.6),
      0: () => this.fit(), Home: () => this.fit(), n: () => this.step(1), p: () => this.step(-1),
      Enter: () => this.selected && this.open(this.selected),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }

  hover(x, y, event) {
    const found = this.under(x, y);
    this.canvas.style.setProperty('cursor', found && found.violation ? 'pointer' : 'grab');
    if (!found) tip(null);
    else if (found.violation) tip([h('b', {}, badge(found.violation.certainty)), h('p', {}, sentence(found.violation)), h('small', {}, 'Click for its page')], event.clientX, event.clientY);
    else tip(this.leaseTip(found), event.clientX, event.clientY);
  }

  leaseTip({ bar, read }) {
    const { lease } = bar;
    const life = has(lease.expiry_ns) ? span(minus(lease.expiry_ns, lease.allocated_ns)) : 'no deadline';
    return [h('b', {}, id(lease.request_id)), h('p', {}, `leased by ${visible(lease.holder_engine_id)} at ${timeOfDay(this.model.startMs + bar.x0)}, for ${life}`),
      lease.end_event && h('p', {}, `${eventWords(lease.end_event)} after ${span(minus(lease.end_ns, lease.allocated_ns))}${lease.end_reason ? ` (${visible(lease.end_reason)})` : ''}`),
      h('p', {}, read ? `read ${visible(read.read.read_request_id)} by ${visible(read.read.reader_engine_id)}: ${read.read.status || 'no outcome'}` : plural(lease.reads.length, 'read'))];
  }
}

const eventWords = (type) => ({ BLOCKS_RELEASED: 'released', BLOCKS_EXPIRED: 'swept as expired', BLOCKS_ALLOCATED: 'replaced by the next allocation' }[type] || type);
