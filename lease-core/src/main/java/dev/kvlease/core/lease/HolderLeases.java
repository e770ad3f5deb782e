package dev.kvlease.core.lease;

import dev.kvlease.core.common.Absent;
import dev.kvlease.core.common.Constants;
import dev.kvlease.core.state.StateReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All leases of the current life of a holder (semantics.md, "Lease events").
 *
 * <p>An event costs work in proportion to what it changes: leases that stand are indexed by allocation seq (for lost
 * events), blocks by id (for reuse), requests by when they can be forgotten, and ended leases by the seq below which
 * nothing may be missing before their blocks stop mattering.
 */
public final class HolderLeases {
    /** What an event did to the sequence, for whoever has to tell others. */
    public enum Applied {
        /** A duplicate was applied again. */
        DUPLICATE,
        /** Applied; no seq was found missing. */
        APPLIED,
        /** Seqs before it were found missing. */
        GAP_FOUND,
        /** Not applied, for its clock lies below the horizon, and its seq is lost unless it was seen before. */
        TOO_LATE,
        /** As {@link #TOO_LATE}, and seqs before it were found missing. */
        TOO_LATE_GAP_FOUND
    }

    private final LeaseChanges changes;
    private final ReuseWatch reuse = new ReuseWatch(this);
    private final BlockIndex blockIndex = new BlockIndex();
    private final StandingLeases standing = new StandingLeases();
    private final List<Lease> endedNow = new ArrayList<>();
    private final List<RequestLeases> forgottenNow = new ArrayList<>();
    private final DueQueue forgetQueue = new DueQueue();
    private final EndedWithBlocks endedWithBlocks = new EndedWithBlocks();
    private final RequestTable requests = new RequestTable();
    private EventSequence sequence = new EventSequence();

    /**
     * No life, no leases.
     *
     * @param changes learns what changes
     */
    public HolderLeases(LeaseChanges changes) {
        this.changes = changes;
    }

    /**
     * The numbered events of the current life.
     *
     * @return the sequence
     */
    public EventSequence sequence() {
        return sequence;
    }

    /**
     * A request's leases.
     *
     * @param requestId the request
     * @return its leases, if any event or outcome of it is remembered
     */
    public Optional<RequestLeases> request(String requestId) {
        return requests.find(requestId);
    }

    /**
     * The lease of one allocation.
     *
     * @param requestId the request
     * @param seq the allocation's seq
     * @return the lease, if it is known
     */
    public Optional<Lease> bySeq(String requestId, long seq) {
        Optional<RequestLeases> request = requests.find(requestId);
        return request.isPresent() ? request.get().bySeq(seq) : Optional.empty();
    }

    /**
     * The current lease of a request.
     *
     * @param requestId the request
     * @return the lease, while an allocation is known
     */
    public Optional<Lease> current(String requestId) {
        Optional<RequestLeases> request = requests.find(requestId);
        return request.isPresent() ? request.get().current() : Optional.empty();
    }

    /**
     * The requests of which anything is remembered.
     *
     * @return their ids, a copy in no order
     */
    public List<String> requestIds() {
        return requests.all().stream().map(RequestLeases::requestId).toList();
    }

    /**
     * Requests that are remembered.
     *
     * @return how many
     */
    public int requestCount() {
        return requests.size();
    }

    /**
     * How much is remembered.
     *
     * @return counts; the work grows with the number of blocks
     */
    public LeaseCounts counts() {
        return new LeaseCounts(requests.size(), standing.size(), blockIndex.size());
    }

    /**
     * Leases that ended by the last event.
     *
     * @return a view, valid until the next event
     */
    public List<Lease> endedNow() {
        return endedNow;
    }

    /**
     * Leases that the last event showed to be given away: each a DOUBLE_ALLOCATION.
     *
     * @return a view, valid until the next event
     */
    public List<Lease> reusedNow() {
        return reuse.foundNow();
    }

    /**
     * Starts a life: the leases of the one before are forgotten with it.
     *
     * @param clockNs the clock of its ENGINE_STARTED
     */
    public void startLife(long clockNs) {
        forgetAll();
        sequence = new EventSequence();
        sequence.see(0, clockNs);
    }

    /**
     * Forgets all leases for want of records. The sequence of the current life stays, and what is missing is lost: an
     * allocation that comes late must not stand without the end that was seen before it.
     */
    public void forgetBySilence() {
        forgetAll();
        sequence.loseMissing();
    }

    private void forgetAll() {
        requests.all().forEach(this::forgetEntries);
        requests.clear();
        standing.clear();
        blockIndex.clear();
        forgetQueue.clear();
        endedWithBlocks.clear();
        reuse.clear();
    }

