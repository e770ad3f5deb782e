package dev.kvlease.fleet.record;

/**
 * A reader asked a holder for its clock.
 *
 * @param reader the reader's engine id
 * @param readerLife the reader's incarnation
 * @param holder the holder's engine id
 * @param holderLife the holder's incarnation that answered
 * @param rank the holder's rank that answered
 * @param sentNs when the question left, reader clock
 * @param remoteNs the holder's clock in the answer
 * @param receivedNs when the answer came, reader clock
 */
public record HandshakeSampleRecord(
        String reader,
        String readerLife,
        String holder,
        String holderLife,
        int rank,
        long sentNs,
        long remoteNs,
        long receivedNs)
        implements FleetRecord {}
