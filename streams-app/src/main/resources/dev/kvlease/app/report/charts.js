// Answers over time, and what was known of each pair's clocks over time.

const SERIES = ['s1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'];

/** READABLE at the bottom, EXPIRED on it, what was taken back on top; small ones together. */
function seriesOf(audit) {
  const totals = [];
  for (const answer of ['READABLE', 'EXPIRED', 'REVOKED']) {
    for (const [reason, n] of Object.entries(audit.summary.verdicts[answer] || {})) totals.push({ answer, reason, n });
  }
  const largest = [...totals].sort((a, b) => b.n - a.n).slice(0, SERIES.length - 1);
  const kept = totals.filter((one) => largest.includes(one));
  const rest = totals.filter((one) => !largest.includes(one));
  const series = kept.map((one, i) => ({ ...one, colour: SERIES[i], of: (verdicts) => (verdicts[one.answer] || {})[one.reason] || 0 }));
  if (rest.length) {
    series.push({ answer: '', reason: `${plural(rest.length, 'other reason')}`, n: rest.reduce((sum, one) => sum + one.n, 0), colour: SERIES[SERIES.length - 1],
      of: (verdicts) => rest.reduce((sum, one) => sum + ((verdicts[one.answer] || {})[one.reason] || 0), 0) });
  }
  return series;
}

function answersBlock(model) {
  const { audit } = model;
  const series = seriesOf(audit);
  const { spans, width_ms: width } = audit.over_time;
  const off = new Set();
  const chart = h('div', { class: 'chart' });
  const draw = (pixels) => chart.replaceChildren(answersChart(model, series.filter((one) => !off.has(one)), spans, width, pixels));
  drawn(chart, draw);
  const keys = h('ul', { class: 'legend toggles' }, series.map((one) => h('li', {}, h('button', { type: 'button', 'aria-pressed': 'true', onclick: (event) => {
    const pressed = off.has(one);
    if (pressed) off.delete(one); else off.add(one);
    event.currentTarget.setAttribute('aria-pressed', String(pressed));
    draw(chart.clientWidth);
  } }, h('span', { class: `key ${one.colour}`, 'aria-hidden': 'true' }), one.answer && h('b', {}, `${one.answer} `), visible(one.reason), h('span', { class: 'muted' }, ` ${count(one.n)}`)))));
  return section('answers', 'Answers over time', `Verdicts per ${span(width * 1e6).replace('.000', '')}, by reason. Press a reason to leave it out.`,
    series.length ? [keys, chart] : h('p', { class: 'calm' }, 'Nobody asked.'));
}

function answersChart(model, series, spans, spanMs, width) {
  const height = 200;
  const pad = { left: 44, bottom: 22, top: 8 };
  const from = Math.floor(model.startMs / spanMs) * spanMs;
  const to = Math.max(from + spanMs, Math.floor(model.endMs / spanMs) * spanMs + spanMs);
  const most = Math.max(1, ...spans.map((one) => series.reduce((sum, s) => sum + s.of(one.verdicts), 0)));
  const x = (ms) => pad.left + (ms - from) / (to - from) * (width - pad.left - 6);
  const y = (n) => height - pad.bottom - n / most * (height - pad.bottom - pad.top);
  const paths = new Map(series.map((one) => [one, []]));
  for (const one of spans) {
    const left = x(one.from_ms);
    const wide = Math.max(0.6, x(one.from_ms + spanMs) - left - (x(one.from_ms + spanMs) - left > 3 ? 1 : 0));
    let sum = 0;
    for (const s of series) {
      const n = s.of(one.verdicts);
      if (!n) continue;
      paths.get(s).push(`M${left.toFixed(1)} ${y(sum + n).toFixed(1)}h${wide.toFixed(1)}V${y(sum).toFixed(1)}h${(-wide).toFixed(1)}Z`);
      sum += n;
    }
  }
  const chart = svg('svg', { width, height, role: 'img', 'aria-label': `Answers over time: at most ${count(most)} in ${span(spanMs * 1e6)}` },
    grid(x, y, from, to, most, width, height, pad, count),
    [...paths.entries()].map(([s, parts]) => svg('path', { class: s.colour, d: parts.join('') })));
  chart.addEventListener('pointermove', (event) => {
    const at = from + (event.clientX - chart.getBoundingClientRect().left - pad.left) / (width - pad.left - 6) * (to - from);
    const one = spans.find((s) => s.from_ms <= at && at < s.from_ms + spanMs);
    tip(one && [h('b', {}, shortTime(one.from_ms)), series.filter((s) => s.of(one.verdicts)).map((s) => h('p', {}, `${count(s.of(one.verdicts))} ${s.answer} ${visible(s.reason)}`))], event.clientX, event.clientY);
  });
  chart.addEventListener('pointerleave', () => tip(null));
  return chart;
}

