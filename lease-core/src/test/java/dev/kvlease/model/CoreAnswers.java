package dev.kvlease.model;

import dev.kvlease.core.Effects;
import dev.kvlease.core.LeaseEngine;
import dev.kvlease.core.Settings;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Arrival;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.common.BadRecord;
import dev.kvlease.core.common.Note;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.state.StateKind;
import dev.kvlease.core.state.StateSink;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The core's engine of one holder behind the interface that the model has too. */
public final class CoreAnswers implements Answers {
    /** A stored entry. */
    private record Entry(StateKind kind, byte[] key, byte[] value) {}

    private final String holder;
    private final Settings settings;
    private final int restoreEvery;
    private final Map<String, Entry> stored = new LinkedHashMap<>();
    private LeaseEngine engine;
    private long records;
    private long leaseEvents;
    private long samples;
    private long intents;
    private long outcomes;

    private CoreAnswers(String holder, Settings settings, int restoreEvery) {
        this.holder = holder;
        this.settings = settings;
        this.restoreEvery = restoreEvery;
        this.engine = new LeaseEngine(holder, settings, restoreEvery > 0);
    }

    /** The core, for any number of holders. */
    public static Answers ofCore(PlainSettings settings) {
        return ofRestoredCore(settings, 0);
    }

    /**
     * The core, but each engine gives way to one restored from what it had stored.
     *
     * @param every after how many records of a holder; 0 for never
     */
    public static Answers ofRestoredCore(PlainSettings settings, int every) {
        Settings ofCore = new Settings(
                settings.marginNs(),
                settings.driftPpm(),
                settings.untrackedExpired(),
                settings.missingDeadlineExpired());
        return Answers.perHolder(holder -> new CoreAnswers(holder, ofCore, every));
    }

    @Override
    public List<PlainAnswer> apply(PlainRecord.Stamped record) {
        Collector out = new Collector();
        PlainRecord value = record.value();
        if (value instanceof PlainRecord.Event) {
            apply(engine, value, at(record, leaseEvents++), out);
        } else if (value instanceof PlainRecord.Sample) {
            apply(engine, value, at(record, samples++), out);
        } else if (value instanceof PlainRecord.Intent) {
            apply(engine, value, at(record, intents++), out);
        } else {
            apply(engine, value, at(record, outcomes++), out);
        }
        records++;
        if (restoreEvery > 0 && records % restoreEvery == 0) {
            restore();
        }
        return out.answers;
    }

    /** Applies a plain record to an engine of the core. */
    public static void apply(LeaseEngine engine, PlainRecord record, Arrival at, Effects out) {
        if (record instanceof PlainRecord.Event e) {
            engine.apply(event(e), at, out);
        } else if (record instanceof PlainRecord.Sample s) {
            engine.apply(sample(s), at, out);
        } else if (record instanceof PlainRecord.Intent i) {
            engine.apply(intent(i), at, out);
        } else {
            engine.apply(outcome((PlainRecord.Outcome) record), at, out);
        }
    }

    /** The positions are those after the record: its own has been counted when this is called. */
    private Arrival at(PlainRecord.Stamped record, long offset) {
        return new Arrival(record.recordTimeMs(), offset, new AsOf(0, leaseEvents, samples, intents, outcomes));
    }

    private void restore() {
        engine.drainChanges(new StateSink() {
            @Override
            public void put(StateKind kind, byte[] key, byte[] value) {
                stored.put(name(kind, key), new Entry(kind, key.clone(), value.clone()));
            }

            @Override
            public void delete(StateKind kind, byte[] key) {
                stored.remove(name(kind, key));
            }
        });
        engine = new LeaseEngine(holder, settings, true);
        stored.values()
                .forEach(
                        e -> engine.restore(e.kind(), e.key().clone(), e.value().clone()));
        engine.restored();
    }

    private static String name(StateKind kind, byte[] key) {
        return kind + HexFormat.of().formatHex(key);
    }