    /**
     * Applies an event of the current life that is not refused: seq and W, applying, lost seqs, reuse.
     *
     * @param event the event
     * @param offset its offset in its input, kept as evidence
     * @return what it did to the sequence
     */
    public Applied apply(LeaseEvent event, long offset) {
        endedNow.clear();
        reuse.startEvent();
        EventSequence.Seen seen = sequence.see(event.seq(), event.clockNs());
        boolean tooLate = sequence.isTooLate(event.clockNs());
        boolean lost = false;
        if (!tooLate) {
            applyToRequest(event, seen == EventSequence.Seen.DUPLICATE, offset);
        } else if (seen != EventSequence.Seen.DUPLICATE) {
            sequence.lose(event.seq());
            lost = true;
        }
        lost |= sequence.loseOverdue();
        if (lost) {
            endStandingBelow(sequence.highestLostSeq());
        }
        reuse.check(lost || seen == EventSequence.Seen.FILLS_GAP);
        dropBlocks();
        return outcome(seen, tooLate);
    }

    private static Applied outcome(EventSequence.Seen seen, boolean tooLate) {
        boolean gapFound = seen == EventSequence.Seen.BEYOND_GAP;
        if (tooLate) {
            return gapFound ? Applied.TOO_LATE_GAP_FOUND : Applied.TOO_LATE;
        }
        if (gapFound) {
            return Applied.GAP_FOUND;
        }
        return seen == EventSequence.Seen.DUPLICATE ? Applied.DUPLICATE : Applied.APPLIED;
    }

    private void applyToRequest(LeaseEvent event, boolean duplicate, long offset) {
        // What followed an allocation that was seen, and of which nothing is known any more, was forgotten with it.
        boolean forgotten = duplicate
                && event.type() == LeaseEventType.BLOCKS_ALLOCATED
                && bySeq(event.requestId(), event.seq()).isEmpty();
        if (!event.type().ofRequest() || forgotten) {
            return;
        }
        RequestLeases request = requests.findOrAdd(event.requestId());
        MissingRanges missing = sequence.missing();
        switch (event.type()) {
            case BLOCKS_ALLOCATED -> allocate(request, event, offset);
            case LEASE_EXTENDED -> request.extend(event, missing, offset);
            default -> request.end(event, missing, offset);
        }
        noteEnded(request);
        changes.requestChanged(request);
        queueForForgetting(request);
    }

    private void noteEnded(RequestLeases request) {
        Lease latest = request.latest();
        if (latest == null) {
            return;
        }
        if (latest.earlier() == null) {
            noteIfEnded(latest);
        } else {
            request.all().forEach(this::noteIfEnded);
        }
    }

    private void noteIfEnded(Lease lease) {
        if (lease.isEnded()) {
            ended(lease);
        }
    }

    private void allocate(RequestLeases request, LeaseEvent event, long offset) {
        Blocks blocks = Blocks.of(event.blockIds().orElseThrow(), event.sharedPrefixBlocks());
        Optional<Lease> allocated = request.allocate(event, blocks, sequence.missing(), offset);
        if (allocated.isEmpty()) {
            request.bySeq(event.seq()).ifPresent(changes::blocksChanged);
            return;
        }
        Lease lease = allocated.get();
        reuse.allocated(lease);
        if (!lease.isEnded() && lease.seq() < sequence.highestLostSeq()) {
            lease.endWithGap();
        }
        standing.add(lease);
        changes.blocksChanged(lease);
    }

    /** "Gaps": leases allocated below a lost seq that have not ended end with EVENT_GAP. */
    private void endStandingBelow(long lostSeq) {
        Optional<Lease> lowest = standing.firstBelow(lostSeq);
        while (lowest.isPresent()) {
            Lease lease = lowest.get();
            lease.endWithGap();
            ended(lease);
            changes.requestChanged(lease.request());
            lowest = standing.firstBelow(lostSeq);
        }
    }

    private void ended(Lease lease) {
        if (!standing.remove(lease)) {
            return;
        }
        endedNow.add(lease);
        endedWithBlocks.add(lease);
        queueForForgetting(lease.request());
    }

    /** A lease turned out to be given away; it may have ended otherwise before. */
    void reused(Lease lease) {
        ended(lease);
        changes.requestChanged(lease.request());
    }

    EventSequence sequenceForReuse() {
        return sequence;
    }

    BlockIndex blockIndex() {
        return blockIndex;
    }

    private void dropBlocks() {
        if (!endedWithBlocks.isEmpty()) {
            endedWithBlocks.takeComplete(sequence.missing().lowest(), this::dropBlocks);
        }
    }

    private void dropBlocks(Lease lease) {
        if (lease.keepsBlocks()) {
            unindex(lease);
            lease.dropBlocks();
            lease.request().countKept(-1);
            changes.blocksChanged(lease);
            changes.requestChanged(lease.request());
        }
    }

    private void unindex(Lease lease) {
        blockIndex.remove(lease.blocks().ids(), lease);
        reuse.forget(lease);
    }

