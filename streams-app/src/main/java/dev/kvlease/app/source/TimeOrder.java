package dev.kvlease.app.source;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The order by (record time, topic, offset, partition): total, and the same every time. Where a stream's record times go
 * back, its records count as being as late as the latest before them, so that the stream keeps its order.
 */
public final class TimeOrder implements RecordOrder {
    private static final Comparator<Head> ORDER = Comparator.comparingLong(Head::timeMs)
            .thenComparing(head -> head.record().topic())
            .thenComparingLong(head -> head.record().origin().offset())
            .thenComparingInt(head -> head.record().origin().partition())
            .thenComparingInt(Head::stream);

    /** The order. */
    public TimeOrder() {}

    @Override
    public RecordStream merge(List<? extends RecordStream> streams) {
        return streams.size() == 1 ? streams.get(0) : new Merged(streams);
    }

    /** The next record of a stream. */
    private record Head(StoredRecord record, long timeMs, int stream) {}

    private static final class Merged implements RecordStream {
        private final List<RecordStream> streams;
        private final PriorityQueue<Head> heads = new PriorityQueue<>(ORDER);
        private boolean begun;

        Merged(List<? extends RecordStream> streams) {
            this.streams = new ArrayList<>(streams);
        }

        @Override
        public Optional<StoredRecord> next() throws IOException {
            if (!begun) {
                begun = true;
                for (int i = 0; i < streams.size(); i++) {
                    advance(i, Long.MIN_VALUE);
                }
            }
            Head first = heads.poll();
            if (first == null) {
                return Optional.empty();
            }
            advance(first.stream(), first.timeMs());
            return Optional.of(first.record());
        }

        private void advance(int stream, long latestMs) throws IOException {
            streams.get(stream)
                    .next()
                    .ifPresent(record -> heads.add(
                            new Head(record, Math.max(latestMs, record.origin().recordTimeMs()), stream)));
        }

        @Override
        public void close() throws IOException {
            for (RecordStream stream : streams) {
                stream.close();
            }
        }
    }
}
