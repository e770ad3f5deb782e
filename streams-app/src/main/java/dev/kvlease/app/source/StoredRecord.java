package dev.kvlease.app.source;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.codec.InputCodec;
import dev.kvlease.app.codec.InputRecord;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.schemas.Verdict;
import java.util.List;
import java.util.Optional;
import org.apache.avro.generic.IndexedRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Bytes;

/**
 * A record of any topic with all that the topic keeps of it.
 *
 * @param topic its topic
 * @param origin where it stands
 * @param key its key's bytes; empty if it has none
 * @param headers its headers, in order
 * @param content its value
 * @param refusal why the stream puts it aside; empty for a good record, and for one of an output
 */
public record StoredRecord(
        Topic topic,
        Origin origin,
        Optional<Bytes> key,
        List<Header> headers,
        Content content,
        Optional<Refusal> refusal) {
    /** Copies the list. */
    public StoredRecord {
        headers = List.copyOf(headers);
    }

    /**
     * Its value, if it could be decoded.
     *
     * @return the record; empty for one without a value or of raw bytes
     */
    public Optional<IndexedRecord> value() {
        return content instanceof Content.Decoded decoded ? Optional.of(decoded.record()) : Optional.empty();
    }

    /**
     * The verdict that it is.
     *
     * @return empty for any other record
     * @throws IllegalArgumentException if it is a verdict that does not tell what had been consumed
     */
    public Optional<Verdict> verdict() {
        Optional<Verdict> verdict = topic == Topic.VERDICTS
                ? value().filter(Verdict.class::isInstance).map(Verdict.class::cast)
                : Optional.empty();
        verdict.ifPresent(found -> {
            if (found.getEvidence() == null || found.getEvidence().getAsOf() == null) {
                throw new IllegalArgumentException("a verdict without evidence.as_of");
            }
        });
        return verdict;
    }

    /**
     * Hands the record to a replay.
     *
     * @param handler takes it; values must be of the topics' own classes
     */
    public void deliver(EventHandler handler) {
        if (topic.role() != Topic.Role.INPUT) {
            handler.outputRecord(topic, origin);
        } else if (refusal.isPresent()) {
            refused(refusal.get(), handler);
        } else {
            deliver(input(), handler);
        }
    }

    private void refused(Refusal why, EventHandler handler) {
        if (why.reason() == DeadLetterReason.VALUE_MISSING) {
            handler.nullValue(topic, origin);
        } else {
            handler.unusable(topic, why.reason(), why.detail(), origin);
        }
    }

    private InputRecord input() {
        return value().flatMap(value -> InputCodec.fromAvro(topic, value))
                .orElseThrow(
                        () -> new IllegalStateException("not refused, and no record of " + topic + ": " + content));
    }

    private void deliver(InputRecord input, EventHandler handler) {
        if (input instanceof InputRecord.Event event) {
            handler.leaseEvent(event.event(), origin);
        } else if (input instanceof InputRecord.Sample sample) {
            handler.handshakeSample(sample.sample(), origin);
        } else if (input instanceof InputRecord.Intent intent) {
            handler.readIntent(intent.intent(), origin);
        } else if (input instanceof InputRecord.Outcome outcome) {
            handler.readOutcome(outcome.outcome(), origin);
        }
    }
}
