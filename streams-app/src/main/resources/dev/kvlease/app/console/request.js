// One request: what the state remembers, and from the topics how it came about, on both clocks and to the nanosecond.

const WINDOWS = [[15, '15 min'], [60, '1 h'], [360, '6 h'], [1440, '1 day'], [10080, '7 days']];

class RequestPage {
  constructor(holder, request) {
    this.holder = holder;
    this.request = request;
    this.minutes = WINDOWS[0][0];
    this.chosen = false;
    this.asked = 0;
    this.state = h('div', {});
    this.story = h('div', {});
    this.headline = h('h1', { id: 'headline' }, id(request));
    this.summary = h('p', { class: 'when' }, '…');
    this.hero = h('section', { class: 'hero read', 'aria-label': 'The request' }, h('p', { class: 'kind' }, h('span', { class: 'muted' }, ['request at ', id(holder)])), this.headline, this.summary);
    this.element = [h('nav', { class: 'crumbs', 'aria-label': 'Where you are' }, h('a', { href: '#/' }, '← Overview')), this.hero, this.state, this.story];
  }

  async load() {
    await Promise.all([this.loadState(), this.loadStory()]);
  }

  async loadState() {
    let answer = null;
    let problem = null;
    try {
      answer = await getJson(`/leases/${encodeURIComponent(this.holder)}/${encodeURIComponent(this.request)}`);
    } catch (failure) {
      problem = failure;
    }
    this.state.replaceChildren(section('state', 'What the state remembers', 'Asked now, of the instance that has this holder.',
      answer ? [this.leaseTable(answer), this.heldBy(answer)] : h('p', {}, problem.status === 404 ? 'Nothing of this request: its leases have ended more than ten minutes ago, or never were.' : visible(problem.message))));
    this.summarise(answer);
  }

  summarise(answer) {
    if (!answer) { this.summary.textContent = 'The state has nothing of it; the topics may.'; return; }
    const last = answer.leases[answer.leases.length - 1];
    const ended = last.ended ? `has ended: ${END_WORDS[last.end_reason] || last.end_reason}` : 'has not ended by what is known';
    this.summary.replaceChildren(`${answer.leases.length > 1 ? `${count(answer.leases.length)} leases; the last ` : 'Its lease '}${ended}${last.trusted ? '.' : ', and is not trusted: lease events are missing.'}`);
    this.hero.className = `hero read ${last.reused_by ? 'bad' : last.trusted ? '' : 'doubt'}`;
  }

  heldBy(answer) {
    return facts([
      ['Holder', [id(answer.holder_engine_id), answer.holder_incarnation ? [', life ', id(answer.holder_incarnation)] : '']],
      ['Its clock was last heard at', has(answer.watermark_ns) && h('span', { class: 'num' }, `${clockTime(answer.watermark_ns)} s`)],
      ['Events missing', answer.missing_events && count(answer.missing_events)],
    ]);
  }

  leaseTable(answer) {
    const ahead = (lease) => (has(lease.expiry_ns) && has(answer.watermark_ns) ? minus(lease.expiry_ns, answer.watermark_ns) : NaN);
    const deadline = (lease) => (!has(lease.expiry_ns) ? 'none' : [h('span', { class: 'num' }, `${clockTime(lease.expiry_ns)} s`), lease.ended || Number.isNaN(ahead(lease)) ? '' : h('span', { class: 'muted' }, ahead(lease) > 0 ? ` in ${span(ahead(lease))}` : ` ${span(-ahead(lease))} ago`)]);
    return h('div', { class: 'scroll' }, h('table', { class: 'plain cards' }, h('caption', { class: 'visually-hidden' }, 'Leases of the request'),
      h('thead', {}, h('tr', {}, ['Allocation', 'Deadline, holder’s clock', 'State', 'Reads allowed', 'Blocks went to'].map((name) => h('th', { scope: 'col' }, name)))),
      h('tbody', {}, answer.leases.map((lease) => h('tr', {}, [
        ['Allocation', `seq ${count(lease.lease_seq)}`], ['Deadline, holder’s clock', deadline(lease)],
        ['State', h('span', { class: 'flags' }, lease.ended ? h('span', {}, END_WORDS[lease.end_reason] || lease.end_reason) : h('span', { class: 'good' }, 'leased'), !lease.trusted && h('span', { class: 'bad' }, 'not trusted'))],
        ['Reads allowed', has(lease.max_reads) ? count(lease.max_reads) : 'any'], ['Blocks went to', lease.reused_by ? id(lease.reused_by) : ''],
      ].map(([name, cell]) => h('td', { 'data-name': name }, h('div', {}, cell))))))));
  }