/** Lines and labels of both axes. */
function grid(x, y, from, to, most, width, height, pad, label) {
  const step = timeStep(to - from, Math.max(2, width / 120));
  const rise = Math.max(1, niceStep(most, 4));
  const parts = [];
  for (let n = 0; n <= most; n += rise) {
    parts.push(svg('line', { class: 'grid', x1: pad.left, x2: width - 6, y1: y(n), y2: y(n) }), svg('text', { class: 'axis', x: pad.left - 6, y: y(n) + 4, 'text-anchor': 'end' }, label(n)));
  }
  for (let ms = Math.ceil(from / step) * step; ms <= to; ms += step) {
    if (x(ms) > width - 30 || x(ms) < pad.left + 10) continue;
    parts.push(svg('text', { class: 'axis', x: x(ms), y: height - 6, 'text-anchor': 'middle' }, tickLabel(ms, step)));
  }
  return parts;
}

const CLOCKS_AT_FIRST = 8;

function clocksBlock(model) {
  const { clocks } = model.audit;
  const wrong = new Map();
  model.violations.forEach((v) => { const pair = key(v.holder_engine_id, v.reader_engine_id); wrong.set(pair, (wrong.get(pair) || 0) + 1); });
  const violations = (clock) => wrong.get(key(clock.holder_engine_id, clock.reader_engine_id)) || 0;
  const order = clocks.filter((clock) => clock.points.length).sort((a, b) => violations(b) - violations(a));
  const list = h('div', { class: 'clocks' });
  const result = h('span', { class: 'found' });
  let shown = CLOCKS_AT_FIRST;
  const search = h('input', { type: 'search', placeholder: 'Holder or reader', 'aria-label': 'Search pairs', oninput: () => render() });
  const render = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = order.filter((clock) => words.every((word) => `${clock.holder_engine_id}\n${clock.reader_engine_id}`.toLowerCase().includes(word)));
    result.textContent = plural(found.length, 'pair');
    list.replaceChildren(...found.slice(0, shown).map((clock) => clockCard(model, clock, violations(clock))));
    if (found.length > shown) list.append(h('button', { type: 'button', class: 'more-button', onclick: () => { shown += 24; render(); } }, `Show more (${count(found.length - shown)} left)`));
  };
  const block = section('clocks', 'Clocks of each pair', 'How far the holder’s clock is ahead of the reader’s, against the first value; the band is what the bounds allow. Pairs with violations first.',
    order.length ? [order.length > CLOCKS_AT_FIRST && h('div', { class: 'toolbar' }, search, result), list] : h('p', { class: 'calm' }, 'No clock sample is among the records.'));
  render();
  return block;
}

/** Points of one pair of lives: a restart begins another part. */
function partsOf(clock) {
  const parts = [];
  for (const point of clock.points) {
    const last = parts[parts.length - 1];
    if (last && last[0].holder_incarnation === point.holder_incarnation && last[0].reader_incarnation === point.reader_incarnation) last.push(point);
    else parts.push([point]);
  }
  return parts;
}

