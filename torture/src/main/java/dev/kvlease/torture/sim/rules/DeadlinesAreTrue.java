package dev.kvlease.torture.sim.rules;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Verdict;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * By the true clocks: the offset lies within the bounds; a holder's clock has not reached the expiry at the deadline that
 * its reader was given, nor a margin before it when the read may start; a silent holder was silent. And no deadline is later
 * than any event has said.
 */
final class DeadlinesAreTrue extends Invariant {
    /** Clocks are read in whole nanoseconds. */
    private static final long ROUNDING_NS = 3;

    private final long marginNs;
    private final TrueClocks clocks;

    DeadlinesAreTrue(long marginNs, TrueClocks clocks, Consumer<Broken> broken) {
        super(broken);
        this.marginNs = marginNs;
        this.clocks = clocks;
    }

    @Override
    public void said(Verdict verdict, Consumed record, Evidence evidence) {
        if (!verdict.evidence().clockKnown()) {
            return;
        }
        long expiryNs = verdict.evidence().expiryNs();
        boolean withinLease = verdict.evidence().rule() == Rule.V19;
        checkBounds(verdict);
        if (!Absent.is(expiryNs)) {
            notPast(verdict, "deadline", verdict.deadlineNs(), expiryNs);
            if (withinLease) {
                notPast(verdict, "last start", verdict.readableUntilNs(), expiryNs - marginNs);
                notPast(verdict, "time of the answer", verdict.evidence().nowNs(), expiryNs - marginNs);
            }
        }
        if (verdict.reason() == Reason.HOLDER_SILENT) {
            silent(verdict);
        }
        if (verdict.status() == Status.READABLE && verdict.evidence().tracked()) {
            checkExpiry(verdict, evidence);
        }
    }

    private OptionalLong holderNs(Verdict verdict, long readerNs) {
        return clocks.holderNs(
                verdict.evidence().clockReaderLife(),
                readerNs,
                verdict.evidence().clockHolderLife());
    }

    private void checkBounds(Verdict verdict) {
        long refNs = verdict.evidence().refNs();
        holderNs(verdict, refNs).ifPresent(holderNs -> {
            long offsetNs = holderNs - refNs;
            boolean inside = offsetNs >= verdict.evidence().loNs() - ROUNDING_NS
                    && offsetNs <= verdict.evidence().hiNs() + ROUNDING_NS;
            if (!inside) {
                broken(verdict.holder(), verdict.reader(), "the offset is " + offsetNs + ": " + verdict);
            }
        });
    }

    private void notPast(Verdict verdict, String what, long readerNs, long lastHolderNs) {
        if (Absent.is(readerNs)) {
            return;
        }
        holderNs(verdict, readerNs).ifPresent(holderNs -> {
            if (holderNs > lastHolderNs + ROUNDING_NS) {
                broken(
                        verdict.holder(),
                        verdict.reader(),
                        what + " too late by " + (holderNs - lastHolderNs) + " ns: " + verdict);
            }
        });
    }

    private void silent(Verdict verdict) {
        long heardNs = verdict.evidence().watermarkNs() + Constants.SILENCE_NS;
        holderNs(verdict, verdict.evidence().nowNs()).ifPresent(holderNs -> {
            if (holderNs < heardNs - ROUNDING_NS) {
                broken(verdict.holder(), verdict.reader(), "was heard " + (heardNs - holderNs) + ": " + verdict);
            }
        });
    }

    private void checkExpiry(Verdict verdict, Evidence evidence) {
        Optional<Long> latestNs = evidence.life(verdict.holderLife())
                .flatMap(life -> life.request(verdict.requestId()))
                .map(request -> request.latestExpiryNs(verdict.leaseSeq()));
        long expiryNs = verdict.evidence().expiryNs();
        boolean later = latestNs.isPresent()
                && !Absent.is(latestNs.get())
                && (Absent.is(expiryNs) || expiryNs > latestNs.get());
        if (later) {
            broken(verdict.holder(), verdict.reader(), "no event has given the lease so long: " + verdict);
        }
    }
}
