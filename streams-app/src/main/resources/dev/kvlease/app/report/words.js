// What happened, in sentences.

const AFTER = {
  DEADLINE: (v) => `their deadline had passed on ${visible(v.holder_engine_id)}`,
  SWEEP: (v) => `${visible(v.holder_engine_id)}'s sweep had ended the lease`,
  RELEASE: (v) => `${visible(v.holder_engine_id)} had released them`,
  REPLACEMENT: (v) => `${visible(v.holder_engine_id)} had given the request other blocks`,
  REUSE: (v) => `${visible(v.holder_engine_id)} had given a block to ${v.by ? visible(v.by) : 'another request'}`,
};

/** How long after the lease's end the read ended, or that it may have been before. */
function lateness(v) {
  if (!v.read || !has(v.read.past_end_min_ns)) return '';
  const from = Number(v.read.past_end_min_ns);
  const to = Number(v.read.past_end_max_ns);
  return from >= 0 ? spanRange(from, to) : `${span(-from)} before to ${span(to)} after`;
}

/** One sentence on one violation. */
function sentence(v) {
  const reader = visible(v.reader_engine_id || '');
  const request = visible(v.request_id || '');
  const holder = visible(v.holder_engine_id);
  if (v.cause === 'DOUBLE_ALLOCATION') return `${holder} gave a block of ${request} to ${v.by ? visible(v.by) : 'another request'} while it was leased.`;
  if (v.cause === 'RESTART') return `${reader} read blocks of ${request} that ${holder} had leased out before it restarted.`;
  if (!AFTER[v.cause]) return `${reader} read blocks of ${request} at ${holder}, and no such lease is known.`;
  const late = lateness(v);
  if (late && Number(v.read.past_end_min_ns) < 0) {
    return `${reader} finished reading the blocks of ${request} somewhere from ${late} the moment when ${AFTER[v.cause](v)}.`;
  }
  return `${reader} finished reading the blocks of ${request} ${late ? `${late} ` : ''}after ${AFTER[v.cause](v)}.`;
}

const CAUSES = {
  DEADLINE: 'Deadline passed', SWEEP: 'Swept as expired', RELEASE: 'Released early', REPLACEMENT: 'Replaced', REUSE: 'Block reused',
  NO_LEASE: 'No lease known', HISTORY_CUT: 'History cut', RESTART: 'Holder restarted', DOUBLE_ALLOCATION: 'Given away while leased',
};
const causeName = (cause) => CAUSES[cause] || visible(cause);

/** What the reader had been told. */
function toldWords(v) {
  if (!v.read_request_id || !v.told) return '';
  const rule = v.told.reason ? ` (${v.told.reason}, rule ${v.told.rule})` : '';
  return {
    NOT_ASKED: 'It had not asked, or its question is not among the records.',
    READABLE: `READABLE${rule}, and that was not taken back.`,
    EXPIRED: `EXPIRED${rule}, and it read all the same.`,
    REVOKED: `READABLE, which was taken back${rule} before its outcome came.`,
  }[v.told.answer];
}

/** Whether an allocation holds blocks that nobody else does; one that only shares a common beginning has the same bytes. */
const ownsBlocks = (taker) => !has(taker.exclusive_blocks) || taker.exclusive_blocks > 0;

/** The requests that had been given the blocks for themselves by the end of the read. */
function takersOf(v) {
  const known = v.takers.filter(ownsBlocks).map((taker) => taker.request_id);
  return known.length || !v.by ? known : [v.by];
}

/** The first sentence of the report. */
function headline(audit) {
  const { certain, possible } = audit.summary.violations;
  const { violating } = audit.summary.reads;
  if (!certain && !possible) {
    return audit.summary.reads.completed
      ? 'No read returned somebody else’s text, as far as these records tell.'
      : 'No completed read is among these records, so there is nothing to judge.';
  }
  if (!violating) return `${plural(certain + possible, 'leased block was', 'leased blocks were')} given away; no read of them is known.`;
  return `${plural(violating, 'read')} may have returned somebody else’s text.`;
}

/** When it began and ended, in words. */
function period(summary) {
  const from = summary.first_ms;
  const to = summary.last_ms;
  if (!has(from)) return '';
  if (from === to) return `At ${shortTime(from)} UTC on ${longDate(from)}.`;
  const sameDay = longDate(from) === longDate(to);
  return `From ${shortTime(from)}${sameDay ? '' : ` on ${longDate(from)}`} to ${shortTime(to)} UTC on ${longDate(to)}, ${duration(to - from)} in all.`;
}

/** Whose bytes the reads may have returned, as far as allocations tell. */
function whoseBytes(violations) {
  const takers = new Map();
  const known = violations.filter((v) => takersOf(v).length);
  known.forEach((v) => takersOf(v).forEach((request) => takers.set(request, (takers.get(request) || 0) + 1)));
  if (!takers.size) return 'Nobody is known to have been given the blocks by then.';
  const list = [...takers.entries()].sort((a, b) => b[1] - a[1]).map(([request]) => request);
  const rest = violations.length - known.length;
  const others = list.length > 3 ? `${plural(list.length, 'other request')}, among them ${names(list.slice(0, 3), 3)}` : names(list, 3);
  return `The blocks had gone to ${others}.${rest ? ` Of ${count(rest)} nobody is known to have had them yet.` : ''}`;
}
