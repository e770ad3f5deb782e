// What is known of the clocks of each pair.

/** Half the width of the bounds, at their reference time. */
const boundOf = (clock) => minus(clock.hi_ns, clock.lo_ns) / 2;

/** Three digits of a span, for a column. */
function shortSpan(ns) {
  const size = Math.abs(Number(ns));
  const [unit, per] = size >= 1e9 ? ['s', 1e9] : size >= 1e6 ? ['ms', 1e6] : size >= 1e3 ? ['µs', 1e3] : ['ns', 1];
  return `${Number((size / per).toPrecision(3))} ${unit}`;
}

const SCALE = [1e3, 1e10];
const WIDE_NS = 2.5e9;

/** A bound on a logarithmic scale from 1 µs to 10 s. */
function boundBar(clock) {
  const place = (ns) => 100 * Math.min(1, Math.max(0.01, Math.log(Math.max(ns, 1) / SCALE[0]) / Math.log(SCALE[1] / SCALE[0])));
  const kind = clock.suspect ? 'bar-suspect' : boundOf(clock) > WIDE_NS ? 'bar-wide' : 'bar-fine';
  return svg('svg', { class: 'meter', viewBox: '0 0 100 8', preserveAspectRatio: 'none', role: 'img', 'aria-label': `bound ${shortSpan(boundOf(clock))}` },
    svg('rect', { class: 'bar-ground', width: 100, height: 8 }), svg('rect', { class: kind, width: place(boundOf(clock)), height: 8 }));
}

const signedClock = (ns) => `${big(ns) < 0n ? '' : '+'}${clockTime(ns)} s`;

class ClockBlock {
  constructor(fleet) {
    this.fleet = fleet;
    this.note = h('p', { class: 'asof' });
    this.table = new RowTable('Clocks of pairs', [['Pair', ''], ['Offset, holder − reader', 'num'], ['Bounds', 'num'], ['1 µs to 10 s', 'bound'], ['Shortest trip', 'num'], ['Samples', 'num'], ['State', '']], (clock) => [
      [id(clock.holder_engine_id), ' – ', id(clock.reader_engine_id)], signedClock(clock.offset_ns), `± ${shortSpan(boundOf(clock))}`, boundBar(clock), shortSpan(clock.min_rtt_ns), count(clock.samples),
      h('span', { class: 'flags' }, clock.suspect ? h('span', { class: 'bad' }, 'in doubt, not used') : h('span', { class: 'good' }, 'known'), clock.steps > 0 && h('span', { class: 'doubt' }, plural(clock.steps, 'step')))],
    (clock) => `${clock.holder_engine_id} ${clock.reader_engine_id} ${clock.suspect ? 'in doubt' : 'known'}`);
    this.element = section('clocks', 'Clocks', 'How far the clocks of a holder and a reader lie apart, with bounds as of the last sample, the widest first. A verdict reckons with the bounds, widened by drift since.', this.table.element, this.note);
  }

  update() {
    this.table.show([...this.fleet.clocks].sort((a, b) => Number(b.suspect) - Number(a.suspect) || boundOf(b) - boundOf(a)));
    this.note.textContent = this.fleet.atMs ? asOf(this.fleet) : '';
  }
}
