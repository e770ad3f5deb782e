// One page for each violation: what happened to the lease on both clocks, and the numbers that decide.

function readPage(model, v) {
  const order = [...model.violations].sort((a, b) => a.time_ms - b.time_ms);
  const at = order.indexOf(v);
  const link = (other, words, name) => (other ? h('a', { class: 'button', href: pageOf(other), 'aria-label': name }, words) : h('span', { class: 'button off' }, words));
  const suspect = model.suspectOf(v);
  return [
    h('nav', { class: 'crumbs', 'aria-label': 'Violations' }, h('a', { href: '#/' }, '← Overview'), h('span', { class: 'grow' }),
      link(order[at - 1], '‹ earlier', 'Earlier violation'), h('span', { class: 'muted' }, `${count(at + 1)} of ${count(order.length)}`), link(order[at + 1], 'later ›', 'Later violation')),
    h('section', { class: `hero read ${v.certainty === 'CERTAIN' ? 'bad' : 'doubt'}`, 'aria-label': 'What happened' },
      h('p', { class: 'kind' }, badge(v.certainty), ' ', h('code', {}, v.type), v.incomplete && h('span', { class: 'warn' }, ' Lease events are missing that might change this.')),
      h('h1', { id: 'headline' }, sentence(v)),
      facts([
        ['When', `${dateAndTime(v.time_ms)} UTC`],
        ['Read', v.read_request_id && [id(v.read_request_id), ' by ', id(v.reader_engine_id)]],
        ['Lease', [v.request_id ? id(v.request_id) : '', ' at ', id(v.holder_engine_id), has(v.lease_seq) ? `, allocation seq ${count(v.lease_seq)}` : '']],
        ['Why', `${v.cause_meaning[0].toUpperCase()}${v.cause_meaning.slice(1)}${v.end_reason ? ` (${visible(v.end_reason)})` : ''}.`],
        ['The reader had been told', toldWords(v)],
      ])),
    lifeBlock(model, v, suspect),
    formulaBlock(model, v),
    ownersBlock(v),
    verdictsBlock(v, suspect),
    recordsBlock(v, suspect),
  ];
}

/** The lease and the read on both clocks, and the moment that decides, enlarged. */
function lifeBlock(model, v, suspect) {
  if (!v.read || !v.lease || !has(v.lease.allocated_ns)) return null;
  const chart = h('div', { class: 'chart' });
  const lens = h('div', { class: 'chart' });
  const lease = model.leaseOf(v);
  drawn(chart, (width) => chart.replaceChildren(lifeChart(model, v, lease, suspect, width)));
  if (has(v.read.finished_min_ns) && has(v.lease.end_ns)) drawn(lens, (width) => lens.replaceChildren(lensChart(v, width)));
  return section('life', 'The life of the lease, on both clocks', null, chart,
    has(v.read.finished_min_ns) && has(v.lease.end_ns) ? [h('h3', {}, 'The moment that decides'), lens] : null);
}

/** What the life chart shows, in ns since the lease's allocation on the holder's clock; NaN where it is not known. */
function lifeTimes(model, v, lease, suspect) {
  const zero = v.lease.allocated_ns;
  const rel = (ns) => (has(ns) ? minus(ns, zero) : NaN);
  const middle = (from, to) => (rel(from) + rel(to)) / 2;
  const shift = v.clock ? v.clock.offset_ns : undefined;
  const byRecord = (ms) => 1e6 * (ms - model.startMs - model.sinceStart(v.holder_engine_id, v.holder_incarnation, zero));
  const restart = v.cause === 'RESTART' ? byRecord(model.startMs + model.lifeEnd(v.holder_engine_id, v.holder_incarnation)) : NaN;
  const known = middle(v.read.finished_min_ns, v.read.finished_max_ns);
  const finished = Number.isFinite(known) ? known : v.outcome_at ? byRecord(v.outcome_at.time_ms) : NaN;
  const took = minus(v.read.finished_ns, v.read.started_ns);
  const own = ((lease && lease.reads) || []).find((read) => read.read_request_id === v.read_request_id && read.reader_engine_id === v.reader_engine_id);
  const said = ((suspect && suspect.verdicts) || []).find((one) => one.read_request_id === v.read_request_id && one.reader_engine_id === v.reader_engine_id && has(one.readable_until_ns));
  return {
    zero, shift, rel, finished, restart, own,
    started: finished - took,
    end: rel(v.lease.end_ns),
    deadline: rel(v.lease.expiry_ns),
    asked: own ? middle(own.asked_min_ns, own.asked_max_ns) : NaN,
    until: said && has(said.evidence.point_ns) ? rel(big(said.readable_until_ns) + big(said.evidence.point_ns)) : NaN,
  };
}

