package dev.kvlease.app.whatif;

import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Runs the rules as they are and any number of variants over the same records, in one pass, and counts what each would
 * have done with every read. Memory grows with the live state, once for each variant.
 */
public final class WhatIf implements EventHandler {
    private static final long FORGET_EVERY_MS = 300_000;

    private final List<VariantRun> runs = new ArrayList<>();
    private final OriginalFix originalFix = new OriginalFix();
    private final Judge judge;
    private final long readNs;
    private final Predicate<Origin> isHistory;
    private final Map<String, HolderReads> holders = new HashMap<>();
    private final Row[] rows;
    private long reads;
    private long records;
    private long nextForgetMs = Long.MIN_VALUE;

    /**
     * A comparison about to begin.
     *
     * @param variants the variants; the rules as they are come before them
     * @param readNs how long a read takes that did not take place, in nanoseconds
     * @param isHistory tells which reads are not counted
     */
    public WhatIf(List<Variant> variants, long readNs, Predicate<Origin> isHistory) {
        Set<Variant> all = new LinkedHashSet<>(List.of(Variant.BASE));
        all.addAll(variants);
        all.forEach(variant -> runs.add(new VariantRun(variant)));
        this.rows = all.stream().map(Row::of).toArray(Row[]::new);
        this.judge = new Judge(readNs);
        this.readNs = readNs;
        this.isHistory = isHistory;
    }

    private VariantRun base() {
        return runs.get(0);
    }

    @Override
    public void leaseEvent(LeaseEvent event, Origin at) {
        records++;
        for (VariantRun run : runs) {
            if (!run.variant.originalFix()) {
                run.replayer.leaseEvent(scaled(run.variant, event), at);
            }
        }
        if (!base().refused()) {
            HolderReads holder = holder(event.holder());
            holder.see(event, at.recordTimeMs());
            settle(holder, at);
        }
    }

    private static LeaseEvent scaled(Variant variant, LeaseEvent event) {
        return variant.isScaled() ? new LeaseScale(variant.ttlScale()).apply(event) : event;
    }

    @Override
    public void handshakeSample(HandshakeSample sample, Origin at) {
        records++;
        for (VariantRun run : runs) {
            if (!run.variant.originalFix()) {
                run.replayer.handshakeSample(sample, at);
            }
        }
        if (!base().refused()) {
            originalFix.take(sample);
            settle(holder(sample.holder()), at);
        }
    }

    @Override
    public void readIntent(ReadIntent intent, Origin at) {
        records++;
        HolderReads holder = holder(intent.holder());
        List<LeaseEvent> events = holder.events(intent.requestId());
        for (VariantRun run : runs) {
            Variant variant = run.variant;
            if (!variant.originalFix()) {
                boolean scaled = variant.isScaled() && !Absent.is(intent.expiryNs());
                run.replayer.readIntent(scaled ? new LeaseScale(variant.ttlScale()).apply(intent, events) : intent, at);
            }
        }
        if (base().refused()) {
            return;
        }
        settle(holder, at);
        if (isHistory.test(at)) {
            return;
        }
        asked(intent, holder, at);
    }

    private void asked(ReadIntent intent, HolderReads holder, Origin at) {
        RequestReads request = holder.request(intent.requestId());
        request.span.touch(at.recordTimeMs());
        WouldBeRead read = request.reads.computeIfAbsent(
                new RequestReads.Name(intent.reader(), intent.readRequestId()), any -> new WouldBeRead(runs.size()));
        Optional<ClockOffset> clock = holder.clock(intent.reader(), intent.readerLife());
        for (int i = 0; i < runs.size(); i++) {
            VariantRun run = runs.get(i);
            boolean admitted = run.variant.originalFix()
                    ? originalFix.reads(intent, expiryNs(intent, request.events()))
                    : run.verdicts.stream().anyMatch(WhatIf::isReadable);
            read.asked(i, intent, admitted, clock, at.recordTimeMs());
        }
        base().verdicts.forEach(verdict -> read.means(verdict.leaseSeq()));
    }

    private static boolean isReadable(Verdict verdict) {
        return verdict.trigger() == Trigger.READ_INTENT && verdict.status() == Status.READABLE;
    }