function clockCard(model, clock, violations) {
  const last = clock.points[clock.points.length - 1];
  const parts = partsOf(clock);
  const chart = h('div', { class: 'chart' });
  drawn(chart, (width) => chart.replaceChildren(clockChart(model, clock, parts, width)));
  const width = minus(last.hi_ns, last.lo_ns);
  return h('article', { class: 'card clock' },
    h('h3', {}, id(clock.holder_engine_id), ' − ', id(clock.reader_engine_id), violations > 0 && h('span', { class: 'muted small' }, ` ${plural(violations, 'violation')}`)),
    h('p', { class: 'num small' }, `${clockTime(last.offset_ns)} s, give or take ${span(width / 2)}`, last.suspect && h('b', {}, ' in doubt'), last.steps > 0 && ` · ${plural(last.steps, 'step')}`, parts.length > 1 && ` · ${plural(parts.length - 1, 'restart')}`), chart);
}

function clockChart(model, clock, parts, width) {
  const height = 120;
  const pad = { left: 64, bottom: 20, top: 8, right: 6 };
  const values = parts.flatMap((part) => part.flatMap((p) => [minus(p.lo_ns, part[0].offset_ns), minus(p.hi_ns, part[0].offset_ns)]));
  const low = Math.min(...values);
  const high = Math.max(...values, low + 1);
  const x = (ms) => pad.left + (ms - model.startMs) / (model.endMs - model.startMs) * (width - pad.left - pad.right);
  const y = (ns) => pad.top + (high - ns) / (high - low) * (height - pad.top - pad.bottom);
  const drawing = svg('svg', { width, height, role: 'img', 'aria-label': `Offset of ${visible(clock.holder_engine_id)} and ${visible(clock.reader_engine_id)} over time, between ${span(low)} and ${span(high)} of its first value` });
  const rise = niceStep(high - low, 3);
  for (let ns = Math.ceil(low / rise) * rise; ns <= high; ns += rise) {
    drawing.append(svg('line', { class: 'grid', x1: pad.left, x2: width - pad.right, y1: y(ns), y2: y(ns) }), svg('text', { class: 'axis', x: pad.left - 6, y: y(ns) + 4, 'text-anchor': 'end' }, axisSpan(ns, rise)));
  }
  const step = timeStep(model.endMs - model.startMs, Math.max(2, (width - pad.left) / 90));
  for (let ms = Math.ceil(model.startMs / step) * step; ms <= model.endMs; ms += step) {
    if (x(ms) < width - 28 && x(ms) > pad.left + 16) drawing.append(svg('text', { class: 'axis', x: x(ms), y: height - 4, 'text-anchor': 'middle' }, tickLabel(ms, step)));
  }
  for (const part of parts) {
    const base = part[0].offset_ns;
    const at = (p, name) => `${x(p.time_ms).toFixed(1)} ${y(minus(p[name], base)).toFixed(1)}`;
    const hold = parts.indexOf(part) === parts.length - 1 ? model.endMs : parts[parts.indexOf(part) + 1][0].time_ms;
    const end = { ...part[part.length - 1], time_ms: hold };
    const points = [...part, end];
    drawing.append(
      svg('path', { class: 'band', d: `M${points.map((p) => at(p, 'hi_ns')).join('L')}L${[...points].reverse().map((p) => at(p, 'lo_ns')).join('L')}Z` }),
      svg('path', { class: 'line', d: `M${points.map((p) => at(p, 'offset_ns')).join('L')}` }),
      part.filter((p) => p.suspect).map((p) => svg('path', { class: 'doubt', d: `M${x(p.time_ms) - 4} ${y(minus(p.offset_ns, base)) - 4}l8 8m0 -8l-8 8` })));
    if (part !== parts[0]) drawing.append(svg('line', { class: 'restart', x1: x(part[0].time_ms), x2: x(part[0].time_ms), y1: pad.top, y2: height - pad.bottom }));
  }
  return drawing;
}
