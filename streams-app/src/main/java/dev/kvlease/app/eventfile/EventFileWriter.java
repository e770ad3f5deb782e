package dev.kvlease.app.eventfile;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes event files as {@link EventFileReader} reads them, without the fields that are absent. Failures of the stream
 * are thrown as {@link java.io.UncheckedIOException}.
 */
public final class EventFileWriter implements Closeable {
    private final NdjsonWriter out;

    /**
     * A writer onto a stream, which it closes.
     *
     * @param out where the file goes
     * @throws IOException if the stream cannot be written
     */
    public EventFileWriter(OutputStream out) throws IOException {
        this.out = new NdjsonWriter(out);
    }

    /**
     * Appends a record of lease-events.
     *
     * @param event the record
     * @param holderRole the part that the holder plays, which the core does not need; empty if not told
     * @param recordTimeMs its record time, in milliseconds of the epoch
     */
    public void leaseEvent(LeaseEvent event, String holderRole, long recordTimeMs) {
        begin(Topic.LEASE_EVENTS, recordTimeMs);
        out.symbol(FieldNames.TYPE, event.type());
        out.text(FieldNames.HOLDER, event.holder());
        out.text(FieldNames.HOLDER_LIFE, event.life());
        out.number(FieldNames.SEQ, event.seq());
        out.number(FieldNames.ENGINE_CLOCK, event.clockNs());
        out.text(FieldNames.REQUEST, event.requestId());
        event.blockIds().ifPresent(ids -> out.listOfLists(FieldNames.BLOCK_IDS, ids));
        if (event.sharedPrefixBlocks().length > 0) {
            out.list(FieldNames.SHARED_PREFIX_BLOCKS, event.sharedPrefixBlocks());
        }
        out.number(FieldNames.EXPIRY, event.expiryNs());
        out.number(FieldNames.MAX_READS, event.maxReads());
        out.number(FieldNames.NUM_TOKENS, event.numTokens());
        out.number(FieldNames.NUM_BLOCKS, event.numBlocks());
        out.text(FieldNames.HOLDER_ROLE, holderRole);
        out.text(FieldNames.REASON, event.reason());
        end();
    }

    /**
     * Appends a record of handshake-samples.
     *
     * @param sample the record
     * @param recordTimeMs its record time, in milliseconds of the epoch
     */
    public void handshakeSample(HandshakeSample sample, long recordTimeMs) {
        begin(Topic.HANDSHAKE_SAMPLES, recordTimeMs);
        out.text(FieldNames.READER, sample.reader());
        out.text(FieldNames.READER_LIFE, sample.readerLife());
        out.text(FieldNames.HOLDER, sample.holder());
        out.text(FieldNames.HOLDER_LIFE, sample.holderLife());
        out.number(FieldNames.RANK, sample.rank());
        out.number(FieldNames.SENT, sample.sentNs());
        out.number(FieldNames.REMOTE, sample.remoteNs());
        out.number(FieldNames.RECEIVED, sample.receivedNs());
        end();
    }

    /**
     * Appends a record of read-intents.
     *
     * @param intent the record
     * @param recordTimeMs its record time, in milliseconds of the epoch
     */
    public void readIntent(ReadIntent intent, long recordTimeMs) {
        begin(Topic.READ_INTENTS, recordTimeMs);
        out.text(FieldNames.READER, intent.reader());
        out.text(FieldNames.READER_LIFE, intent.readerLife());
        out.text(FieldNames.HOLDER, intent.holder());
        intent.holderLife().ifPresent(life -> out.text(FieldNames.HOLDER_LIFE, life));
        out.text(FieldNames.REQUEST, intent.requestId());
        out.text(FieldNames.READ_REQUEST, intent.readRequestId());
        if (intent.blockIds().length > 0) {
            out.listOfLists(FieldNames.BLOCK_IDS, intent.blockIds());
        }
        out.number(FieldNames.NUM_LOCAL_BLOCKS, intent.numLocalBlocks());
        out.number(FieldNames.NOW, intent.nowNs());
        out.number(FieldNames.EXPIRY, intent.expiryNs());
        end();
    }

    /**
     * Appends a record of read-outcomes.
     *
     * @param outcome the record
     * @param recordTimeMs its record time, in milliseconds of the epoch
     */
    public void readOutcome(ReadOutcome outcome, long recordTimeMs) {
        begin(Topic.READ_OUTCOMES, recordTimeMs);
        out.text(FieldNames.READER, outcome.reader());
        out.text(FieldNames.READER_LIFE, outcome.readerLife());
        out.text(FieldNames.HOLDER, outcome.holder());
        out.text(FieldNames.HOLDER_LIFE, outcome.holderLife());
        out.text(FieldNames.REQUEST, outcome.requestId());
        out.text(FieldNames.READ_REQUEST, outcome.readRequestId());
        out.number(FieldNames.LEASE_SEQ, outcome.leaseSeq());
        out.symbol(FieldNames.STATUS, outcome.status());
        out.number(FieldNames.STARTED, outcome.startedNs());
        out.number(FieldNames.FINISHED, outcome.finishedNs());
        end();
    }

    private void begin(Topic topic, long recordTimeMs) {
        out.beginLine();
        out.text(FieldNames.TOPIC, topic.shortName());
        out.number(FieldNames.TIMESTAMP, recordTimeMs);
        out.beginObject(FieldNames.VALUE);
    }

    private void end() {
        out.endObject();
        out.endLine();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