    /** The deadline that came with the request; where the intent leaves it out, that of the last allocation known. */
    private static long expiryNs(ReadIntent intent, List<LeaseEvent> events) {
        long expiryNs = intent.expiryNs();
        for (LeaseEvent event : events) {
            if (Absent.is(intent.expiryNs()) && event.type() == LeaseEventType.BLOCKS_ALLOCATED) {
                expiryNs = event.expiryNs();
            }
        }
        return expiryNs;
    }

    @Override
    public void readOutcome(ReadOutcome outcome, Origin at) {
        records++;
        for (VariantRun run : runs) {
            if (!run.variant.originalFix()) {
                run.replayer.readOutcome(outcome, at);
            }
        }
        if (base().refused()) {
            return;
        }
        HolderReads holder = holder(outcome.holder());
        settle(holder, at);
        RequestReads request = holder.request(outcome.requestId());
        request.span.touch(at.recordTimeMs());
        Optional.ofNullable(request.reads.get(new RequestReads.Name(outcome.reader(), outcome.readRequestId())))
                .ifPresent(read ->
                        read.ended(outcome, holder.clock(outcome.reader(), outcome.readerLife()), at.recordTimeMs()));
    }

    @Override
    public void nullValue(Topic topic, Origin at) {
        records++;
        runs.forEach(run -> run.replayer.nullValue(topic, at));
    }

    private HolderReads holder(String id) {
        return holders.computeIfAbsent(id, any -> new HolderReads());
    }

    /** What else followed from the record at hand: clocks, reuse and answers taken back. */
    private void settle(HolderReads holder, Origin at) {
        base().clocks.forEach(holder::clock);
        for (Violation violation : base().violations) {
            if (violation.type() == ViolationType.DOUBLE_ALLOCATION) {
                holder.request(violation.requestId())
                        .reusedAtNs
                        .put(
                                new RequestReads.LeaseName(violation.holderLife(), violation.leaseSeq()),
                                violation.leaseEndNs());
            }
        }
        for (int i = 0; i < runs.size(); i++) {
            for (Verdict verdict : runs.get(i).verdicts) {
                if (verdict.trigger() != Trigger.READ_INTENT) {
                    takenBack(i, verdict, holder, at);
                }
            }
        }
        forgetDue(at.recordTimeMs());
    }

    private static void takenBack(int variant, Verdict verdict, HolderReads holder, Origin at) {
        RequestReads request = holder.requests.get(verdict.requestId());
        WouldBeRead read = request == null
                ? null
                : request.reads.get(new RequestReads.Name(verdict.reader(), verdict.readRequestId()));
        if (read != null) {
            read.told(variant, verdict, at.recordTimeMs());
        }
    }

    private void forgetDue(long recordTimeMs) {
        if (recordTimeMs < nextForgetMs) {
            return;
        }
        nextForgetMs = recordTimeMs + FORGET_EVERY_MS;
        for (HolderReads holder : holders.values()) {
            holder.requests.values().removeIf(request -> {
                boolean over = request.span.isOverAt(recordTimeMs);
                if (over) {
                    count(request, holder);
                }
                return over;
            });
        }
    }

    private void count(RequestReads request, HolderReads holder) {
        for (WouldBeRead read : request.reads.values()) {
            if (!read.hasSomethingToRead()) {
                continue;
            }
            reads++;
            for (int i = 0; i < rows.length; i++) {
                Fate fate = judge.judge(i, rows[i].variant(), read, request, holder);
                rows[i] = read.isAdmitted(i, readNs) ? rows[i].admit(fate) : rows[i].decline(fate);
            }
        }
    }

    /**
     * How many records there have been.
     *
     * @return the count
     */
    public long records() {
        return records;
    }

    /**
     * What was found, when all records have been read. To be called once.
     *
     * @return the comparison, the rules as they are first
     */
    public Comparison finish() {
        for (HolderReads holder : holders.values()) {
            holder.requests.values().forEach(request -> count(request, holder));
        }
        return new Comparison(reads, records, readNs, List.of(rows));
    }
}