  async loadStory() {
    this.asked += 1;
    const turn = this.asked;
    this.story.replaceChildren(section('story', 'From the topics', null, this.choice(), h('p', { class: 'calm', role: 'status' }, 'Reading the topics …')));
    const { found, problem } = await this.read();
    if (turn !== this.asked) return;
    const wider = WINDOWS.map(([minutes]) => minutes).find((minutes) => minutes > this.minutes);
    if (problem && problem.status === 404 && wider && !this.chosen) {
      this.minutes = wider;
      await this.loadStory();
      return;
    }
    this.story.replaceChildren(...(found ? this.told(found) : [section('story', 'From the topics', null, this.choice(), h('p', {}, visible(problem.message)))]));
    say(found ? `${plural(found.verdicts.length, 'verdict')}, ${plural(found.timeline.length, 'record')}` : problem.message);
  }

  /** What the topics have, or what is wrong; a server that is busy with another case is asked again. */
  async read() {
    const path = `/explain/${encodeURIComponent(this.holder)}/${encodeURIComponent(this.request)}?minutes=${this.minutes}`;
    const turn = this.asked;
    for (let tries = 0; ; tries += 1) {
      try {
        return { found: await getJson(path) };
      } catch (problem) {
        if (problem.status !== 503 || tries === 5 || turn !== this.asked) return { problem };
        await new Promise((done) => { setTimeout(done, 1000); });
      }
    }
  }

  choice() {
    return h('p', { class: 'toolbar' }, h('span', { class: 'muted small' }, 'Records of the last'), h('span', { class: 'buttons' }, WINDOWS.map(([minutes, words]) =>
      h('button', { type: 'button', class: 'quiet', 'aria-pressed': String(minutes === this.minutes), onclick: () => { this.minutes = minutes; this.chosen = true; this.loadStory(); } }, words))));
  }

  told(found) {
    const chart = h('div', { class: 'chart' });
    const drawable = found.leases.length > 0;
    if (drawable) drawn(chart, (width) => chart.replaceChildren(caseChart(found, width)));
    const basis = [
      `Computed now from ${plural(found.records, 'record')} of this holder (partition ${found.partition} of the inputs), ${dateAndTime(found.since_ms).slice(0, 19)} to ${shortTime(found.until_ms)} UTC, in the order of record time; leases and clocks from records since ${shortTime(found.history_since_ms)} UTC.`,
      found.cut && ' Older records that were wanted are not there, or were too many: leases and clocks from before then count as unknown here, so a verdict may differ from the one given.',
      !found.whole && ' Reading took too long and was broken off: what happened last is missing.'].filter(Boolean).join('');
    const latest = [...found.verdicts].reverse().slice(0, 50);
    const opened = latest.find((one) => one.arithmetic.length) || latest[0];
    return [
      section('story', 'On both clocks', basis, this.choice(), drawable ? [chart, caseLegend()] : h('p', { class: 'calm' }, 'No allocation of this request is among these records.')),
      found.verdicts.length > 0 && section('verdicts', 'What readers were told, and how that was computed', null, latest.map((one) => h('details', { class: 'told', open: one === opened }, h('summary', {}, h('h3', {}, h('span', { class: `status ${toldWord(one)}` }, toldWord(one)), ' to ', id(one.reader_engine_id), ' for ', id(one.read_request_id), h('span', { class: 'muted' }, ` ${visible(one.reason)}`))), verdictCard(one))),
        found.verdicts.length > 50 && h('p', { class: 'more' }, `The latest 50 of ${count(found.verdicts.length)}.`)),
      section('records', 'The records', 'In the order of their record times; H is the holder’s clock and R the reader’s.', storyList(found.timeline.slice(-200)),
        found.timeline.length > 200 && h('p', { class: 'more' }, `The latest 200 of ${count(found.timeline.length)}.`),
        h('p', { class: 'small muted' }, 'The same in a terminal:'), h('pre', { class: 'command' }, h('code', {}, explainCommand(this.holder, this.request, '', '--bootstrap-server … --schema-registry-url …')))),
    ].filter(Boolean);
  }
}

