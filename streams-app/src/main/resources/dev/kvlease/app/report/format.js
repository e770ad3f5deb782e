// Numbers, times and ids as people read them. All times of day are UTC.

const grouped = new Intl.NumberFormat('en-US');
const count = (value) => grouped.format(value || 0);
const plural = (n, one, many) => `${count(n)} ${n === 1 ? one : many || `${one}s`}`;
const percent = (part, whole) => (whole ? `${(100 * part / whole).toFixed(part / whole < 0.1 ? 1 : 0)} %` : '');

/** An id as it is, but for characters that nobody could see or that turn the text around. */
function visible(id) {
  return String(id).replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const iso = (ms) => new Date(ms).toISOString();
const timeOfDay = (ms) => iso(ms).slice(11, 23);
const dateAndTime = (ms) => `${iso(ms).slice(0, 10)} ${timeOfDay(ms)}`;
const shortTime = (ms) => iso(ms).slice(11, 19);

function longDate(ms) {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(ms);
}

/** An instant on an engine's clock: seconds with all nine decimals. */
function clockTime(ns) {
  const value = big(ns);
  const size = value < 0n ? -value : value;
  const seconds = grouped.format(size / 1000000000n);
  return `${value < 0n ? '−' : ''}${seconds}.${String(size % 1000000000n).padStart(9, '0')}`;
}

/** A span in the unit that suits it. */
function span(ns) {
  const value = Number(ns);
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (size < 1e3) return `${sign}${size} ns`;
  if (size < 1e6) return `${sign}${(size / 1e3).toFixed(3)} µs`;
  if (size < 1e9) return `${sign}${(size / 1e6).toFixed(3)} ms`;
  if (size < 120e9) return `${sign}${(size / 1e9).toFixed(3)} s`;
  if (size < 7200e9) return `${sign}${Math.floor(size / 60e9)} min ${Math.round(size / 1e9) % 60} s`;
  return `${sign}${Math.floor(size / 3600e9)} h ${Math.round(size / 60e9) % 60} min`;
}

/** A span of everyday length, in words. */
function duration(ms) {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return plural(seconds, 'second');
  if (seconds < 7200) return plural(Math.round(seconds / 60), 'minute');
  return seconds < 172800 ? plural(Math.round(seconds / 3600), 'hour') : plural(Math.round(seconds / 86400), 'day');
}

const signedSpan = (ns) => (Number(ns) > 0 ? `+${span(ns)}` : span(ns));

/** From and to of an interval in one unit, for example "245.153 to 245.738 ms". */
function spanRange(from, to) {
  const a = span(from);
  const b = span(to);
  if (a === b) return a;
  const unit = a.split(' ').pop();
  return a.split(' ').length === 2 && b.endsWith(` ${unit}`) ? `${a.slice(0, -unit.length - 1)} to ${b}` : `${a} to ${b}`;
}

/** Names joined as in a sentence, the rest counted. */
function names(list, most) {
  const shown = list.slice(0, most).map(visible);
  const rest = list.length - shown.length;
  if (rest > 0) return `${shown.join(', ')} and ${count(rest)} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}` : shown.join('');
}

/** Steps for an axis: about as many as asked for, each round. */
function niceStep(range, most) {
  const raw = range / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
}

const TIME_STEPS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 15e3, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5,
  72e5, 108e5, 216e5, 432e5, 864e5, 1728e5, 6048e5];
const timeStep = (rangeMs, most) => TIME_STEPS_MS.find((step) => rangeMs / step <= most) || niceStep(rangeMs, most);

/** The label of a tick: no finer than the step needs. */
function tickLabel(ms, step) {
  if (step < 1000) return timeOfDay(ms);
  if (step < 60000) return shortTime(ms);
  if (step < 86400000) return iso(ms).slice(11, 16);
  return iso(ms).slice(0, 10);
}

/** A value of an axis without needless decimals. */
function axisSpan(ns, step) {
  const [unit, size] = step >= 1e9 ? ['s', 1e9] : step >= 1e6 ? ['ms', 1e6] : step >= 1e3 ? ['µs', 1e3] : ['ns', 1];
  const value = Number((ns / size).toPrecision(6));
  return `${value < 0 ? '−' : ''}${grouped.format(Math.abs(value))} ${unit}`;
}