    private static LeaseEvent event(PlainRecord.Event e) {
        return new LeaseEvent(
                symbol(LeaseEventType.values(), e.type(), LeaseEventType.UNKNOWN),
                e.holder(),
                text(e.life()),
                e.seq(),
                e.clockNs(),
                text(e.request()),
                Optional.ofNullable(e.blocks()).map(CoreAnswers::arrays),
                e.shared() == null ? new int[0] : array(e.shared()),
                number(e.expiryNs()),
                number(e.maxReads()),
                number(e.numTokens()),
                number(e.numBlocks()),
                text(e.reason()));
    }

    private static HandshakeSample sample(PlainRecord.Sample s) {
        return new HandshakeSample(
                text(s.reader()),
                text(s.readerLife()),
                s.holder(),
                text(s.holderLife()),
                s.rank(),
                s.sentNs(),
                s.remoteNs(),
                s.receivedNs());
    }

    private static ReadIntent intent(PlainRecord.Intent i) {
        return new ReadIntent(
                text(i.reader()),
                text(i.readerLife()),
                i.holder(),
                Optional.ofNullable(i.holderLife()),
                text(i.request()),
                text(i.read()),
                i.blocks() == null ? new int[0][] : arrays(i.blocks()),
                i.numLocalBlocks(),
                number(i.nowNs()),
                number(i.expiryNs()));
    }

    private static ReadOutcome outcome(PlainRecord.Outcome o) {
        return new ReadOutcome(
                text(o.reader()),
                text(o.readerLife()),
                o.holder(),
                text(o.holderLife()),
                text(o.request()),
                text(o.read()),
                number(o.leaseSeq()),
                symbol(ReadStatus.values(), o.status(), ReadStatus.UNKNOWN),
                o.startedNs(),
                o.finishedNs());
    }

    private static <E extends Enum<E>> E symbol(E[] symbols, String name, E unknown) {
        return Arrays.stream(symbols)
                .filter(s -> s.name().equals(name))
                .findFirst()
                .orElse(unknown);
    }

    private static String text(String nullable) {
        return nullable == null ? "" : nullable;
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static long number(Long nullable) {
        return nullable == null ? Absent.LONG : nullable;
    }

    private static Long orNull(long number) {
        return Absent.is(number) ? null : number;
    }

    private static int[][] arrays(List<List<Integer>> groups) {
        return groups.stream().map(CoreAnswers::array).toArray(int[][]::new);
    }

    private static int[] array(List<Integer> ids) {
        return ids.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Turns the core's effects into answers. */
    private static final class Collector implements Effects {
        private final List<PlainAnswer> answers = new ArrayList<>();

        @Override
        public void verdict(Verdict v) {
            answers.add(new PlainAnswer.Verdict(
                    v.reader(),
                    v.readerLife(),
                    v.requestId(),
                    v.readRequestId(),
                    orNull(v.leaseSeq()),
                    v.status().name(),
                    v.reason().name(),
                    v.trigger().name(),
                    v.provisional(),
                    orNull(v.readableUntilNs()),
                    orNull(v.deadlineNs()),
                    v.evidence().rule().name()));
        }

        @Override
        public void violation(Violation v) {
            answers.add(new PlainAnswer.Violation(
                    v.type().name(),
                    v.certainty().name(),
                    v.requestId(),
                    orNull(v.leaseSeq()),
                    orNull(v.reader()),
                    orNull(v.readRequestId()),
                    orNull(v.by()),
                    v.incompleteEvidence()));
        }

        @Override
        public void clockOffset(ClockOffset offset) {
            answers.add(new PlainAnswer.Offset(
                    offset.reader(),
                    offset.readerLife(),
                    offset.holderLife(),
                    offset.offsetNs(),
                    offset.minRttNs(),
                    offset.loNs(),
                    offset.hiNs(),
                    offset.refNs(),
                    offset.suspect(),
                    offset.samples(),
                    offset.steps()));
        }

        @Override
        public void refused(BadRecord reason) {
            answers.add(new PlainAnswer.Refused(reason.name()));
        }

        @Override
        public void note(Note note) {
            // counted elsewhere; semantics.md does not say which
        }
    }
}
