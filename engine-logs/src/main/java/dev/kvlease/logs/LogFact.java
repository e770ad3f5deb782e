package dev.kvlease.logs;

/**
 * What one line of an engine's log tells about a lease.
 *
 * <p>Request and engine ids are as the line has them. A number that the line does not tell is {@link #UNTOLD}.
 */
public sealed interface LogFact {
    /** Stands for a number that the line does not tell. */
    long UNTOLD = -1;

    /**
     * Where and when it was seen.
     *
     * @return the sighting
     */
    Sighting at();

    /**
     * The request that the line speaks of.
     *
     * @return its id in the engine that wrote the line; empty if the line names none
     */
    String requestId();

    /**
     * The same fact, seen elsewhere.
     *
     * @param elsewhere where
     * @return the fact
     */
    LogFact seen(Sighting elsewhere);

    /**
     * The holder's sweep has ended a lease and freed its blocks.
     *
     * @param at where and when
     * @param requestId the lease's request
     * @param reads how many reads the holder had been told of by then
     * @param leaseNs the length of the lease, or {@link #UNTOLD}
     */
    record LeaseRanOut(Sighting at, String requestId, long reads, long leaseNs) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new LeaseRanOut(elsewhere, requestId, reads, leaseNs);
        }
    }

    /**
     * A holder was told of a completed read of a request that it does not, or no longer, know. Alone it is a suspicion:
     * a rotated log, a restart, and a notice under the wrong side's request id give the same line.
     *
     * @param at where and when
     * @param requestId the request that the notice named
     */
    record ForeignReadSuspected(Sighting at, String requestId) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new ForeignReadSuspected(elsewhere, requestId);
        }
    }

    /**
     * The reader's own check has declined a read because its lease was over or nearly so.
     *
     * @param at where and when
     * @param requestId the request at the reader
     * @param holder the engine that would have been read from
     */
    record ReadDeclined(Sighting at, String requestId, String holder) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new ReadDeclined(elsewhere, requestId, holder);
        }
    }

    /**
     * A transfer failed at the reader.
     *
     * @param at where and when
     * @param requestId the request at the reader; may be empty
     * @param failure what failed, in the engine's words
     * @param holder the engine that was read from; may be empty
     * @param holderRequestId the lease's request; may be empty
     */
    record TransferFailed(Sighting at, String requestId, String failure, String holder, String holderRequestId)
            implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new TransferFailed(elsewhere, requestId, failure, holder, holderRequestId);
        }
    }

    /**
     * A holder keeps the blocks of a finished request for a reader.
     *
     * @param at where and when
     * @param requestId the lease's request
     * @param leaseNs for how long, counted from then
     */
    record BlocksHeld(Sighting at, String requestId, long leaseNs) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new BlocksHeld(elsewhere, requestId, leaseNs);
        }
    }

    /**
     * A holder keeps blocks until a reader is done, without saying for how long (Mooncake connector, vllm-ascend).
     *
     * @param at where and when
     * @param requestId the lease's request
     * @param blocks how many blocks
     */
    record FreeDelayed(Sighting at, String requestId, long blocks) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new FreeDelayed(elsewhere, requestId, blocks);
        }
    }

    /**
     * A holder has freed blocks because no reader had reported in time (Mooncake connector, vllm-ascend).
     *
     * @param at where and when
     * @param requestId the lease's request
     * @param leaseNs the time allowed, or {@link #UNTOLD}
     */
    record ForceFreed(Sighting at, String requestId, long leaseNs) implements LogFact {
        @Override
        public LogFact seen(Sighting elsewhere) {
            return new ForceFreed(elsewhere, requestId, leaseNs);
        }
    }

    /**
     * A reader has asked a holder for its metadata. The line has neither side's clock, so no offset follows from it.
     *
     * @param at where and when
     * @param tookNs how long the answer took
     */
    record HandshakeTook(Sighting at, long tookNs) implements LogFact {
        @Override
        public String requestId() {
            return "";
        }

        @Override
        public LogFact seen(Sighting elsewhere) {
            return new HandshakeTook(elsewhere, tookNs);
        }
    }

    /**
     * A process of the engine has come back with another process id: a new life of the engine.
     *
     * @param at where the new process was first seen
     * @param oldPid its process id before
     * @param newPid its process id since
     */
    record EngineRestarted(Sighting at, long oldPid, long newPid) implements LogFact {
        @Override
        public String requestId() {
            return "";
        }

        @Override
        public LogFact seen(Sighting elsewhere) {
            return new EngineRestarted(elsewhere, oldPid, newPid);
        }
    }
}
