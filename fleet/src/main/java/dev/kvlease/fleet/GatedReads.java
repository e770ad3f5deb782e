package dev.kvlease.fleet;

/** When readers look at a gate that is not simulated, and what they do then. What they are told is the gate's matter. */
final class GatedReads {
    private static final long MS = 1_000_000;
    private static final long LOOK_AGAIN_NS = 100 * MS;
    private static final int MAX_WAITS = 3;

    private final Timeline timeline;
    private final Brink brink;
    private final Reads reads;

    GatedReads(Timeline timeline, Brink brink, Reads reads) {
        this.timeline = timeline;
        this.brink = brink;
        this.reads = reads;
    }

    /** Waits for the answer to a read that has just been asked for. */
    void await(ReadAttempt read) {
        read.asked++;
        read.stage = ReadAttempt.Stage.ASKING;
        lookAgain(read, read.asked, timeline.nowNs() + Reads.PATIENCE_NS);
    }

    private void lookAgain(ReadAttempt read, int waits, long untilNs) {
        timeline.after(LOOK_AGAIN_NS, () -> {
            if (read.stage != ReadAttempt.Stage.ASKING || read.asked != waits) {
                return;
            }
            look(read);
            if (read.stage == ReadAttempt.Stage.ASKING && timeline.nowNs() >= untilNs) {
                reads.decline(read, check(read).reason());
            }
            lookAgain(read, waits, untilNs);
        });
    }

    /** The gate may know more than it did. */
    void look(ReadAttempt read) {
        ReaderGate gate = read.gate.orElseThrow();
        switch (read.stage) {
            case ASKING -> gate.answer(read.id).ifPresent(answer -> answered(read, answer));
            case QUEUED -> declineIfExpired(read, check(read));
            case CONFIRMING -> gate.decision(read.id).ifPresent(decision -> decided(read, decision));
            default -> {
                // nobody waits for it
            }
        }
    }

    private static ReaderGate.Answer check(ReadAttempt read) {
        return read.gate.orElseThrow().check(read.id, read.reader.clockNs());
    }

    private void answered(ReadAttempt read, ReaderGate.Answer answer) {
        if (declineIfExpired(read, answer)) {
            return;
        }
        read.readableUntilNs = answer.readableUntilNs();
        read.deadlineNs = answer.deadlineNs();
        read.stage = ReadAttempt.Stage.QUEUED;
        timeline.after(brink.queueNs(read), () -> startIfStillAllowed(read));
    }

    private boolean declineIfExpired(ReadAttempt read, ReaderGate.Answer answer) {
        boolean expired = answer.status() == ReaderGate.Status.EXPIRED;
        if (expired) {
            reads.decline(read, answer.reason());
        }
        return expired;
    }

    private void startIfStillAllowed(ReadAttempt read) {
        if (read.stage != ReadAttempt.Stage.QUEUED) {
            return;
        }
        ReaderGate.Answer answer = check(read);
        if (declineIfExpired(read, answer)) {
            return;
        }
        if (answer.status() == ReaderGate.Status.READABLE) {
            reads.start(read);
        } else if (read.asked < MAX_WAITS) {
            await(read);
        } else {
            reads.decline(read, answer.reason());
        }
    }

    /** The transfer is over. */
    void finished(ReadAttempt read, long patienceNs) {
        read.gate.orElseThrow().finished(read.id, read.startedClockNs, read.finishedClockNs, patienceNs);
        confirm(read);
    }

    private void confirm(ReadAttempt read) {
        if (read.stage == ReadAttempt.Stage.CONFIRMING) {
            look(read);
            timeline.after(LOOK_AGAIN_NS, () -> confirm(read));
        }
    }

    private void decided(ReadAttempt read, ReaderGate.Decision decision) {
        if (decision.use()) {
            reads.used(read);
        } else {
            reads.discarded(read, decision.reason());
        }
    }
}
