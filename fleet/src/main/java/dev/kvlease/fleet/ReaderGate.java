package dev.kvlease.fleet;

import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.HandshakeSampleRecord;
import dev.kvlease.fleet.record.ReadIntentRecord;
import java.util.List;
import java.util.Optional;

/**
 * What one life of a reader asks before it reads, and to confirm after it, when that is not simulated but somebody else's:
 * it sends the reader's samples, questions and outcomes itself. Called by the simulation's thread only; none of its
 * methods may wait.
 */
public interface ReaderGate {
    /** Makes the gates of readers. */
    @FunctionalInterface
    interface Maker {
        /**
         * A reader's process has started.
         *
         * @param reader its engine id
         * @param life its incarnation
         * @param clock its clock, of true time
         * @param holders the engines that it may read from
         * @return its gate
         */
        ReaderGate open(String reader, String life, EngineClock clock, List<String> holders);
    }

    /** Whether a read may be made. */
    enum Status {
        /** It may start. */
        READABLE,
        /** It must not be made. */
        EXPIRED,
        /** Nothing that counts is known now. */
        UNKNOWN
    }

    /**
     * What the gate says of a read at one moment.
     *
     * @param status whether it may be made
     * @param reason why
     * @param readableUntilNs last reader time at which it may start, or {@link FleetRecord#ABSENT}
     * @param deadlineNs reader time before which its bytes must have arrived, or {@link FleetRecord#ABSENT}
     */
    record Answer(Status status, String reason, long readableUntilNs, long deadlineNs) {}

    /**
     * What to do with what has been read.
     *
     * @param use whether it may be used
     * @param reason why not, if not
     */
    record Decision(boolean use, String reason) {}

    /**
     * Begins a read, by asking for it.
     *
     * @param intent the question, but for its {@code nowNs}
     */
    void ask(ReadIntentRecord intent);

    /**
     * The answer to a read that has been asked for, if there is one that asking again would not help.
     *
     * @param readRequestId the read
     * @return the answer, or empty while it is worth waiting
     */
    Optional<Answer> answer(String readRequestId);

    /**
     * Whether a read may start now.
     *
     * @param readRequestId the read
     * @param nowNs reader clock
     * @return what the gate says at that moment
     */
    Answer check(String readRequestId, long nowNs);

    /**
     * A transfer is over, and its bytes wait.
     *
     * @param readRequestId the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param patienceNs how long to wait for the holder to be heard
     */
    void finished(String readRequestId, long startedNs, long finishedNs, long patienceNs);

    /**
     * Whether to use the bytes of a read that is {@link #finished}. The outcome has been sent with it.
     *
     * @param readRequestId the read
     * @return the decision, or empty while it is not known
     */
    Optional<Decision> decision(String readRequestId);

    /**
     * A read is not made.
     *
     * @param readRequestId the read
     */
    void declined(String readRequestId);

    /**
     * A transfer has failed.
     *
     * @param readRequestId the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     */
    void failed(String readRequestId, long startedNs, long finishedNs);

    /**
     * The reader has connected to a holder, and measured its clock by the way.
     *
     * @param sample the measurement
     */
    void measured(HandshakeSampleRecord sample);

    /** The reader's process has died. */
    void close();
}
