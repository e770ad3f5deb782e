package dev.kvlease.core.verdict;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.state.Journaled;
import dev.kvlease.core.state.StateReader;
import dev.kvlease.core.state.StateWriter;
import java.util.Optional;

/**
 * One read of a tracked holder that something is remembered of: it is open, its last word may have to be sent again, it
 * holds a claim, or it was completed and perhaps waits for judgement.
 */
public final class TrackedRead extends Journaled {
    private final String reader;
    private final String requestId;
    private final String readRequestId;

    private static final byte[] NO_REPORT = {};

    private boolean open;
    /** The last READABLE or revocation sent; null once it was heard, and before there is one. */
    private Verdict lastWord;

    private long heldLeaseSeq = Absent.LONG;
    private long usedLeaseSeq = Absent.LONG;
    private boolean usedUnknownLease;
    private boolean completed;
    private long completedNs = Absent.LONG;
    private boolean waiting;
    private Completion completion = Completion.NONE;
    private byte[] report = NO_REPORT;
    private String formerLife = "";
    private long formerSinceNs = Absent.LONG;
    private boolean dropped;

    /** The reads of its request, and its neighbours there; null while it is not among them. */
    private RequestReads owner;

    private TrackedRead before;
    private TrackedRead after;

    /** The reads of the lease that it is open on; null while it is not open. */
    private LeaseReads openOn;

    /** The open reads of its reader, and its neighbours there; null while it is not open. */
    private ReaderReads openIn;

    private TrackedRead openBefore;
    private TrackedRead openAfter;

    TrackedRead(String reader, String requestId, String readRequestId) {
        this.reader = reader;
        this.requestId = requestId;
        this.readRequestId = readRequestId;
    }

    /**
     * A completed read whose life is over or whose request is forgotten, remembered so that a repeat of its outcome is
     * ignored.
     *
     * @param reader the reader's engine id
     * @param requestId the request of the lease
     * @param readRequestId the read
     * @param life the holder's life that it was of
     * @param sinceNs the watermark from which it is remembered
     * @return the read
     */
    public static TrackedRead former(String reader, String requestId, String readRequestId, String life, long sinceNs) {
        TrackedRead read = new TrackedRead(reader, requestId, readRequestId);
        read.completed = true;
        read.formerLife = life;
        read.formerSinceNs = sinceNs;
        return read;
    }

    /**
     * What is still remembered of this read when its life is over or its request is forgotten: that it was completed, the
     * claim it used up, and the last word on it.
     *
     * @param life the holder's life that it was of
     * @param sinceNs the watermark from which it is remembered
     * @return the former read
     */
    public TrackedRead toFormer(String life, long sinceNs) {
        TrackedRead read = former(reader, requestId, readRequestId, life, sinceNs);
        read.completed = completed;
        read.usedLeaseSeq = usedLeaseSeq;
        read.usedUnknownLease = usedUnknownLease;
        read.lastWord = lastWord;
        read.report = report;
        return read;
    }

    /**
     * A read of which nothing is remembered but what was reported of it.
     *
     * @param life the holder's life that it was of
     * @param sinceNs the watermark of the report
     * @return the former read
     */
    public TrackedRead toReported(String life, long sinceNs) {
        TrackedRead read = former(reader, requestId, readRequestId, life, sinceNs);
        read.completed = false;
        read.report = report;
        return read;
    }

    /**
     * What was reported of this read when it was judged, to be reported again after a crash.
     *
     * @return the packed report; empty if there was none
     */
    public byte[] report() {
        return report.clone();
    }

    /**
     * Remembers what is reported of this read.
     *
     * @param packed the packed report
     */
    public void report(byte[] packed) {
        report = packed.clone();
    }

    /**
     * The reader.
     *
     * @return its engine id
     */
    public String reader() {
        return reader;
    }

    /**
     * The request of the lease.
     *
     * @return its id
     */
    public String requestId() {
        return requestId;
    }

    /**
     * The reader's own id of the read.
     *
     * @return an id, unique per attempt; ranks may share it
     */
    public String readRequestId() {
        return readRequestId;
    }

    /**
     * The life of the reader that was told READABLE.
     *
     * @return its incarnation; empty once there is an outcome
     */
    public String readerLife() {
        return lastWord == null ? "" : lastWord.readerLife();
    }

    /**
     * Tells whether the read is open (section "Revocation").
     *
     * @return true from READABLE until its outcome, revocation, or the forgetting of its lease
     */
    public boolean isOpen() {
        return open;
    }

    /**
     * The lease that the read was told READABLE for.
     *
     * @return the allocation's seq; absent once there is an outcome
     */
    public long leaseSeq() {
        return lastWord == null ? Absent.LONG : lastWord.leaseSeq();
    }

    /**
     * The last READABLE or revocation sent, while there is no outcome.
     *
     * @return the verdict
     */
    public Optional<Verdict> lastWord() {
        return Optional.ofNullable(lastWord);
    }

    /**
     * Tells whether the read waits for judgement.
     *
     * @return true if it does
     */
    public boolean isWaiting() {
        return waiting;
    }

    /**
     * What the reader reported of the completed read, on both clocks.
     *
     * @return the completion; meaningful while waiting
     */
    public Completion completion() {
        return completion;
    }

    /**
     * Tells whether the read was completed.
     *
     * @return true once a COMPLETED outcome was taken
     */
    public boolean isCompleted() {
        return completed;
    }

    /**
     * Tells whether the life of the read is over or its request forgotten.
     *
     * @return true if only what {@link #toFormer} keeps is remembered
     */
    public boolean isFormer() {
        return !Absent.is(formerSinceNs);
    }