const END_WORDS = { RELEASED: 'released by the holder', LEASE_EXPIRED: 'swept as expired', BLOCKS_REUSED: 'a block was given to another request', EVENT_GAP: 'a lost event may have ended it', REPLACED: 'replaced by a newer allocation' };

const caseLegend = () => h('ul', { class: 'legend' }, [['lease', 'leased'], ['promised', 'to the deadline'], ['window', 'the read may start']].map(([kind, words]) =>
  h('li', {}, svg('svg', { width: 16, height: 10, 'aria-hidden': 'true' }, svg('rect', { class: kind, x: 0.5, y: 0.5, width: 15, height: 9 })), words)),
h('li', {}, svg('svg', { width: 12, height: 10, 'aria-hidden': 'true' }, svg('path', { class: 'asked-readable', d: 'M6 10l6 -10h-12Z' })), 'asked: READABLE'),
h('li', {}, svg('svg', { width: 12, height: 10, 'aria-hidden': 'true' }, svg('path', { class: 'asked-expired', d: 'M6 10l6 -10h-12Z' })), 'asked: EXPIRED'),
h('li', {}, svg('svg', { width: 12, height: 12, 'aria-hidden': 'true' }, svg('circle', { class: 'outcome', cx: 6, cy: 6, r: 4.5 })), 'said how the read ended'));

/** Verdicts of readers whose clock was known, as instants on the holder's clock since a zero. */
function asksOf(found, rel) {
  const onHolder = (ns, one) => (has(ns) && has(one.evidence.point_ns) ? rel(big(ns) + big(one.evidence.point_ns)) : NaN);
  return found.verdicts.filter((one) => one.trigger === 'READ_INTENT').map((one) => ({ reader: one.reader_engine_id, status: one.status, reason: one.reason, at: onHolder(one.evidence.now_ns, one), until: onHolder(one.readable_until_ns, one), shift: one.evidence.point_ns }))
    .filter((ask) => Number.isFinite(ask.at));
}

