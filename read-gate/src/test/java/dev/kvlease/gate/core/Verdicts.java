package dev.kvlease.gate.core;

import dev.kvlease.core.clock.PairClock;
import dev.kvlease.core.common.Absent;
import dev.kvlease.gate.core.GateVerdict.Kind;

/** Makes verdicts for reader r in its life "life", on lease 7 of request req at holder h, unless told otherwise. */
final class Verdicts {
    static final Reader READER = new Reader("r", "life");
    private static final long REF = 1_000_000_000_000L;
    private static final long MS = 1_000_000;

    private String reader = "r";
    private String readerLife = "life";
    private String request = "req";
    private String read = "read";
    private long seq = 7;
    private boolean readable;
    private String reason = "";
    private Kind kind = Kind.ANSWER;
    private boolean provisional;
    private long untilNs = Absent.LONG;
    private long deadlineNs = Absent.LONG;
    private long revision;
    private boolean tracked = true;
    private long watermarkNs = Absent.LONG;
    private long intentOffset = 1;

    static Verdicts readable(long revision) {
        Verdicts made = new Verdicts();
        made.readable = true;
        made.reason = "WITHIN_LEASE";
        made.revision = revision;
        return made;
    }

    static Verdicts expired(String reason, boolean provisional) {
        Verdicts made = new Verdicts();
        made.reason = reason;
        made.provisional = provisional;
        return made;
    }

    static Verdicts revocation(String reason) {
        Verdicts made = expired(reason, false);
        made.intentOffset = Absent.LONG;
        return made.kind(Kind.REVOCATION);
    }

    Verdicts reader(String id, String life) {
        reader = id;
        readerLife = life;
        return this;
    }

    Verdicts request(String id) {
        request = id;
        return this;
    }

    Verdicts read(String id) {
        read = id;
        return this;
    }

    Verdicts seq(long leaseSeq) {
        seq = leaseSeq;
        return this;
    }

    Verdicts reason(String name) {
        reason = name;
        return this;
    }

    Verdicts kind(Kind newKind) {
        kind = newKind;
        return this;
    }

    Verdicts until(long ns) {
        untilNs = ns;
        return this;
    }

    Verdicts deadline(long ns) {
        deadlineNs = ns;
        return this;
    }

    Verdicts revision(long number) {
        revision = number;
        return this;
    }

    Verdicts untracked() {
        tracked = false;
        seq = Absent.LONG;
        return this;
    }

    Verdicts heard(long holderNs) {
        watermarkNs = holderNs;
        return this;
    }

    Verdicts intent(long offset) {
        intentOffset = offset;
        return this;
    }

    GateVerdict build() {
        return new GateVerdict(
                reader,
                readerLife,
                new ReadKey("h", request, read),
                "hl",
                seq,
                readable,
                reason,
                kind,
                provisional,
                untilNs,
                deadlineNs,
                revision,
                tracked,
                watermarkNs,
                new PairClock.Bounds(0, 10 * MS, REF, 5 * MS, 10 * MS),
                100,
                intentOffset);
    }
}
