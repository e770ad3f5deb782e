package dev.kvlease.model;

import dev.kvlease.model.PlainReads.LeaseKey;
import dev.kvlease.model.PlainReads.ReadKey;
import java.util.List;

/** Section "Read intent: the decision table": answers one intent, and opens the read it admits. */
final class PlainTable {
    private final PlainHolder h;
    private final PlainRecord.Intent i;
    private final boolean tracked;
    private final PlainClock clock;
    private PlainLease lease;

    PlainTable(PlainHolder h, PlainRecord.Intent i) {
        this.h = h;
        this.i = i;
        this.tracked = h.life != null;
        this.clock = h.clocks.get(i.reader());
    }

    PlainAnswer.Verdict answer() {
        if (i.numLocalBlocks() == 0) {
            return verdict("V1", "READABLE", "FULL_PREFIX_HIT", false);
        }
        if (!tracked && h.settings.untrackedExpired()) {
            return verdict("V2", "EXPIRED", "HOLDER_UNTRACKED", true);
        }
        PlainAnswer.Verdict early = tracked ? ofTracked() : null;
        if (early != null) {
            return early;
        }
        if (!tracked && i.expiryNs() == null) {
            String status = h.settings.missingDeadlineExpired() ? "EXPIRED" : "READABLE";
            return verdict("V12", status, "NO_DEADLINE", false);
        }
        boolean known = clock != null
                && clock.knownFor(i.readerLife(), i.holderLife())
                && clock.knownFor(i.readerLife(), h.currentLife());
        return known ? withClock() : verdict("V13", "EXPIRED", "CLOCK_UNKNOWN", true);
    }

    /** V3 to V11. */
    private PlainAnswer.Verdict ofTracked() {
        if (i.holderLife() != null && h.superseded.contains(i.holderLife())) {
            return verdict("V3", "EXPIRED", "ENGINE_RESTARTED", false);
        }
        if (h.inDoubt()) {
            return verdict("V4", "EXPIRED", "HOLDER_IN_DOUBT", true);
        }
        PlainLease current = h.life.current(i.request());
        boolean notStarted = i.holderLife() != null && !i.holderLife().equals(h.life.name);
        if (notStarted || current == null) {
            return verdict("V5", "EXPIRED", "LEASE_UNKNOWN", true);
        }
        lease = current;
        if (lease.endReason() != null) {
            return verdict("V6", "EXPIRED", lease.endReason(), false);
        }
        if (h.life.missingAbove(lease.seq())) {
            return verdict("V7", "EXPIRED", "EVENT_GAP", true);
        }
        if (speaksOfAnother()) {
            return verdict("V8", "EXPIRED", "LEASE_CHANGED", false);
        }
        boolean foreign = i.blocks() != null
                && i.blocks().stream().flatMap(List::stream).anyMatch(id -> id != 0 && !lease.has(id));
        if (foreign) {
            return verdict("V9", "EXPIRED", "BLOCKS_NOT_LEASED", false);
        }
        Long maxReads = lease.allocation().maxReads();
        if (maxReads != null && h.reads.claimsOfOthers(leaseKey(), h.life.name, i.read()) >= maxReads) {
            return verdict("V10", "EXPIRED", "CLAIMED", true);
        }
        if (h.reads.openReadsOfOthers(leaseKey(), key()) >= 64) {
            return verdict("V11", "EXPIRED", "TOO_MANY_READS", true);
        }
        return null;
    }

    private boolean speaksOfAnother() {
        Long first = lease.allocation().expiryNs();
        return i.expiryNs() != null && (first == null || Math.abs(i.expiryNs() - first) > 1_000_000);
    }

    /** V14 to V19. */
    private PlainAnswer.Verdict withClock() {
        long ref = clock.state().ref();
        long now = i.nowNs() == null ? ref : Math.max(i.nowNs(), ref);
        Long expiry = tracked ? lease.expiryNs() : i.expiryNs();
        if (!tracked && i.nowNs() != null && expiry > clock.hMax(now) + PlainTime.DAY) {
            return verdict("V14", "EXPIRED", "DEADLINE_IMPLAUSIBLE", false);
        }
        if (tracked && now > heardUntil()) {
            return verdict("V15", "EXPIRED", "HOLDER_SILENT", true);
        }
        if (tracked && expiry == null) {
            return opened(timed("V16", "READABLE", "NO_DEADLINE", heardUntil(), null));
        }
        long deadline = clock.earliest(expiry);
        long margin = h.settings.marginNs();
        long until = tracked ? Math.min(deadline - margin, heardUntil()) : deadline - margin;
        if (now >= deadline || (tracked && h.life.w() >= expiry)) {
            return timed("V17", "EXPIRED", "DEADLINE_PASSED", until, deadline);
        }
        if (now + margin >= deadline || (tracked && h.life.w() + margin >= expiry)) {
            return timed("V18", "EXPIRED", "WITHIN_SAFETY_MARGIN", until, deadline);
        }
        return opened(timed("V19", "READABLE", "WITHIN_LEASE", until, deadline));
    }

    private long heardUntil() {
        return clock.latest(h.life.w() + PlainTime.SILENCE);
    }

    private PlainAnswer.Verdict opened(PlainAnswer.Verdict verdict) {
        if (tracked) {
            h.reads.open.removeIf(o -> o.key().equals(key()));
            h.reads.open.add(new PlainReads.Open(key(), i.readerLife(), leaseKey()));
            h.reads.claims.add(new PlainReads.Claim(leaseKey(), i.read()));
        }
        return verdict;
    }

    private ReadKey key() {
        return new ReadKey(i.reader(), i.request(), i.read());
    }

    private LeaseKey leaseKey() {
        return new LeaseKey(i.request(), lease.seq());
    }

    private PlainAnswer.Verdict verdict(String rule, String status, String reason, boolean provisional) {
        return answer(rule, status, reason, provisional, null, null);
    }

    private PlainAnswer.Verdict timed(String rule, String status, String reason, Long until, Long deadline) {
        return answer(rule, status, reason, false, until, deadline);
    }

    private PlainAnswer.Verdict answer(
            String rule, String status, String reason, boolean provisional, Long until, Long deadline) {
        return new PlainAnswer.Verdict(
                i.reader(),
                i.readerLife(),
                i.request(),
                i.read(),
                lease == null ? null : lease.seq(),
                status,
                reason,
                "READ_INTENT",
                provisional,
                until,
                deadline,
                rule);
    }
}