    /**
     * The life of the holder that a former read was of.
     *
     * @return its incarnation, which is the current one if its request was forgotten; empty if the read is no former one
     */
    public String formerLife() {
        return formerLife;
    }

    /**
     * The watermark from which a former read is remembered for the horizon.
     *
     * @return nanoseconds, holder clock; absent if the read is no former one
     */
    public long formerSinceNs() {
        return formerSinceNs;
    }

    /**
     * Tells whether this read is still worth an entry in the state.
     *
     * @return false if nothing of it matters any more
     */
    public boolean isKept() {
        boolean onlyReported = isFormer() && report.length > 0;
        return !dropped && (open || completed || lastWord != null || !Absent.is(heldLeaseSeq) || onlyReported);
    }

    /** Nothing of this read matters any more. */
    public void drop() {
        dropped = true;
        open = false;
        waiting = false;
    }

    RequestReads owner() {
        return owner;
    }

    TrackedRead before() {
        return before;
    }

    TrackedRead after() {
        return after;
    }

    void link(RequestReads newOwner, TrackedRead newBefore, TrackedRead newAfter) {
        owner = newOwner;
        before = newBefore;
        after = newAfter;
    }

    void linkBefore(TrackedRead newBefore) {
        before = newBefore;
    }

    void linkAfter(TrackedRead newAfter) {
        after = newAfter;
    }

    LeaseReads openOn() {
        return openOn;
    }

    void openOn(LeaseReads lease) {
        openOn = lease;
    }

    ReaderReads openIn() {
        return openIn;
    }

    TrackedRead openBefore() {
        return openBefore;
    }

    TrackedRead openAfter() {
        return openAfter;
    }

    void linkOpen(ReaderReads newOpenIn, TrackedRead newBefore, TrackedRead newAfter) {
        openIn = newOpenIn;
        openBefore = newBefore;
        openAfter = newAfter;
    }

    void unlinkOpen() {
        openOn = null;
        openIn = null;
        openBefore = null;
        openAfter = null;
    }

    void tell(Verdict readable) {
        lastWord = readable;
        open = true;
    }

    void revoke(Verdict revocation) {
        open = false;
        lastWord = revocation;
    }

    /** The reader has reported an outcome: the read is not open, and its last word was heard. */
    public void end() {
        open = false;
        lastWord = null;
    }

    void complete(long watermarkNs) {
        completed = true;
        completedNs = watermarkNs;
    }

    /**
     * The watermark when the outcome of a completed read came.
     *
     * @return nanoseconds, holder clock, or absent
     */
    public long completedNs() {
        return completedNs;
    }

    /** The lease of which this read's attempt holds a claim, or absent. */
    long heldLeaseSeq() {
        return heldLeaseSeq;
    }

    void hold(long ofLeaseSeq) {
        heldLeaseSeq = ofLeaseSeq;
    }

    /** The lease of which this completed read has used a claim up, or absent. */
    long usedLeaseSeq() {
        return usedLeaseSeq;
    }

    void use(long ofLeaseSeq) {
        usedLeaseSeq = ofLeaseSeq;
        usedUnknownLease = false;
    }

    /** Whether it has used a claim of a lease that was not known. */
    boolean hasUsedUnknownLease() {
        return usedUnknownLease;
    }

    void useUnknownLease() {
        usedUnknownLease = true;
    }

    /**
     * The completed read waits for judgement.
     *
     * @param reported what was reported, on both clocks
     */
    public void await(Completion reported) {
        completion = reported;
        waiting = true;
    }

    /** The read has been judged, or will not be. */
    public void judged() {
        waiting = false;
        completion = Completion.NONE;
    }

    /**
     * A former read is remembered from a later watermark on.
     *
     * @param sinceNs the first watermark of the life that has started
     */
    public void rebaseFormer(long sinceNs) {
        formerSinceNs = sinceNs;
    }

    /**
     * Writes the read.
     *
     * @param out where to
     */
    public void write(StateWriter out) {
        out.putFlag(open)
                .putOptional(heldLeaseSeq)
                .putOptional(usedLeaseSeq)
                .putFlag(usedUnknownLease)
                .putFlag(completed)
                .putOptional(completedNs)
                .putFlag(waiting)
                .putBytes(report)
                .putText(formerLife)
                .putOptional(formerSinceNs);
        if (waiting) {
            completion.write(out);
        }
        out.putFlag(lastWord != null);
        if (lastWord != null) {
            VerdictState.write(lastWord, out);
        }
    }

    /**
     * Reads an entry that {@link #write} wrote.
     *
     * @param holder the holder
     * @param reader the reader
     * @param requestId the request
     * @param readRequestId the read
     * @param in the entry
     * @return the read
     */
    public static TrackedRead read(
            String holder, String reader, String requestId, String readRequestId, StateReader in) {
        TrackedRead read = new TrackedRead(reader, requestId, readRequestId);
        read.open = in.getFlag();
        read.heldLeaseSeq = in.getOptional();
        read.usedLeaseSeq = in.getOptional();
        read.usedUnknownLease = in.getFlag();
        read.completed = in.getFlag();
        read.completedNs = in.getOptional();
        read.waiting = in.getFlag();
        read.report = in.getBytes();
        read.formerLife = in.getText();
        read.formerSinceNs = in.getOptional();
        if (read.waiting) {
            read.completion = Completion.read(in);
        }
        if (in.getFlag()) {
            read.lastWord = VerdictState.read(holder, reader, requestId, readRequestId, in);
        }
        return read;
    }
}