/** Times on the holder's clock are drawn to scale; the reader's clock stands below at the same instants. */
function lifeChart(model, v, lease, suspect, width) {
  const t = lifeTimes(model, v, lease, suspect);
  const finite = (...values) => values.filter(Number.isFinite);
  const height = 182;
  const last = Math.max(...finite(t.finished, t.end, t.deadline, t.restart), 1);
  const over = Math.min(...finite(t.end, t.deadline, t.restart), last);
  // A deadline far off would press all that happened into a corner: then it is only pointed at.
  const near = 2.5 * Math.max(...finite(t.finished, t.end, t.restart, t.asked), 1);
  const most = t.deadline > near ? near : last * 1.06;
  const x = (ns) => 12 + Math.min(ns, most) / most * (width - 24);
  const drawing = svg('svg', { width, height, role: 'img', 'aria-label': sentence(v) });
  const labels = new Labels(width, drawing);
  lifeAxes(drawing, v, t, most, x, width);
  const upright = (name, ns, from, to) => drawing.append(svg('line', { class: name, x1: x(ns), x2: x(ns), y1: from, y2: to }));
  if (t.deadline > over) drawing.append(svg('rect', { class: 'promised', x: x(over), y: 56, width: x(t.deadline) - x(over), height: 26 }));
  drawing.append(svg('rect', { class: 'lease', x: x(0), y: 56, width: Math.max(2, x(over) - x(0)), height: 26, rx: 2 }));
  ((lease && lease.extensions) || []).forEach((extension) => upright('extended', t.rel(extension.engine_clock_ns), 56, 82));
  if (t.deadline > most) labels.put(width, 44, `deadline at +${span(t.deadline)} →`, '');
  else if (Number.isFinite(t.deadline)) { upright('deadline', t.deadline, 48, 88); labels.put(x(t.deadline), 44, 'deadline', ''); }
  if (Number.isFinite(t.end) && t.end !== t.deadline) { upright('end', t.end, 48, 124); labels.put(x(t.end), 44, AFTER_LABELS[v.cause] || 'end', 'certain-text'); }
  if (Number.isFinite(t.restart)) { upright('restart', t.restart, 48, 124); labels.put(x(t.restart), 44, 'restart', 'certain-text'); }
  if (Number.isFinite(t.finished)) {
    drawing.append(svg('rect', { class: 'late', x: x(Math.min(over, t.finished)), y: 109, width: Math.max(0, x(t.finished) - x(Math.min(over, t.finished))), height: 2 }),
      svg('rect', { class: 'read', x: x(t.started), y: 103, width: Math.max(3, x(t.finished) - x(t.started)), height: 14, rx: 2 }),
      svg('path', { class: v.certainty === 'CERTAIN' ? 'diamond-certain' : 'diamond-possible', d: `M${x(t.finished)} 101l9 9l-9 9l-9 -9Z` }));
    labels.put(x(t.finished), 134, Number.isFinite(t.end) ? 'read ended' : 'read ended, by record time', 'certain-text');
  }
  if (Number.isFinite(t.asked)) { drawing.append(svg('path', { class: 'asked', d: `M${x(t.asked)} 99l6 -10h-12Z` })); labels.put(x(t.asked), 134, t.own.answer === 'REVOKED' ? 'asked: READABLE' : `asked: ${t.own.answer || ''}`, ''); }
  if (t.until <= most) { upright('until', t.until, 96, 124); labels.put(x(t.until), 134, 'may start until', ''); }
  const name = `lease of ${visible(v.request_id)}`;
  if (x(over) - x(0) > 12 + 8 * name.length) { drawing.append(svg('text', { class: 'label strong', x: x(0) + 6, y: 73 }, name)); }
  return drawing;
}

const AFTER_LABELS = { RELEASE: 'released', REPLACEMENT: 'replaced', REUSE: 'block reused', SWEEP: 'swept' };

