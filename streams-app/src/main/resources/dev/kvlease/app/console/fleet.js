// The state of the fleet: holders and readers, asked for every few seconds.

const MOST = 2000;
const ROWS = innerWidth < 760 ? 4 : 12;

/** A table that shows its first rows, and more if asked. */
class RowTable {
  constructor(name, columns, row, words) {
    this.columns = columns;
    this.row = row;
    this.words = words;
    this.rows = [];
    this.most = ROWS;
    this.filter = '';
    this.body = h('tbody', {});
    this.found = h('span', { class: 'found', role: 'status' });
    this.more = h('button', { type: 'button', class: 'more-button', onclick: () => { this.most += 100; this.draw(); } });
    this.search = h('input', { type: 'search', placeholder: 'Filter', 'aria-label': `Filter ${name}`, oninput: () => { this.filter = this.search.value.trim().toLowerCase(); this.draw(); } });
    this.element = h('div', {}, h('div', { class: 'toolbar' }, this.search, this.found),
      h('div', { class: 'scroll' }, h('table', { class: 'plain cards' }, h('caption', { class: 'visually-hidden' }, name),
        h('thead', {}, h('tr', {}, columns.map(([title, kind]) => h('th', { scope: 'col', class: kind }, title)))), this.body)), this.more);
  }

  show(rows) {
    this.rows = rows;
    unlessUsed(this.body, () => this.draw());
  }

  draw() {
    const rows = this.rows.filter((row) => !this.filter || this.words(row).toLowerCase().includes(this.filter));
    this.body.replaceChildren(...rows.slice(0, this.most).map((row) => h('tr', {}, this.row(row).map((cell, i) => h('td', { class: this.columns[i][1], 'data-name': this.columns[i][0] }, h('div', {}, cell))))));
    this.found.textContent = this.filter ? `${count(rows.length)} of ${count(this.rows.length)}` : '';
    this.more.textContent = `Show ${count(Math.min(100, rows.length - this.most))} more of ${count(rows.length)}`;
    this.more.hidden = rows.length <= this.most;
    this.search.hidden = this.rows.length <= ROWS && !this.filter;
  }
}

class Fleet {
  constructor() {
    this.holders = [];
    this.clocks = [];
    this.more = false;
    this.atMs = 0;
    this.problem = null;
  }

  async load() {
    try {
      const [holders, clocks] = await Promise.all([getList('holders', MOST), getList('clocks', MOST)]);
      this.holders = holders.items;
      this.clocks = clocks.items;
      this.more = holders.more || clocks.more;
      this.atMs = Date.now();
      this.problem = null;
    } catch (failure) {
      if (!failure.isOver) this.problem = failure;
    }
  }

  readers() {
    const readers = new Map();
    for (const clock of this.clocks) {
      const one = readers.get(clock.reader_engine_id) || { reader: clock.reader_engine_id, life: clock.reader_incarnation, pairs: 0, suspect: 0, widest: 0 };
      readers.set(one.reader, one);
      one.pairs += 1;
      one.suspect += clock.suspect ? 1 : 0;
      one.widest = Math.max(one.widest, boundOf(clock));
    }
    return [...readers.values()].sort((a, b) => b.suspect - a.suspect || b.widest - a.widest);
  }

  silenceMs(holder) { return has(holder.last_record_ms) ? Math.max(0, this.atMs - holder.last_record_ms) : NaN; }

  flags(holder) {
    const flags = [];
    if (holder.in_doubt) flags.push(['bad', 'in doubt']);
    if (holder.missing_events) flags.push(['bad', `${plural(holder.missing_events, 'event')} missing`]);
    if (holder.tracked && this.silenceMs(holder) > 10000) flags.push(['doubt', 'silent']);
    if (!holder.tracked) flags.push(['doubt', 'sends no events']);
    return flags.length ? flags : [['good', 'well']];
  }

  trouble(holder) { return this.flags(holder).filter(([kind]) => kind !== 'good').length; }
}

const asOf = (fleet) => [`as of ${shortTime(fleet.atMs)} UTC`, fleet.more && ` · the first ${count(MOST)} are shown`].filter(Boolean).join('');

class HolderBlock {
  constructor(fleet) {
    this.fleet = fleet;
    this.note = h('p', { class: 'asof' });
    this.table = new RowTable('Holders', [['Holder', ''], ['State', ''], ['Last heard of', 'num'], ['Highest seq', 'num'], ['Life', '']], (holder) => [
      id(holder.holder_engine_id), h('span', { class: 'flags' }, this.fleet.flags(holder).map(([kind, words]) => h('span', { class: kind }, words))),
      Number.isNaN(this.fleet.silenceMs(holder)) ? '' : this.fleet.silenceMs(holder) < 1500 ? 'now' : `${duration(this.fleet.silenceMs(holder))} ago`, count(holder.highest_seq), id(holder.holder_incarnation || '')],
    (holder) => `${holder.holder_engine_id} ${holder.holder_incarnation || ''} ${this.fleet.flags(holder).map((flag) => flag[1]).join(' ')}`);
    this.readers = new RowTable('Readers', [['Reader', ''], ['Holders compared', 'num'], ['Widest clock bound', 'num']], (one) => [
      id(one.reader), one.suspect ? `${count(one.pairs)}, ${count(one.suspect)} in doubt` : count(one.pairs), `± ${shortSpan(one.widest)}`],
    (one) => `${one.reader} ${one.life}`);
    this.element = section('holders', 'Holders and readers', 'Engines that keep blocks for others, those in trouble first, and engines that read them.',
      h('div', { class: 'split' }, h('div', {}, h('h3', { class: 'visually-hidden' }, 'Holders'), this.table.element), h('div', {}, h('h3', { class: 'visually-hidden' }, 'Readers'), this.readers.element)), this.note);
  }

  update() {
    const { fleet } = this;
    this.table.show([...fleet.holders].sort((a, b) => fleet.trouble(b) - fleet.trouble(a)));
    this.readers.show(fleet.readers());
    this.note.textContent = fleet.atMs ? asOf(fleet) : '';
  }
}
