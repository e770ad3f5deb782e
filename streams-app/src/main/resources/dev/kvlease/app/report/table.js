// The violations as a table: searched by any id, sorted by any column, grouped.

const PAGE = 100;

const COLUMNS = [
  { name: 'Certainty', of: (v) => (v.certainty === 'CERTAIN' ? 0 : 1), show: (v) => badge(v.certainty) },
  { name: 'When (UTC)', of: (v) => v.time_ms, show: (v) => h('time', { datetime: iso(v.time_ms), title: dateAndTime(v.time_ms) }, timeOfDay(v.time_ms)), number: true },
  { name: 'Cause', of: (v) => causeName(v.cause), show: (v) => h('span', { title: v.cause_meaning }, causeName(v.cause)) },
  { name: 'Holder', of: (v) => v.holder_engine_id, show: (v) => id(v.holder_engine_id) },
  { name: 'Reader', of: (v) => v.reader_engine_id || '', show: (v) => (v.reader_engine_id ? id(v.reader_engine_id) : '') },
  { name: 'Lease of', of: (v) => v.request_id || '', show: (v) => id(v.request_id) },
  { name: 'Read', of: (v) => v.read_request_id || '', show: (v) => (v.read_request_id ? id(v.read_request_id) : 'no read needed') },
  { name: 'Past the end', of: (v) => (v.read && has(v.read.past_end_min_ns) ? Number(v.read.past_end_min_ns) : -Infinity), show: (v) => lateness(v) || '·', number: true },
  { name: 'Blocks given to', of: (v) => takersOf(v).join(), show: takersCell },
];

function takersCell(v) {
  const takers = takersOf(v);
  const rest = takers.length - 1 + Math.max(0, v.takers_in_all - v.takers.length);
  return takers.length ? [id(takers[0]), rest > 0 && h('span', { class: 'muted' }, ` +${rest}`)] : h('span', { class: 'muted' }, 'nobody yet');
}

const GROUPS = {
  none: null,
  cause: (v) => causeName(v.cause),
  holder: (v) => v.holder_engine_id,
  reader: (v) => v.reader_engine_id || '(no read)',
};

const searchText = (v) => [v.violation_id, v.type, v.certainty, v.cause, causeName(v.cause), v.holder_engine_id, v.holder_incarnation, v.reader_engine_id, v.reader_incarnation,
  v.request_id, v.read_request_id, v.by, v.end_reason, ...v.takers.map((taker) => taker.request_id)].filter(Boolean).join('\n').toLowerCase();

class ViolationTable {
  constructor(model) {
    this.model = model;
    this.texts = model.violations.map(searchText);
    this.sort = { column: 1, up: true };
    this.group = 'none';
    this.words = [];
    this.shown = PAGE;
    this.search = h('input', { type: 'search', id: 'search', placeholder: 'Any id: request, read, engine, cause …', 'aria-label': 'Search the violations by any id', autocomplete: 'off', spellcheck: 'false', oninput: () => this.find() });
    this.result = h('span', { class: 'found', role: 'status', 'aria-live': 'polite' });
    this.grouping = h('select', { 'aria-label': 'Group by', onchange: () => { this.group = this.grouping.value; this.render(); } },
      Object.keys(GROUPS).map((name) => h('option', { value: name }, name === 'none' ? 'no groups' : `by ${name}`)));
    this.body = h('div', { class: 'table-body' });
    this.element = section('violations', 'Violations', null,
      h('div', { class: 'toolbar' }, this.search, this.grouping, this.result), this.body);
    this.render();
  }

  find() {
    this.words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = PAGE;
    this.render();
  }

  matching() {
    const column = COLUMNS[this.sort.column];
    const found = this.model.violations.filter((v) => this.words.every((word) => this.texts[v.index].includes(word)));
    const keyed = found.map((v) => [column.of(v), v]);
    const way = this.sort.up ? 1 : -1;
    keyed.sort((a, b) => (a[0] < b[0] ? -way : a[0] > b[0] ? way : a[1].index - b[1].index));
    return keyed.map((pair) => pair[1]);
  }

  render() {
    const found = this.matching();
    this.result.textContent = this.words.length ? `${count(found.length)} of ${count(this.model.violations.length)}` : plural(found.length, 'violation');
    if (!found.length) {
      this.body.replaceChildren(h('p', { class: 'calm' }, this.words.length ? 'Nothing matches. Ids match in part; several words must all match.' : 'None.'));
    } else if (this.group === 'none') {
      this.body.replaceChildren(this.table(found, 'Violations'), this.more(found.length));
    } else {
      this.body.replaceChildren(...this.grouped(found));
    }
  }

  more(all) {
    if (all <= this.shown) return '';
    return h('button', { type: 'button', class: 'more-button', onclick: () => { this.shown += 5 * PAGE; this.render(); } }, `Show more (${count(all - this.shown)} left)`);
  }

  grouped(found) {
    const groups = new Map();
    for (const v of found) {
      const name = GROUPS[this.group](v);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(v);
    }
    const sure = (list) => list.filter((v) => v.certainty === 'CERTAIN').length;
    return [...groups.entries()].sort((a, b) => sure(b[1]) - sure(a[1]) || b[1].length - a[1].length).map(([name, list], i) => {
      const details = h('details', { class: 'group' }, h('summary', {}, h('b', {}, visible(name)),
        h('span', { class: 'counts' }, mark('CERTAIN', 12), ` ${count(sure(list))} `, mark('POSSIBLE', 12), ` ${count(list.length - sure(list))}`),
        h('span', { class: 'muted' }, `${timeOfDay(Math.min(...list.map((v) => v.time_ms)))} to ${timeOfDay(Math.max(...list.map((v) => v.time_ms)))}`)));
      const show = () => { if (details.open && !details.dataset.full) { details.dataset.full = '1'; details.append(this.table(list, name), list.length > this.shown ? h('p', { class: 'more' }, `The first ${count(this.shown)} of ${count(list.length)}; search to narrow them down.`) : ''); } };
      details.addEventListener('toggle', show);
      details.open = i === 0;
      return details;
    });
  }

  table(list, name) {
    const heads = COLUMNS.map((column, i) => h('th', { scope: 'col', 'aria-sort': i === this.sort.column ? (this.sort.up ? 'ascending' : 'descending') : 'none' },
      h('button', { type: 'button', onclick: () => this.sortBy(i) }, column.name, h('span', { class: 'arrow', 'aria-hidden': 'true' }, i === this.sort.column ? (this.sort.up ? ' ↑' : ' ↓') : ''))));
    return h('div', { class: 'scroll' }, h('table', { class: 'violations' }, h('caption', { class: 'visually-hidden' }, visible(name)),
      h('thead', {}, h('tr', {}, heads)), h('tbody', {}, list.slice(0, this.shown).map((v) => this.row(v)))));
  }

  row(v) {
    const cells = COLUMNS.map((column, i) => h('td', { 'data-name': column.name, class: column.number ? 'num' : undefined },
      i === 0 ? h('a', { href: pageOf(v), 'aria-label': `${v.certainty}: ${sentence(v)}` }, column.show(v)) : column.show(v)));
    return h('tr', { onclick: (event) => { if (!event.target.closest('a') && !String(getSelection())) location.hash = pageOf(v); } }, cells);
  }

  sortBy(i) {
    this.sort = { column: i, up: this.sort.column === i ? !this.sort.up : true };
    this.render();
    const button = this.body.querySelectorAll('th button')[i];
    if (button) button.focus();
  }
}

const pageOf = (v) => `#/read/${encodeURIComponent(v.violation_id)}`;
