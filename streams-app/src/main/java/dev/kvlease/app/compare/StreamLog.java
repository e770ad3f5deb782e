package dev.kvlease.app.compare;

import dev.kvlease.app.source.PartitionStream;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The inputs of one partition as streams. One record of each waits in memory. */
final class StreamLog implements InputLog {
    private final Map<Topic, Head> heads = new EnumMap<>(Topic.class);

    /**
     * A log of streams.
     *
     * @param streams one for each input; an input without one has no records
     */
    StreamLog(Collection<PartitionStream> streams) {
        streams.forEach(stream -> heads.put(stream.topic(), new Head(stream)));
    }

    @Override
    public Optional<InputAt> at(Topic input, long offset) {
        return from(input, offset).filter(record -> record.offset() == offset);
    }

    @Override
    public Optional<InputAt> from(Topic input, long offset) {
        Head head = heads.get(input);
        if (head == null) {
            return Optional.empty();
        }
        try {
            return head.from(offset);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next record of a stream. */
    private static final class Head {
        private final PartitionStream stream;
        private Optional<InputAt> record = Optional.empty();
        private boolean ended;
        private long passed;

        Head(PartitionStream stream) {
            this.stream = stream;
        }

        Optional<InputAt> from(long offset) throws IOException {
            if (offset < passed) {
                stream.goTo(offset);
                record = Optional.empty();
                ended = false;
            }
            passed = offset;
            while (!ended && (record.isEmpty() || record.get().offset() < offset)) {
                Optional<StoredRecord> next = stream.next();
                record = next.map(InputAt::of);
                ended = next.isEmpty();
            }
            return record;
        }
    }
}
