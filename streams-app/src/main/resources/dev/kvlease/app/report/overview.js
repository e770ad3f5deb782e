// The first page: what happened, the counts that add up, what could not be judged, and what it rests on.

function headlineBlock(model) {
  const { audit } = model;
  const { certain, possible } = audit.summary.violations;
  const groups = audit.groups;
  const listed = (list) => names(list.filter((group) => group.name).map((group) => group.name), 3);
  return h('section', { class: `hero ${certain ? 'bad' : possible ? 'doubt' : 'good'}`, 'aria-label': 'What happened' },
    h('h1', { id: 'headline' }, headline(audit)),
    h('p', { class: 'when' }, period(audit.summary.violations) || 'Nothing wrong was found.'),
    h('div', { class: 'tiles' },
      tile(mark('CERTAIN', 22), 'certain', certain, 'CERTAIN', 'no pair of clocks within the bounds makes it lawful'),
      tile(mark('POSSIBLE', 22), 'possible', possible, 'POSSIBLE', 'the bounds leave room for both'),
      tile(null, 'clean', audit.summary.reads.clean, 'clean', 'read what was leased'),
      tile(null, 'unjudged', audit.summary.reads.not_judged, 'not judged', 'nothing can be said; reasons below')),
    model.violations.length > 0 && facts([
      ['Blocks of', listed(groups.by_holder)],
      ['Read by', listed(groups.by_reader)],
      ['Mainly because', groups.by_cause.slice(0, 2).map((group) => `${causeName(group.name).toLowerCase()} (${count(group.certain + group.possible)})`).join(', ')],
      ['Whose bytes', whoseBytes(model.violations)],
    ]));
}

const tile = (icon, kind, number, label, hint) => h('div', { class: `tile ${kind}` },
  h('div', { class: 'tile-number' }, icon, h('b', { 'data-count': kind }, count(number))), h('div', { class: 'tile-label' }, label), h('div', { class: 'tile-hint' }, hint));

/** Completed reads as one bar whose parts add up to the whole. */
function sumBlock(model) {
  const { reads } = model.audit.summary;
  const parts = [['violating', reads.violating], ['not judged', reads.not_judged], ['clean', reads.clean]];
  const sum = reads.clean + reads.violating + reads.not_judged;
  const kinds = { violating: 'certain', 'not judged': 'unjudged', clean: 'clean' };
  return section('reads', 'Every completed read, accounted for', null,
    reads.completed > 0 && h('div', { class: 'sumbar', 'aria-hidden': 'true' }, parts.filter((part) => part[1]).map(([name, n]) =>
      h('span', { class: kinds[name], css: { 'flex-grow': n } }))),
    h('p', { class: 'equation' }, h('b', {}, count(reads.completed)), ' completed = ',
      [...parts].reverse().map(([name, n], i) => [i ? ' + ' : '', h('b', { class: `swatch ${kinds[name]}` }, count(n)), ` ${name}`]),
      sum === reads.completed ? h('span', { class: 'ok' }, ' ✓ adds up') : h('span', { class: 'bad-sum' }, ` ✗ adds up to ${count(sum)}`)),
    facts([
      ['Declined by the reader', count(reads.declined)], ['Failed', count(reads.failed)],
      ['Clean, but judged while a lease event was missing', reads.clean_on_incomplete_evidence && count(reads.clean_on_incomplete_evidence)],
      ['Outcomes told twice, counted once', reads.repeated_outcomes && count(reads.repeated_outcomes)],
      ['Told READABLE, and no outcome among the records', reads.without_outcome && count(reads.without_outcome)],
    ]));
}