/** The leases to scale on the holder's clock, a lane for each reader below, and the reader's clock at the same instants. */
function caseChart(found, width) {
  const life = found.leases[found.leases.length - 1].holder_incarnation;
  const leases = found.leases.filter((lease) => lease.holder_incarnation === life);
  const zero = leases[0].allocated_ns;
  const rel = (ns) => (has(ns) ? minus(ns, zero) : NaN);
  const asks = asksOf(found, rel);
  const readers = [...new Set(asks.map((ask) => ask.reader))].slice(0, 6);
  const ended = found.timeline.filter((entry) => entry.topic === 'read-outcomes' && has(entry.holder_clock_ns)).map((entry) => ({ at: rel(entry.holder_clock_ns), bad: entry.follows.some((f) => f.startsWith('VIOLATION')), text: entry.text }));
  const finite = (list) => list.filter(Number.isFinite);
  const all = finite([...leases.flatMap((lease) => [rel(lease.expiry_ns), rel(lease.end_ns)]), ...asks.map((ask) => ask.at), ...ended.map((one) => one.at)]);
  const low = Math.min(0, ...all);
  const high = Math.max(1e6, ...all);
  const x = (ns) => 12 + (ns - low) / (high - low) * 0.96 * (width - 24);
  const height = 104 + 44 * Math.max(1, readers.length);
  const drawing = svg('svg', { width, height, role: 'img', 'aria-label': `${plural(leases.length, 'lease')} and ${plural(asks.length, 'question')} on the holder’s clock` });
  const step = niceStep((high - low) / 1e9, Math.max(2, width / 140)) * 1e9;
  const shift = readers.length ? asks.find((ask) => ask.reader === readers[0]).shift : undefined;
  const labels = new Labels(width, drawing);
  for (let ns = Math.ceil(low / step) * step; ns <= high; ns += step) {
    const words = (name, at) => (ns === 0 ? `${visible(name)}: ${clockTime(at)}` : Math.abs(x(ns) - x(0)) < 9 * visible(name).length + 160 ? '' : `${ns > 0 ? '+' : '−'}${axisSpan(Math.abs(ns), step)}`);
    const anchor = ns === 0 && x(ns) < width / 2 ? 'start' : x(ns) > width - 50 ? 'end' : 'middle';
    drawing.append(svg('line', { class: 'grid', x1: x(ns), x2: x(ns), y1: 20, y2: height - 22 }), svg('text', { class: 'axis', x: x(ns), y: 13, 'text-anchor': anchor }, words(found.holder_engine_id, big(zero))));
    if (has(shift)) drawing.append(svg('text', { class: 'axis', x: x(ns), y: height - 6, 'text-anchor': anchor }, words(readers[0], big(zero) - big(shift))));
  }
  for (const lease of leases) {
    const from = x(rel(lease.allocated_ns));
    const over = finite([rel(lease.end_ns), rel(lease.expiry_ns)]).reduce((a, b) => Math.min(a, b), high);
    if (has(lease.expiry_ns)) drawing.append(svg('rect', { class: 'promised', x: from, y: 48, width: Math.max(2, x(rel(lease.expiry_ns)) - from), height: 24 }), svg('line', { class: 'deadline', x1: x(rel(lease.expiry_ns)), x2: x(rel(lease.expiry_ns)), y1: 42, y2: 78 }));
    drawing.append(svg('rect', { class: 'lease', x: from, y: 48, width: Math.max(2, x(over) - from), height: 24, rx: 2 }));
    if (has(lease.expiry_ns)) labels.put(x(rel(lease.expiry_ns)), 39, 'deadline', '');
    if (has(lease.end_ns)) { drawing.append(svg('line', { class: 'end', x1: x(rel(lease.end_ns)), x2: x(rel(lease.end_ns)), y1: 42, y2: height - 22 })); labels.put(x(rel(lease.end_ns)), 39, visible(END_EVENTS[lease.end_event] || lease.end_event), 'certain-text'); }
  }
  readers.forEach((reader, lane) => {
    const y = 104 + 44 * lane;
    drawing.append(svg('text', { class: 'lane-name', x: 12, y: y - 8 }, visible(reader)), svg('line', { class: 'grid', x1: 12, x2: width - 12, y1: y + 14, y2: y + 14 }));
    for (const ask of asks.filter((one) => one.reader === reader)) {
      const title = svg('title', {}, `${ask.status} ${ask.reason}, asked at +${span(ask.at)} of the holder’s clock`);
      if (ask.status === 'READABLE' && Number.isFinite(ask.until)) drawing.append(svg('rect', { class: 'window', x: x(ask.at), y: y + 5, width: Math.max(1, x(Math.min(ask.until, high)) - x(ask.at)), height: 9 }));
      drawing.append(svg('path', { class: ask.status === 'READABLE' ? 'asked-readable' : 'asked-expired', d: `M${x(ask.at)} ${y + 14}l6 -11h-12Z` }, title));
    }
    ended.filter((one) => one.text.startsWith(`${reader} `)).forEach((one) => drawing.append(one.bad
      ? svg('path', { class: 'diamond-certain', d: `M${x(one.at)} ${y + 5}l9 9l-9 9l-9 -9Z` }, svg('title', {}, visible(one.text))) : svg('circle', { class: 'outcome', cx: x(one.at), cy: y + 14, r: 5 }, svg('title', {}, visible(one.text)))));
  });
  return drawing;
}

const END_EVENTS = { BLOCKS_RELEASED: 'released', BLOCKS_EXPIRED: 'swept', BLOCKS_ALLOCATED: 'replaced', ENGINE_STARTED: 'restart' };
