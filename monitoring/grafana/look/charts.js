// Draws panels as SVG, as nearly like Grafana as it takes to judge a dashboard.

const NAMED = { green: '#73bf69', orange: '#ff9830', red: '#f2495c' };
const COLOURS = ['#73bf69', '#f2cc0c', '#5794f2', '#ff9830', '#f2495c', '#b877d9', '#37872d', '#8ab8ff', '#e0b400', '#c4162a', '#8f3bb8', '#1f60c4'];
const SVG = 'http://www.w3.org/2000/svg';
const [WIDTH, LEFT, BOTTOM, TOP] = [600, 46, 16, 6];

const SCALES = {
  s: [[86400, 'd'], [3600, 'h'], [60, 'min'], [1, 's'], [1e-3, 'ms'], [1e-6, 'µs']],
  bytes: [[2 ** 40, 'TiB'], [2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [2 ** 10, 'KiB'], [1, 'B']],
};
const ENDS = { reqps: ' req/s', ops: ' ops/s' };

/** A value in words, as its unit has it. */
export function worded(value, unit) {
  if (value === Infinity) return '∞';
  if (unit === 'ms') return worded(value / 1000, 's');
  const scale = SCALES[unit]?.find(([size]) => Math.abs(value) >= size);
  if (scale) return `${round(value / scale[0])} ${scale[1]}`;
  if (unit === 'percentunit') return `${round(value * 100)}%`;
  if (Math.abs(value) >= 1e4) return `${round(value / 1e3)} K${ENDS[unit] ?? ''}`;
  return `${round(value)}${ENDS[unit] ?? ''}`;
}

function round(value) {
  return String(Number(value.toPrecision(3)));
}

export function element(name, attributes = {}, ...children) {
  const made = ['svg', 'path', 'line', 'rect', 'text', 'g'].includes(name)
    ? document.createElementNS(SVG, name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** One number, or one for each series. */
export function number(panel, series) {
  const { unit, thresholds } = panel.fieldConfig.defaults;
  return series.map(({ points }) => {
    const value = points.at(-1)[1];
    const step = thresholds.steps.filter((each) => each.value === null || value >= each.value).at(-1);
    return element('div', { class: 'number', style: `color: ${step.color === 'red' ? '#e02f44' : '#299c46'}` }, worded(value, unit));
  });
}

/** A row for each series. */
export function table(panel, series) {
  const columns = panel.transformations[0].options.include.names.filter((name) => name !== 'Value');
  const { unit } = panel.fieldConfig.defaults;
  const line = (cell, values) => element('tr', {}, ...values.map((value) => element(cell, {}, value)));
  const rows = series.map(({ labels, points }) => line('td', [...columns.map((column) => labels[column] ?? ''), worded(points[0][1], unit)]));
  return [element('div', { class: 'rows' }, element('table', {}, line('th', [...columns, 'Value']), ...rows))];
}

/** Lines, areas on each other, or bars. */
export function lines(panel, series, time, height) {
  const { unit, custom, thresholds } = panel.fieldConfig.defaults;
  const stacked = custom.stacking.mode === 'normal';
  const limit = custom.thresholdsStyle.mode === 'line' ? thresholds.steps.at(-1).value : undefined;
  const heaped = stacked ? heap(series) : series.map(({ points }) => points.map(([at, value]) => [at, 0, value]));
  const colours = coloursOf(panel, series);
  const highest = Math.max(0, ...heaped.flat().map(([, , value]) => value));
  const top = niceTop(highest);
  const ticks = [0, 1, 2, 3, 4].map((part) => [(top * part) / 4, worded((top * part) / 4, unit in ENDS ? 'short' : unit)]);
  const frame = new Frame(time, top, height, ticks);
  heaped.map((points, index) => frame.draw(points, colours[index], custom)).reverse().forEach((drawn) => frame.add(drawn));
  if (limit !== undefined && limit <= frame.top) frame.add(frame.across(limit, '#e02f44'));
  const legend = series.map(({ name, points }, index) =>
    element('span', { style: `--colour: ${colours[index]}` }, `${name} ${worded(points.at(-1)[1], unit)}`));
  return [frame.svg, element('div', { class: 'legend' }, ...legend)];
}

function coloursOf(panel, series) {
  const fixed = Object.fromEntries(panel.fieldConfig.overrides.map(({ matcher, properties }) => [matcher.options, NAMED[properties[0].value.fixedColor]]));
  return series.map(({ name }, index) => fixed[name] ?? COLOURS[index % COLOURS.length]);
}

function heap(series) {
  const below = new Map();
  return series.map(({ points }) => points.map(([at, value]) => {
    const from = below.get(at) ?? 0;
    below.set(at, from + value);
    return [at, from, from + value];
  }));
}

function niceTop(highest) {
  if (highest === 0) return 1;
  const size = 10 ** Math.floor(Math.log10(highest));
  return [1, 1.2, 1.6, 2, 3, 4, 6, 8, 10].find((factor) => factor * size >= highest * 1.0001) * size;
}

/** How often each bucket of a histogram was met. */
export function heatmap(panel, series, time, height) {
  const buckets = series.map(({ labels, points }) => ({ bound: Number(labels.le.replace('+Inf', 'Infinity')), points: new Map(points) }))
    .sort((a, b) => a.bound - b.bound);
  const counts = buckets.map(({ points }, index) =>
    [...points].map(([at, upTo]) => [at, Math.max(0, upTo - (buckets[index - 1]?.points.get(at) ?? 0))]));
  const most = Math.max(1e-9, ...counts.flat().map(([, count]) => count));
  const ticks = buckets.map(({ bound }, index) => [index + 1, worded(bound, panel.options.yAxis.unit)]).filter((_, index) => index % 3 === 1);
  const frame = new Frame(time, buckets.length, height, ticks);
  counts.forEach((row, index) => row.filter(([, count]) => count > 1e-9).forEach(([at, count]) =>
    frame.add(frame.cell(at, index, index + 1, `rgb(255 120 10 / ${(count / most) ** 0.5})`))));
  return [frame.svg];
}

/** The axes of a chart, and what is between them. */
class Frame {
  constructor(time, top, height, ticks) {
    Object.assign(this, { time, top, height });
    this.svg = element('svg', { viewBox: `0 0 ${WIDTH} ${height}`, preserveAspectRatio: 'none' });
    for (const [value, words] of ticks) {
      this.add(element('line', { class: 'grid', x1: LEFT, x2: WIDTH, y1: this.y(value), y2: this.y(value) }));
      this.add(element('text', { x: LEFT - 4, y: this.y(value) + 3, 'text-anchor': 'end' }, words));
    }
    for (let part = 1; part < 5; part++) {
      const at = time.start + ((time.end - time.start) * part) / 5;
      this.add(element('text', { x: this.x(at), y: height - 3, 'text-anchor': 'middle' }, new Date(at * 1000).toTimeString().slice(0, time.end - time.start < 900 ? 8 : 5)));
    }
  }

  add(drawn) {
    this.svg.append(drawn);
  }

  x(at) {
    return LEFT + ((at - this.time.start) / (this.time.end - this.time.start)) * (WIDTH - LEFT);
  }

  y(value) {
    return TOP + (1 - value / this.top) * (this.height - TOP - BOTTOM);
  }

  across(value, stroke) {
    return element('line', { x1: LEFT, x2: WIDTH, y1: this.y(value), y2: this.y(value), stroke, 'stroke-dasharray': '4 3' });
  }

  cell(at, from, to, fill) {
    const width = this.x(at + this.time.stepS) - this.x(at);
    return element('rect', { x: this.x(at) - width, y: this.y(to), width: Math.max(1, width), height: Math.max(0, this.y(from) - this.y(to)), fill });
  }

  draw(points, colour, custom) {
    if (custom.drawStyle === 'bars') return element('g', {}, ...points.map(([at, from, to]) => this.cell(at, from, to, colour)));
    const runs = [];
    points.forEach((point, index) => {
      const joined = index > 0 && point[0] - points[index - 1][0] < 1.5 * this.time.stepS;
      joined ? runs.at(-1).push(point) : runs.push([point]);
    });
    const path = (run, side) => run.map((point) => `${this.x(point[0]).toFixed(1)},${this.y(point[side]).toFixed(1)}`).join('L');
    return element('g', {}, ...runs.flatMap((run) => [
      element('path', { d: `M${path(run, 2)}L${path([...run].reverse(), 1)}Z`, fill: colour, 'fill-opacity': custom.fillOpacity / 100 }),
      element('path', { d: `M${path(run, 2)}`, fill: 'none', stroke: colour, 'stroke-width': 1.5 })]));
  }
}
