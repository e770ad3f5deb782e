// What the timeline shows, laid out: a lane for each holder, in it rows of leases that do not overlap.

const FAR_MS = 60000;

/** A read of a lease on the time axis: from its start to its end, as the middle of what is known. */
function laidRead(model, lease, read) {
  const at = (name) => model.sinceStart(lease.holder_engine_id, lease.holder_incarnation, read[name]);
  const middle = (name) => (at(`${name}_min_ns`) + at(`${name}_max_ns`)) / 2;
  const outcome = has(read.time_ms) ? read.time_ms - model.startMs : NaN;
  const to = middle('finished');
  const asked = middle('asked');
  // A clock of another life says nothing on this lease's time; then the outcome's record has to do.
  const usable = Number.isFinite(to) && !(Math.abs(to - outcome) > FAR_MS);
  const x1 = usable ? to : outcome;
  const x0 = middle('started');
  return {
    read,
    violation: model.violationOfRead(lease, read),
    asked,
    x0: usable && Number.isFinite(x0) ? x0 : x1,
    x1: Number.isFinite(x1) ? x1 : asked,
    halfWidth: usable && has(read.finished_min_ns) ? minus(read.finished_max_ns, read.finished_min_ns) / 2e6 : 0,
  };
}

function laidLease(model, lease) {
  const at = (ns) => model.sinceStart(lease.holder_engine_id, lease.holder_incarnation, ns);
  const reads = lease.reads.map((read) => laidRead(model, lease, read)).filter((read) => Number.isFinite(read.x1));
  const start = at(lease.allocated_ns);
  const x0 = Number.isFinite(start) ? start : lease.time_ms - model.startMs;
  const deadline = at(lease.expiry_ns);
  const ended = at(lease.end_ns);
  const ends = [ended, deadline, model.lifeEnd(lease.holder_engine_id, lease.holder_incarnation)].filter(Number.isFinite);
  const x1 = ends.length ? Math.min(...ends) : model.endMs - model.startMs;
  return {
    lease, reads, x0, x1, deadline, ended,
    openEnd: !ends.length,
    suspect: lease.suspect,
    band: lease.suspect ? Math.max(0, ...reads.map((read) => read.halfWidth)) : 0,
    last: Math.max(x1, Number.isFinite(deadline) ? Math.min(deadline, x1 + 60000) : x1, ...reads.map((read) => read.x1)),
  };
}

/** First row whose last lease is over; the rows are tried in order, so that lanes stay dense. */
function pack(bars) {
  bars.sort((a, b) => a.x0 - b.x0);
  const free = [];
  const rows = [];
  for (const bar of bars) {
    let row = free.findIndex((until) => until <= bar.x0);
    if (row < 0) { row = free.length; rows.push([]); }
    free[row] = bar.last;
    bar.row = row;
    rows[row].push(bar);
  }
  return rows;
}

/** Violations that have no bar to stand on: a lease nobody knows, or one that was left out. */
function loose(model, drawnReads) {
  return model.violations.filter((v) => !drawnReads.has(v)).map((v) => {
    const at = (ns) => model.sinceStart(v.holder_engine_id, v.holder_incarnation, ns);
    const finished = v.read ? (at(v.read.finished_min_ns) + at(v.read.finished_max_ns)) / 2 : NaN;
    const told = v.time_ms - model.startMs;
    const x = Math.abs(finished - told) <= FAR_MS ? finished : told;
    return { violation: v, x0: x, x1: x };
  });
}

/** The lanes, the holders with the most violations first. */
function lanesOf(model, onlySuspects) {
  const lanes = new Map();
  const lane = (holder) => {
    if (!lanes.has(holder)) lanes.set(holder, { holder, bars: [], loose: [], marks: [], lives: model.lives.get(holder) || [] });
    return lanes.get(holder);
  };
  const drawnReads = new Set();
  for (const lease of model.audit.leases) {
    if (onlySuspects && !lease.suspect) continue;
    const bar = laidLease(model, lease);
    bar.reads.forEach((read) => { if (read.violation) drawnReads.add(read.violation); });
    lane(lease.holder_engine_id).bars.push(bar);
  }
  loose(model, drawnReads).forEach((item) => lane(item.violation.holder_engine_id).loose.push(item));
  for (const one of lanes.values()) {
    one.rows = pack(one.bars);
    if (one.loose.length) {
      one.rows.push([]);
      one.loose.forEach((item) => { item.row = one.rows.length - 1; });
    }
    one.marks = [...one.bars.flatMap((bar) => bar.reads.filter((read) => read.violation).map((read) => ({ ...read, row: bar.row, bar }))), ...one.loose];
    one.restarts = one.lives.slice(1).map((life) => ({ x: life.first_ms - model.startMs, life }));
  }
  const worst = (one) => one.marks.reduce((sum, m) => sum + (m.violation.certainty === 'CERTAIN' ? 1e6 : 1), 0);
  return [...lanes.values()].sort((a, b) => worst(b) - worst(a) || (a.holder < b.holder ? -1 : 1));
}