function lifeAxes(drawing, v, t, most, x, width) {
  const step = niceStep(most / 1e9, Math.max(2, width / 130)) * 1e9;
  const first = 7 * Math.max(visible(v.holder_engine_id).length, visible(v.reader_engine_id || '').length) + 140;
  for (let ns = 0; ns <= most; ns += step) {
    if (ns > 0 && x(ns) < first) continue;
    const label = (y, engine, zero) => svg('text', { class: 'axis', x: x(ns), y, 'text-anchor': ns === 0 ? 'start' : x(ns) > width - 40 ? 'end' : 'middle' },
      ns === 0 ? `${visible(engine)}: ${clockTime(zero)}` : `+${axisSpan(ns, step)}`);
    drawing.append(svg('line', { class: 'grid', x1: x(ns), x2: x(ns), y1: 22, y2: 158 }), label(14, v.holder_engine_id, t.zero));
    if (has(t.shift)) drawing.append(label(174, v.reader_engine_id, big(t.zero) - big(t.shift)));
  }
}

/** The lease's end and what is known of the read's end, on a scale where the doubt can be seen. */
function lensChart(v, width) {
  const height = 92;
  const from = Number(v.read.past_end_min_ns);
  const to = Number(v.read.past_end_max_ns);
  const reach = Math.max(Math.abs(from), Math.abs(to), 1);
  const low = Math.min(0, from) - reach * 0.12;
  const high = Math.max(0, to) + reach * 0.12;
  const x = (ns) => 12 + (ns - low) / (high - low) * (width - 24);
  const drawing = svg('svg', { width, height, role: 'img', 'aria-label': `The read ended ${spanRange(from, to)} past the lease's end` });
  const step = niceStep(high - low, Math.max(2, width / 130));
  for (let ns = Math.ceil(low / step) * step; ns <= high; ns += step) {
    drawing.append(svg('line', { class: 'grid', x1: x(ns), x2: x(ns), y1: 4, y2: 70 }), svg('text', { class: 'axis', x: x(ns), y: 86, 'text-anchor': x(ns) > width - 50 ? 'end' : x(ns) < 50 ? 'start' : 'middle' }, Math.abs(ns) < step / 2 ? 'end of the lease' : `${ns > 0 ? '+' : ''}${axisSpan(ns, step)}`));
  }
  drawing.append(svg('rect', { class: 'lease', x: x(low), y: 10, width: x(0) - x(low), height: 16 }),
    svg('line', { class: 'end', x1: x(0), x2: x(0), y1: 2, y2: 70 }),
    svg('rect', { class: 'doubtspan', x: x(from), y: 36, width: Math.max(2, x(to) - x(from)), height: 18 }),
    svg('path', { class: 'caps', d: `M${x(from)} 32v26M${Math.max(x(to), x(from) + 2)} 32v26` }));
  const words = from === to ? 'the read ended here' : 'the read ended in here';
  const right = x(to) + 8 + words.length * 6.5 < width;
  drawing.append(svg('text', { class: 'label', x: right ? x(to) + 8 : x(from) - 8, y: 49, 'text-anchor': right ? 'start' : 'end' }, words));
  return drawing;
}

/** The rule with the numbers put in; computed here again, so that anybody can check what was judged. */
function formulaBlock(model, v) {
  if (!v.read) return null;
  if (!has(v.read.finished_min_ns) || !has(v.lease.end_ns) || !v.clock) {
    return section('formula', 'The numbers', null, h('p', {}, v.cause === 'RESTART'
      ? 'A read of a life of the holder that was over when its end could have been judged: whether the blocks were still there is not known, hence POSSIBLE.'
      : 'No lease of this name was known when the read was judged, so there is no end to compare with, hence POSSIBLE.'));
  }
  const ppm = model.audit.meta.settings.drift_ppm;
  const finished = big(v.read.finished_ns);
  const lo = big(v.clock.lo_ns);
  const hi = big(v.clock.hi_ns);
  const ref = big(v.clock.ref_ns);
  const end = big(v.lease.end_ns);
  const widen = drift(finished - ref, ppm);
  const least = finished + lo - widen;
  const most = finished + hi + widen;
  const asJudged = least === big(v.read.finished_min_ns) && most === big(v.read.finished_max_ns);
  const line = (name, how, value) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, how), h('td', { class: 'num' }, value));
  const certain = big(v.read.finished_min_ns) >= end;
  return section('formula', 'The numbers', `All in seconds. f is the read’s end on ${visible(v.reader_engine_id)}’s clock; lo, hi and ref are what was known of the two clocks when its outcome came.`,
    h('div', { class: 'scroll' }, h('table', { class: 'formula' }, h('caption', { class: 'visually-hidden' }, 'How the violation was judged'), h('tbody', {},
      line('f', 'the read’s end, reader’s clock', clockTime(finished)),
      line('lo', 'least offset', clockTime(lo)), line('hi', 'greatest offset', clockTime(hi)), line('ref', 'when that was known, reader’s clock', clockTime(ref)),
      line('drift(f − ref)', `|${clockTime(finished - ref)}| × ${ppm} / 1,000,000, rounded up`, clockTime(widen)),
      line('f_min = H_min(f)', 'f + lo − drift(f − ref)', clockTime(asJudged ? least : v.read.finished_min_ns)),
      line('f_max = H_max(f)', 'f + hi + drift(f − ref)', clockTime(asJudged ? most : v.read.finished_max_ns)),
      line('e', `the lease’s end, holder’s clock: ${visible(v.cause_meaning)}`, clockTime(end)),
      line('f_min − e', certain ? 'not below 0, so the read ended after e whatever the clocks: CERTAIN' : 'below 0: not certain', clockTime(v.read.past_end_min_ns)),
      line('f_max − e', certain ? '' : 'not below 0, so it may have ended after e: POSSIBLE', clockTime(v.read.past_end_max_ns))))),
    h('p', { class: 'small muted', id: 'recomputed' }, asJudged ? '✓ Computed again on this page from f, lo, hi and ref: the same to the nanosecond.' : 'The clocks’ state has moved on since; f_min and f_max are as judged.'));
}