function notJudgedBlock(model) {
  const { audit } = model;
  const cut = audit.holders.flatMap((holder) => holder.lives.filter((life) => life.history_cut)
    .map((life) => h('li', {}, 'The records begin in the middle of a life of ', id(holder.holder_engine_id), ' (', id(life.holder_incarnation), '): older leases of it are not known.')));
  return section('unjudged', 'What could not be judged, and why', null,
    !audit.not_judged.length && h('p', { class: 'calm' }, 'Every completed read could be judged.'),
    audit.not_judged.map((reason) => h('details', { class: 'reason' },
      h('summary', {}, h('b', {}, count(reason.count)), h('span', { class: 'reason-text' }, reason.meaning), h('code', {}, reason.reason)),
      h('div', { class: 'scroll' }, h('table', { class: 'plain' },
        h('caption', { class: 'visually-hidden' }, `Reads not judged: ${reason.meaning}`),
        h('thead', {}, h('tr', {}, ['When (UTC)', 'Holder', 'Reader', 'Request', 'Read', 'Where'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, reason.reads.map((read) => h('tr', {}, h('td', { class: 'num' }, timeOfDay(read.outcome_at.time_ms)), h('td', {}, id(read.holder_engine_id)),
          h('td', {}, id(read.reader_engine_id)), h('td', {}, id(read.request_id)), h('td', {}, id(read.read_request_id)), h('td', {}, placeWords(read.outcome_at))))))),
      reason.reads.length < reason.count && h('p', { class: 'more' }, `The first ${count(reason.reads.length)} of ${count(reason.count)}.`))),
    cut.length > 0 && h('ul', {}, cut));
}

function basisBlock(model) {
  const { meta } = model.audit;
  const list = (counts) => Object.entries(counts).map(([name, n]) => `${count(n)} ${visible(name)}`).join(', ');
  return section('basis', 'What this rests on', null, facts([
    ['Sources', h('ul', { class: 'sources' }, meta.sources.map((source) => h('li', {}, id(source))))],
    ['Records', `${count(meta.records)}: ${list(meta.records_by_topic)}`],
    ['Time of the records', has(meta.first_record_ms) && `${dateAndTime(meta.first_record_ms)} to ${dateAndTime(meta.last_record_ms)} UTC`],
    ['Left out: break a rule', list(meta.refused_by_reason)],
    ['Beware', meta.input_whole === false && 'Not everything in the sources could be read; the command has said what could not.'],
    ['Left out: no value', meta.null_values && plural(meta.null_values, 'record')],
    ['Noted by the rules', list(meta.notes)],
    ['Safety margin', span(meta.settings.margin_ns)],
    ['Clock drift bound', `${meta.settings.drift_ppm} ppm`],
    ['Holders without events', meta.settings.untracked_expired ? 'always EXPIRED' : 'by the deadline in the question'],
    ['Leases without deadline', meta.settings.missing_deadline_expired ? 'EXPIRED' : 'READABLE'],
    ['Left out of the drawings', [model.audit.leases_left_out && plural(model.audit.leases_left_out, 'lease'), model.audit.suspects_left_out && `${plural(model.audit.suspects_left_out, 'record timeline')}`].filter(Boolean).join(', ')],
    ['Version', `kvlease ${visible(meta.kvlease_version || '')}, report format ${model.audit.format}`],
  ]));
}

function timelineBlock(model, open) {
  const timeline = new Timeline(model, open);
  const frame = drawn(h('div', { class: 'canvas-frame' }, timeline.canvas), (width) => timeline.resize(width));
  const button = (label, name, act) => h('button', { type: 'button', 'aria-label': name, title: name, onclick: act }, label);
  const only = h('input', { type: 'checkbox', onchange: (event) => timeline.suspectsOnly(event.target.checked) });
  only.checked = timeline.onlySuspects;
  const block = section('timeline', 'Incident timeline', 'Each lane is a holder, each bar a lease. Time is the broker’s record time; engine clocks are put on it.',
    h('div', { class: 'toolbar' },
      h('div', { class: 'buttons', role: 'group', 'aria-label': 'Zoom' }, button('−', 'Zoom out', () => timeline.zoom(1 / 0.6)), button('+', 'Zoom in', () => timeline.zoom(0.6)), button('Fit', 'Show all', () => timeline.fit())),
      model.violations.length > 0 && h('div', { class: 'buttons', role: 'group', 'aria-label': 'Violations' }, button('‹ ◆', 'Previous violation', () => timeline.step(-1)), button('◆ ›', 'Next violation', () => timeline.step(1))),
      h('label', { class: 'check' }, only, ' only leases with violations')),
    legend(),
    frame,
    h('p', { id: 'timeline-keys', class: 'keys' }, 'Drag to move; Ctrl and wheel, or pinch, to zoom. Keys: arrows move, + and − zoom, 0 shows all, n and p go from violation to violation, Enter opens its page.'));
  block.timeline = timeline;
  return block;
}

function legend() {
  const item = (shape, words) => h('li', {}, shape, words);
  const box = (kind) => h('span', { class: `key ${kind}`, 'aria-hidden': 'true' });
  return h('ul', { class: 'legend' },
    item(mark('CERTAIN'), 'read after the end, CERTAIN'), item(mark('POSSIBLE'), 'POSSIBLE'), item(box('suspect'), 'its lease'), item(box('lease'), 'other leases'),
    item(box('promised'), 'ended before the deadline'), item(box('deadline'), 'deadline'), item(box('band'), 'how far the clocks leave it open'), item(box('dot'), 'clean read'), item(box('late'), 'how late'));
}
