package dev.kvlease.app.eventfile;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.common.Absent;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One line of an event file in the making; used again for every line. Its timestamp stays until another is given. */
final class LineDraft {
    private static final Map<String, Topic> TOPICS =
            Arrays.stream(Topic.values()).collect(Collectors.toUnmodifiableMap(Topic::shortName, topic -> topic));

    private final Map<Topic, Draft> drafts = new EnumMap<>(Map.of(
            Topic.LEASE_EVENTS, new LeaseEventDraft(),
            Topic.HANDSHAKE_SAMPLES, new HandshakeSampleDraft(),
            Topic.READ_INTENTS, new ReadIntentDraft(),
            Topic.READ_OUTCOMES, new ReadOutcomeDraft()));

    private Topic topic;
    private Draft draft;
    private int partition;
    private long offset;
    private long recordTimeMs;
    private String refused = "";
    private String detail = "";
    private Value value = Value.MISSING;

    private enum Value {
        MISSING,
        NULL,
        RAW,
        TAKEN,
        AHEAD_OF_ITS_TOPIC
    }

    /** A new line, of no topic yet. */
    void clear() {
        topic = null;
        draft = null;
        partition = 0;
        offset = OffsetCounter.UNTOLD;
        refused = "";
        detail = "";
        value = Value.MISSING;
    }

    /** The same line from its beginning, its topic known. */
    void again() {
        value = Value.MISSING;
    }

    void topic(String name) throws MalformedLineException {
        Topic named = TOPICS.get(name);
        if (named == null) {
            throw new MalformedLineException("topic: expected lease-events, handshake-samples, read-intents or"
                    + " read-outcomes, found \"" + name + '"');
        }
        if (topic != null && topic != named) {
            throw new MalformedLineException("topic: expected one, found two");
        }
        topic = named;
        draft = drafts.get(topic);
    }

    void recordTimeMs(long newRecordTimeMs) {
        recordTimeMs = newRecordTimeMs;
    }

    void partition(long newPartition) throws MalformedLineException {
        if (Absent.is(newPartition)) {
            return;
        }
        if (newPartition < 0 || newPartition > Integer.MAX_VALUE) {
            throw new MalformedLineException("partition: expected 0 or more, found " + newPartition);
        }
        partition = (int) newPartition;
    }

    void offset(long newOffset) throws MalformedLineException {
        if (Absent.is(newOffset)) {
            return;
        }
        if (newOffset < 0 || newOffset == Long.MAX_VALUE) {
            throw new MalformedLineException("offset: expected 0 or more, found " + newOffset);
        }
        offset = newOffset;
    }

    /** The record is one that the stream puts aside. */
    void refused(String reason) {
        refused = reason;
    }

    void detail(String newDetail) {
        detail = newDetail;
    }

    /** The value is bytes that nobody could decode, or that have no schema. */
    void rawValue() {
        value = Value.RAW;
    }

    void nullValue() {
        value = Value.NULL;
    }

    /** The value is about to be read. It is to be passed over if it cannot be taken, or is none to take. */
    boolean takesValue() {
        if (topic == null) {
            value = Value.AHEAD_OF_ITS_TOPIC;
            return false;
        }
        value = Value.TAKEN;
        if (draft == null) {
            return false;
        }
        draft.clear();
        return true;
    }

    /** Where the fields of the value go. */
    Draft draft() {
        return draft;
    }

    /** Whether the value has to be read again, now that its topic is known. */
    boolean isToBeReadAgain() {
        return value == Value.AHEAD_OF_ITS_TOPIC && topic != null;
    }

    void deliver(EventHandler handler, OffsetCounter offsets, String file, long line) throws MalformedLineException {
        if (topic == null) {
            throw new MalformedLineException("topic: expected a topic name, found none");
        }
        if (value == Value.MISSING) {
            throw new MalformedLineException("value: expected an object or null, found none");
        }
        Origin at = new Origin(file, line, partition, offsets.offset(topic, partition, offset), recordTimeMs);
        if (draft == null) {
            handler.outputRecord(topic, at);
        } else if (!refused.isEmpty() || value == Value.RAW) {
            DeadLetterReason reason = DeadLetterReason.named(refused);
            if (reason == DeadLetterReason.VALUE_MISSING) {
                handler.nullValue(topic, at);
            } else {
                handler.unusable(topic, reason, detail, at);
            }
        } else if (value == Value.NULL) {
            handler.nullValue(topic, at);
        } else {
            draft.deliver(handler, at);
        }
    }
}