function ownersBlock(v) {
  if (!v.takers.length) {
    return section('owners', 'Who owns the blocks', null, h('p', {}, v.by
      ? ['The blocks had been given to ', id(v.by), '.'] : 'No allocation of these blocks to another request is known by the end of the read. The bytes may still have been the lease’s own, or being overwritten.'));
  }
  const sharing = v.takers.length - v.takers.filter(ownsBlocks).length;
  const wait = (taker) => (has(v.lease.end_ns) ? signedSpan(minus(taker.allocated_ns, v.lease.end_ns)) : '');
  return section('owners', 'Who owns the blocks', 'Requests of the same holder that had been given blocks of this lease by the end of the read, the latest first. Blocks for itself alone are those whose bytes may have been read.',
    h('div', { class: 'scroll' }, h('table', { class: 'plain' }, h('caption', { class: 'visually-hidden' }, 'Requests that had been given the blocks'),
      h('thead', {}, h('tr', {}, ['Request', 'Blocks', 'For itself alone', 'Given to it, from the lease’s end', 'Allocation seq'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, v.takers.map((taker) => h('tr', {}, h('td', {}, id(taker.request_id)), h('td', { class: 'num' }, count(taker.blocks)),
        h('td', { class: 'num' }, has(taker.exclusive_blocks) ? count(taker.exclusive_blocks) : 'not said'), h('td', { class: 'num' }, wait(taker)), h('td', { class: 'num' }, count(taker.lease_seq))))))),
    sharing > 0 && h('p', { class: 'more' }, `${plural(sharing, 'request only shares', 'requests only share')} a common beginning with the lease, which reads the same for both.`),
    v.takers_in_all > v.takers.length && h('p', { class: 'more' }, `The latest ${count(v.takers.length)} of ${count(v.takers_in_all)}.`));
}

function verdictsBlock(v, suspect) {
  const verdicts = ((suspect && suspect.verdicts) || []).filter((one) => one.read_request_id === v.read_request_id && one.reader_engine_id === v.reader_engine_id);
  if (!verdicts.length) return null;
  return section('verdicts', 'What the reader was told, and how that was computed', null, verdicts.map(verdictCard));
}

function recordsBlock(v, suspect) {
  const places = facts([['Outcome', v.outcome_at && placeWords(v.outcome_at)], ['Judged by', v.judged_at && placeWords(v.judged_at)], ['Violation', id(v.violation_id)]]);
  const command = explainCommand(v.holder_engine_id, v.request_id, v.read_request_id, '--input …');
  return section('records', 'The records', null,
    suspect && storyList(suspect.timeline),
    suspect && suspect.entries_left_out > 0 && h('p', { class: 'more' }, `${plural(suspect.entries_left_out, 'later record')} left out.`),
    !suspect && h('p', {}, 'The records of this lease are not in this file.'),
    places, h('p', { class: 'small muted' }, 'The same in a terminal:'), h('pre', { class: 'command' }, h('code', {}, command)));
}
