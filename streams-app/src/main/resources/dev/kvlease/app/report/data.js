// The audit as the file carries it, and what the views need to have computed once.

/** JSON with whole numbers of 16 digits and more kept exact: they stand as texts, which big() and num() take. */
function parseExact(text) {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  const token = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g;
  return JSON.parse(text.replace(token, (found) => (found[0] === '"' ? found : `"${found}"`)));
}

const big = (value) => BigInt(value);
const has = (value) => value !== undefined && value !== null;

/** Difference of two instants on one clock, in ns, as a plain number: exact where it is drawn. */
const minus = (later, earlier) => Number(big(later) - big(earlier));

/** The bound on how far two clocks drift apart over a span: see docs/semantics.md, Constants. */
function drift(span, ppm) {
  const million = 1000000n;
  const size = span < 0n ? -span : span;
  const rest = (size % million) * BigInt(ppm);
  return (size / million) * BigInt(ppm) + (rest + million - 1n) / million;
}

/** Joins ids to one key; ids hold no control characters. */
const key = (...parts) => parts.join('\u0001');

class Model {
  constructor(audit) {
    this.audit = audit;
    this.violations = audit.violations;
    this.violations.forEach((violation, index) => { violation.index = index; });
    this.byId = new Map(this.violations.map((violation) => [violation.violation_id, violation]));
    this.byRead = new Map();
    for (const v of this.violations) {
      if (v.read_request_id) this.byRead.set(key(v.holder_engine_id, v.holder_incarnation, v.request_id, v.reader_engine_id, v.read_request_id), v);
    }
    this.suspects = new Map(audit.suspects.map((suspect) => [key(suspect.holder_engine_id, suspect.request_id), suspect]));
    this.startMs = audit.meta.first_record_ms || 0;
    this.endMs = Math.max(audit.meta.last_record_ms || 0, this.startMs + 1);
    this.toRecord = new Map();
    this.lives = new Map();
    for (const holder of audit.holders) {
      this.lives.set(holder.holder_engine_id, holder.lives);
      for (const life of holder.lives) {
        if (has(life.clock_to_record_time_ns)) {
          this.toRecord.set(key(holder.holder_engine_id, life.holder_incarnation), big(life.clock_to_record_time_ns));
        }
      }
    }
  }

  /** Milliseconds since the first record of an instant on a holder's clock; NaN if the two cannot be compared. */
  sinceStart(holder, life, clockNs) {
    const add = this.toRecord.get(key(holder, life));
    if (add === undefined || !has(clockNs)) return NaN;
    return Number(big(clockNs) + add - BigInt(this.startMs) * 1000000n) / 1e6;
  }

  /** When the holder's next life began, in milliseconds since the first record; NaN if this is its last. */
  lifeEnd(holder, life) {
    const lives = this.lives.get(holder) || [];
    const at = lives.findIndex((one) => one.holder_incarnation === life);
    return at >= 0 && at + 1 < lives.length ? lives[at + 1].first_ms - this.startMs : NaN;
  }

  violationOfRead(lease, read) {
    return this.byRead.get(key(lease.holder_engine_id, lease.holder_incarnation, lease.request_id, read.reader_engine_id, read.read_request_id));
  }

  suspectOf(violation) {
    return this.suspects.get(key(violation.holder_engine_id, violation.request_id));
  }

  leaseOf(violation) {
    return this.audit.leases.find((lease) => lease.holder_engine_id === violation.holder_engine_id
      && lease.holder_incarnation === violation.holder_incarnation && lease.request_id === violation.request_id
      && lease.lease_seq === violation.lease_seq);
  }
}
