package dev.kvlease.model;

import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The numbers of a record, each of which can be replaced. */
final class Numbers {
    private static final List<Field> EVENT = List.of(
            event(PlainRecord.Event::clockNs, (e, n) -> event(e, n, e.expiryNs())),
            event(PlainRecord.Event::expiryNs, (e, n) -> event(e, e.clockNs(), n)));

    private static final List<Field> SAMPLE = List.of(
            sample(PlainRecord.Sample::sentNs, (s, n) -> sample(s, n, s.remoteNs(), s.receivedNs())),
            sample(PlainRecord.Sample::remoteNs, (s, n) -> sample(s, s.sentNs(), n, s.receivedNs())),
            sample(PlainRecord.Sample::receivedNs, (s, n) -> sample(s, s.sentNs(), s.remoteNs(), n)),
            sample(
                    PlainRecord.Sample::sentNs,
                    (s, n) -> sample(s, n, s.remoteNs() + n - s.sentNs(), s.receivedNs() + n - s.sentNs())));

    private static final List<Field> INTENT = List.of(
            intent(PlainRecord.Intent::nowNs, (i, n) -> intent(i, n, i.expiryNs())),
            intent(PlainRecord.Intent::expiryNs, (i, n) -> intent(i, i.nowNs(), n)));

    private static final List<Field> OUTCOME = List.of(
            outcome(PlainRecord.Outcome::startedNs, (o, n) -> outcome(o, n, o.finishedNs())),
            outcome(PlainRecord.Outcome::finishedNs, (o, n) -> outcome(o, o.startedNs(), n)),
            outcome(PlainRecord.Outcome::finishedNs, (o, n) -> outcome(o, o.startedNs() + n - o.finishedNs(), n)));

    /** One number of a record. */
    record Field(Function<PlainRecord, Long> get, BiFunction<PlainRecord, Long, PlainRecord> put) {
        /** Its value, unless the record has none. */
        Optional<Long> of(PlainRecord record) {
            return Optional.ofNullable(get.apply(record));
        }

        /** The record with another value; several numbers may move along. */
        PlainRecord with(PlainRecord record, long value) {
            return put.apply(record, value);
        }
    }

    private Numbers() {}

    /** All fields of a record. */
    static List<Field> of(PlainRecord record) {
        if (record instanceof PlainRecord.Event) {
            return EVENT;
        }
        if (record instanceof PlainRecord.Sample) {
            return SAMPLE;
        }
        return record instanceof PlainRecord.Intent ? INTENT : OUTCOME;
    }

    private static Field event(
            Function<PlainRecord.Event, Long> get, BiFunction<PlainRecord.Event, Long, PlainRecord> put) {
        return field(PlainRecord.Event.class, get, put);
    }

    private static Field sample(
            Function<PlainRecord.Sample, Long> get, BiFunction<PlainRecord.Sample, Long, PlainRecord> put) {
        return field(PlainRecord.Sample.class, get, put);
    }

    private static Field intent(
            Function<PlainRecord.Intent, Long> get, BiFunction<PlainRecord.Intent, Long, PlainRecord> put) {
        return field(PlainRecord.Intent.class, get, put);
    }

    private static Field outcome(
            Function<PlainRecord.Outcome, Long> get, BiFunction<PlainRecord.Outcome, Long, PlainRecord> put) {
        return field(PlainRecord.Outcome.class, get, put);
    }

    private static <R extends PlainRecord> Field field(
            Class<R> type, Function<R, Long> get, BiFunction<R, Long, PlainRecord> put) {
        return new Field(r -> get.apply(type.cast(r)), (r, n) -> put.apply(type.cast(r), n));
    }

    private static PlainRecord event(PlainRecord.Event e, long clockNs, Long expiryNs) {
        return new PlainRecord.Event(
                e.type(),
                e.holder(),
                e.life(),
                e.seq(),
                clockNs,
                e.request(),
                e.blocks(),
                e.shared(),
                expiryNs,
                e.maxReads(),
                e.numTokens(),
                e.numBlocks(),
                e.reason());
    }

    private static PlainRecord sample(PlainRecord.Sample s, long sentNs, long remoteNs, long receivedNs) {
        return new PlainRecord.Sample(
                s.reader(), s.readerLife(), s.holder(), s.holderLife(), s.rank(), sentNs, remoteNs, receivedNs);
    }

    private static PlainRecord intent(PlainRecord.Intent i, Long nowNs, Long expiryNs) {
        return new PlainRecord.Intent(
                i.reader(),
                i.readerLife(),
                i.holder(),
                i.holderLife(),
                i.request(),
                i.read(),
                i.blocks(),
                i.numLocalBlocks(),
                nowNs,
                expiryNs);
    }

    private static PlainRecord outcome(PlainRecord.Outcome o, long startedNs, long finishedNs) {
        return new PlainRecord.Outcome(
                o.reader(),
                o.readerLife(),
                o.holder(),
                o.holderLife(),
                o.request(),
                o.read(),
                o.leaseSeq(),
                o.status(),
                startedNs,
                finishedNs);
    }
}
