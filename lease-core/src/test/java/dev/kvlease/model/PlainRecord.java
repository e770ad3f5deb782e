package dev.kvlease.model;

import java.util.List;

/**
 * An input record as an event file has it: enums are strings, what is absent is null, nothing is validated. A holder
 * time is in nanoseconds of the holder's clock, a reader time in nanoseconds of the reader's.
 */
public sealed interface PlainRecord {
    /** The holder that the record is about. */
    String holder();

    /** A lease event of a holder. */
    record Event(
            String type,
            String holder,
            String life,
            long seq,
            long clockNs,
            String request,
            List<List<Integer>> blocks,
            List<Integer> shared,
            Long expiryNs,
            Long maxReads,
            Long numTokens,
            Long numBlocks,
            String reason)
            implements PlainRecord {

        boolean is(String wanted) {
            return wanted.equals(type);
        }

        /** Whether this is an explicit end of a lease. */
        boolean isEnd() {
            return is("BLOCKS_RELEASED") || is("BLOCKS_EXPIRED");
        }

        boolean isOfRequest() {
            return is("BLOCKS_ALLOCATED") || is("LEASE_EXTENDED") || isEnd();
        }
    }

    /** A handshake sample. */
    record Sample(
            String reader,
            String readerLife,
            String holder,
            String holderLife,
            int rank,
            long sentNs,
            long remoteNs,
            long receivedNs)
            implements PlainRecord {
        long rttNs() {
            return receivedNs - sentNs;
        }
    }

    /** A read intent; {@code blocks} is empty for all. */
    record Intent(
            String reader,
            String readerLife,
            String holder,
            String holderLife,
            String request,
            String read,
            List<List<Integer>> blocks,
            long numLocalBlocks,
            Long nowNs,
            Long expiryNs)
            implements PlainRecord {}

    /** The outcome of a read. */
    record Outcome(
            String reader,
            String readerLife,
            String holder,
            String holderLife,
            String request,
            String read,
            Long leaseSeq,
            String status,
            long startedNs,
            long finishedNs)
            implements PlainRecord {}

    /**
     * A record with the time that the broker stamped on it.
     *
     * @param recordTimeMs milliseconds of the epoch
     * @param value the record
     */
    record Stamped(long recordTimeMs, PlainRecord value) {}
}