    /**
     * Remembers a request of which only an outcome is known, for as long as its allocation may still come.
     *
     * @param requestId the request
     * @return its leases, none yet
     */
    public RequestLeases touch(String requestId) {
        return touch(requestId, sequence.watermarkNs());
    }

    /**
     * Remembers a request of which only an outcome is known, for as long as its allocation may still come.
     *
     * @param requestId the request
     * @param watermarkNs the watermark when the outcome came
     * @return its leases, none yet
     */
    public RequestLeases touch(String requestId, long watermarkNs) {
        RequestLeases request = requests.findOrAdd(requestId);
        request.touch(watermarkNs);
        changes.requestChanged(request);
        queueForForgetting(request);
        return request;
    }

    /**
     * What kept a request from being forgotten may be over.
     *
     * @param request the request
     */
    public void reconsider(RequestLeases request) {
        queueForForgetting(request);
    }

    /** Queues a request once; again only if it is due earlier, for its base may be lower than that of its outcome. */
    private void queueForForgetting(RequestLeases request) {
        long baseNs = request.forgetBaseNs();
        if (Absent.is(request.queuedAtNs()) || baseNs < request.queuedAtNs()) {
            request.queuedAt(baseNs);
            forgetQueue.add(baseNs, request);
        }
    }

    /**
     * "Forgetting": forgets the requests that are due.
     *
     * @param hasWaitingRead tells whether a read of the request waits for judgement
     * @return the requests that are forgotten now; a view, valid until the next call
     */
    public List<RequestLeases> forgetDue(Predicate<RequestLeases> hasWaitingRead) {
        forgottenNow.clear();
        long watermarkNs = sequence.watermarkNs();
        while (forgetQueue.lowestBaseNs() < watermarkNs - Constants.HORIZON_NS) {
            DueQueue.Due due = forgetQueue.take();
            RequestLeases request = due.request();
            if (request.isForgotten() || request.queuedAtNs() != due.baseNs()) {
                continue;
            }
            request.queuedAt(Absent.LONG);
            if (request.forgetBaseNs() >= watermarkNs - Constants.HORIZON_NS) {
                queueForForgetting(request);
            } else if (!request.isEndless() && !hasWaitingRead.test(request)) {
                forget(request);
            }
        }
        return forgottenNow;
    }

    private void forget(RequestLeases request) {
        if (request.keepsAny()) {
            for (Lease lease : request.all()) {
                standing.remove(lease);
                if (lease.keepsBlocks()) {
                    unindex(lease);
                }
            }
        }
        requests.remove(request);
        forgetEntries(request);
        forgottenNow.add(request);
    }

    private void forgetEntries(RequestLeases request) {
        request.forget();
        if (request.keepsAny()) {
            for (Lease lease : request.all()) {
                if (lease.keepsBlocks()) {
                    lease.dropBlocks();
                    changes.blocksChanged(lease);
                }
            }
        }
        changes.requestChanged(request);
    }

    /**
     * Gives back one request.
     *
     * @param requestId the request
     * @param in what {@link RequestLeases#write} wrote
     */
    public void restoreRequest(String requestId, StateReader in) {
        requests.add(RequestLeases.read(requestId, in));
    }

    /**
     * Gives back the blocks of one allocation, after its request.
     *
     * @param requestId the request
     * @param seq the allocation's seq
     * @param in what {@link Blocks#write} wrote
     * @return false if no lease that keeps its blocks is known by that seq
     */
    public boolean restoreBlocks(String requestId, long seq, StateReader in) {
        Optional<Lease> lease = bySeq(requestId, seq).filter(Lease::keepsBlocks);
        lease.ifPresent(known -> known.giveBlocks(Blocks.read(in)));
        return lease.isPresent();
    }

    /**
     * Gives back the sequence of the current life, before {@link #restored}.
     *
     * @param known the sequence
     */
    public void restoreSequence(EventSequence known) {
        sequence = known;
    }

    /** Rebuilds the indexes after everything, the sequence too, has been given back. */
    public void restored() {
        List<Lease> all = new ArrayList<>();
        for (RequestLeases request : requests.all()) {
            request.restored(sequence.watermarkNs());
            all.addAll(request.all());
            queueForForgetting(request);
        }
        all.sort(Comparator.comparingLong(Lease::seq));
        all.forEach(this::restoreIndexes);
        reuse.restored(all);
        dropBlocks();
    }

    private void restoreIndexes(Lease lease) {
        if (!lease.isEnded() && lease.seq() < sequence.highestLostSeq()) {
            lease.endWithGap();
        }
        if (lease.keepsBlocks()) {
            blockIndex.add(lease.blocks().ids(), lease, (place, others) -> {});
        }
        if (lease.keepsBlocks() || !lease.isEnded()) {
            lease.request().countKept(1);
        }
        if (!lease.isEnded()) {
            standing.add(lease);
        } else if (lease.keepsBlocks()) {
            endedWithBlocks.add(lease);
        }
    }
}
