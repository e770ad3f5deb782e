// One case as it is told everywhere: its records in order, what readers were told, and the numbers behind that.

/** Where a record stands: in its topic, and in the file it was read from. */
function placeWords(at) {
  const topic = `${at.topic}-${at.partition}@${at.offset}`;
  return [h('code', {}, topic), at.file && at.line ? h('span', { class: 'muted' }, ` ${visible(at.file)}, line ${count(at.line)}`) : ''];
}

/** Records in the order in which they were consumed, each with what followed from it. */
const storyList = (timeline) => h('ol', { class: 'story' }, timeline.map((entry) => h('li', { class: entry.follows.some((f) => f.startsWith('VIOLATION')) ? 'violation' : undefined },
  h('div', { class: 'when' }, h('time', { datetime: iso(entry.timestamp) }, timeOfDay(entry.timestamp)),
    has(entry.holder_clock_ns) && h('span', { title: 'holder’s clock' }, `H ${clockTime(entry.holder_clock_ns)}`), has(entry.reader_clock_ns) && h('span', { title: 'reader’s clock' }, `R ${clockTime(entry.reader_clock_ns)}`)),
  h('div', {}, h('p', {}, visible(entry.text)), entry.follows.map((follow) => h('p', { class: 'follow' }, `→ ${visible(follow)}`)),
    h('p', { class: 'place' }, placeWords({ topic: entry.topic, partition: entry.partition, offset: entry.offset, file: entry.file, line: entry.line }))))));

/** A verdict with the rule that decided and its arithmetic. */
const verdictCard = (one) => h('article', { class: 'card verdict' },
  h('h3', {}, h('span', { class: `status ${one.status}` }, one.status), ` ${visible(one.reason)} `, h('span', { class: 'muted' }, `rule ${one.evidence.rule}${one.trigger === 'READ_INTENT' ? '' : ', taken back'}${one.provisional ? ', provisional' : ''}`)),
  h('p', {}, visible(one.meaning || ''), one.rule_text && h('span', { class: 'muted' }, ` · ${visible(one.rule_text)}`)),
  one.arithmetic.length > 0 && h('div', { class: 'scroll' }, h('table', { class: 'formula' }, h('tbody', {}, one.arithmetic.map((step) =>
    h('tr', {}, h('th', { scope: 'row' }, visible(step.name)), h('td', {}, visible(step.formula)), h('td', { class: 'num' }, clockTime(step.value_ns))))))));

/** The command that shows the same in a terminal. */
function explainCommand(holder, request, read, source) {
  const quote = (value) => (/^[\w.:/@-]+$/.test(value) ? value : `'${visible(value).replaceAll("'", "'\\''")}'`);
  return `./kvlease explain --holder ${quote(holder)} --request ${quote(request)}${read ? ` --read ${quote(read)}` : ''} ${source}`;
}

/** Labels on the same line that would overlap go to one above. */
class Labels {
  constructor(width, drawing) { this.width = width; this.drawing = drawing; this.taken = []; }

  put(x, y, words, kind) {
    const half = words.length * 3.4 + 5;
    const px = Math.max(half, Math.min(this.width - half, x));
    let row = y;
    while (this.taken.some((one) => one.row === row && Math.abs(one.x - px) < one.half + half)) row += y > 90 ? 13 : -12;
    this.taken.push({ x: px, row, half });
    this.drawing.append(svg('text', { class: `label ${kind}`, x: px, y: row, 'text-anchor': 'middle' }, words));
  }
}
