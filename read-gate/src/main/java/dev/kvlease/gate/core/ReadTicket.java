package dev.kvlease.gate.core;

import dev.kvlease.core.common.Absent;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One read at the gate, from the question to its end. Handed out by {@link GateCore#ask}; safe for many threads.
 *
 * <p>Everything but the answer and the two fields of the queue is guarded by the gate's lock.
 */
public final class ReadTicket {
    private final ReadKey key;
    private final AtomicBoolean wanted = new AtomicBoolean();
    private volatile Answer answer;
    private volatile ReadTicket next;

    private Optional<ReadRequest> request = Optional.empty();
    private Optional<GateVerdict> last = Optional.empty();
    private Optional<GateVerdict> permit = Optional.empty();
    private LeaseState permittedLease = LeaseState.NONE;
    private Optional<ReadTicket> allowedBefore = Optional.empty();
    private Optional<ReadTicket> allowedAfter = Optional.empty();
    private Optional<Answer> fallback = Optional.empty();
    private Optional<String> fallbackLife = Optional.empty();
    private Optional<Confirming> confirming = Optional.empty();
    private boolean revoked;
    private boolean ended;
    private boolean answered;
    private long askedNs = Absent.LONG;
    private long touchedNs;
    private int retries;

    ReadTicket(ReadKey key, Answer answer, long nowNs) {
        this.key = key;
        this.answer = answer;
        this.touchedNs = nowNs;
    }

    /**
     * The read's name.
     *
     * @return the key
     */
    public ReadKey key() {
        return key;
    }

    @Override
    public String toString() {
        return key + ": " + answer;
    }

    /** What stands until something else arrives, whatever the time. */
    Answer answer() {
        return answer;
    }

    /** Marks that the stream should be asked again; true for the first who does. */
    boolean want() {
        return !wanted.get() && wanted.compareAndSet(false, true);
    }

    void unwant() {
        wanted.set(false);
    }

    ReadTicket next() {
        return next;
    }

    void next(ReadTicket newNext) {
        next = newNext;
    }

    Optional<ReadRequest> request() {
        return request;
    }

    void request(ReadRequest newRequest) {
        request = Optional.of(newRequest);
    }

    /** The last answer that counted. */
    Optional<GateVerdict> last() {
        return last;
    }

    /** The last READABLE of the stream, under which a read may have started. */
    Optional<GateVerdict> permit() {
        return permit;
    }

    /** The lease of {@link #permit}. */
    LeaseState permittedLease() {
        return permittedLease;
    }

    /** The read that was allowed on the same lease before this one. */
    Optional<ReadTicket> allowedBefore() {
        return allowedBefore;
    }

    void allowedBefore(Optional<ReadTicket> other) {
        allowedBefore = other;
    }

    /** The read that was allowed on the same lease after this one. */
    Optional<ReadTicket> allowedAfter() {
        return allowedAfter;
    }

    void allowedAfter(Optional<ReadTicket> other) {
        allowedAfter = other;
    }

    void answered(GateVerdict verdict, Answer newAnswer) {
        last = Optional.of(verdict);
        answered = true;
        retries = Math.min(retries + 1, 16);
        answer = newAnswer;
    }

    /** The stream is there: what the gate said by itself counts no longer. */
    void allowed(GateVerdict verdict, LeaseState lease) {
        permit = Optional.of(verdict);
        fallback = Optional.empty();
        if (permittedLease != lease) {
            permittedLease.left(this);
            permittedLease = lease;
            lease.allowed(this);
        }
        answered(verdict, Answer.of(verdict));
    }

    void leaseIsOver(Answer newAnswer) {
        if (!ended && !revoked && answer.isReadable()) {
            answer = newAnswer;
        }
    }

    /** Forgets a READABLE that can no longer be trusted. No fallback may overrule an EXPIRED, provisional or not. */
    void distrust(Answer nothing) {
        last = Optional.empty();
        answered = false;
        if (answer.status() != Answer.Status.EXPIRED) {
            answer = nothing;
        }
    }

    /** What the gate said by itself, until the stream says READABLE. */
    Optional<Answer> fallback() {
        return fallback;
    }

    void fallback(Answer answer) {
        fallback = Optional.of(answer);
    }

    /** The life of the holder whose clock the gate itself decided by. */
    Optional<String> fallbackLife() {
        return fallbackLife;
    }

    void fallbackLife(Optional<String> life) {
        fallbackLife = life;
    }

    Optional<Confirming> confirming() {
        return confirming;
    }

    void confirming(Confirming read) {
        confirming = Optional.of(read);
    }

    boolean isRevoked() {
        return revoked;
    }

    void revoke(Answer newAnswer) {
        revoked = true;
        answered = true;
        answer = newAnswer;
        permittedLease.left(this);
    }

    boolean isEnded() {
        return ended;
    }

    void end(Answer newAnswer) {
        ended = true;
        answer = newAnswer;
        permittedLease.left(this);
    }

    /** Nothing reaches it any more, so what it was told does not count any more. */
    void forgotten(Answer nothing) {
        permittedLease.left(this);
        distrust(nothing);
    }

    /** Whether the last question has been answered. */
    boolean isAnswered() {
        return answered;
    }

    long askedNs() {
        return askedNs;
    }

    void asked(long nowNs) {
        askedNs = nowNs;
        answered = false;
    }

    void startRetries() {
        retries = 0;
    }

    int retries() {
        return retries;
    }

    long touchedNs() {
        return touchedNs;
    }

    void touched(long nowNs) {
        touchedNs = Math.max(touchedNs, nowNs);
    }

    /**
     * A read that has been made and waits to be confirmed.
     *
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param giveUpNs until when to wait, reader clock
     */
    record Confirming(long startedNs, long finishedNs, long giveUpNs) {}
}
