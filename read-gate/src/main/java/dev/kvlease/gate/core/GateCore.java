package dev.kvlease.gate.core;

import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.gate.core.ReadTicket.Confirming;
import java.time.Duration;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;

/**
 * The gate of one reader, without its connections. Safe for many threads; {@link #check} waits for nobody and allocates
 * nothing, all else takes a lock.
 *
 * <p>Which answer stands, is said by {@link Standing}; when the stream is asked again, by {@link Questions}.
 */
public final class GateCore {
    private static final Answer NOTHING = Answer.unknown(GateReason.NOT_ANSWERED);
    private static final Answer BEHIND = Answer.unknown(GateReason.STREAM_BEHIND);
    private static final Answer ASKED_AGAIN = Answer.unknown(GateReason.ASKED_AGAIN);
    private static final Answer OVER = Answer.expired(Reason.DEADLINE_PASSED.name(), Answer.Source.GATE);
    private static final Answer FULL = Answer.expired(GateReason.GATE_FULL.name(), Answer.Source.GATE);
    private static final Answer ENDED = Answer.expired(GateReason.ALREADY_ENDED.name(), Answer.Source.GATE);
    private static final long NEVER = Long.MIN_VALUE;
    private static final Duration KEEP_ENDED = Duration.ofSeconds(30);

    private final Reader reader;
    private final GateOptions options;
    private final Outbox outbox;
    private final Questions questions;
    private final long staleAfterNs;
    private final ConcurrentHashMap<ReadKey, ReadTicket> reads = new ConcurrentHashMap<>();
    private final AskQueue askAgain = new AskQueue();
    private final Ends ends = new Ends();
    private final Standing standing = new Standing(ends);
    private final OwnClocks ownClocks;
    private volatile long caughtUpNs = NEVER;

    /**
     * A gate that knows nothing yet, and is behind until {@link #caughtUp}.
     *
     * @param reader who reads
     * @param options how it behaves
     * @param outbox takes what it has to send
     */
    public GateCore(Reader reader, GateOptions options, Outbox outbox) {
        this.reader = reader;
        this.options = options;
        this.outbox = outbox;
        this.questions = new Questions(reader, options, outbox);
        this.staleAfterNs = options.staleAfter().toNanos();
        this.ownClocks = new OwnClocks(options.settings());
    }

    /**
     * Whether a read may start. Wait-free, allocates nothing. An answer whose time to start has run out is asked again
     * at the next {@link #tick}.
     *
     * @param ticket the read
     * @param nowNs reader clock
     * @return READABLE, EXPIRED or UNKNOWN, at this moment
     */
    public Answer check(ReadTicket ticket, long nowNs) {
        Answer answer = ticket.answer();
        if (answer.status() != Answer.Status.READABLE) {
            return answer;
        }
        if (nowNs >= answer.deadlineNs() && !Absent.is(answer.deadlineNs())) {
            return OVER;
        }
        if (nowNs > answer.readableUntilNs() && !Absent.is(answer.readableUntilNs())) {
            if (ticket.want()) {
                askAgain.add(ticket);
            }
            return ASKED_AGAIN;
        }
        return isStale(nowNs) ? BEHIND : answer;
    }

    /**
     * The same for a read by its name; also for one that a router asked for in this reader's name.
     *
     * @param key the read
     * @param nowNs reader clock
     * @return READABLE, EXPIRED or UNKNOWN, at this moment
     */
    public Answer check(ReadKey key, long nowNs) {
        ReadTicket ticket = reads.get(key);
        return ticket == null ? NOTHING : check(ticket, nowNs);
    }

    private boolean isStale(long nowNs) {
        long then = caughtUpNs;
        return then == NEVER || nowNs - then > staleAfterNs;
    }

    /**
     * Asks the stream, as soon as the read is foreseen. Asking again for the same read sends another question.
     *
     * @param request the read
     * @param nowNs reader clock
     * @return its ticket
     */
    public synchronized ReadTicket ask(ReadRequest request, long nowNs) {
        ReadTicket ticket = reads.get(request.key());
        if (ticket == null) {
            if (reads.size() >= options.mostReads()) {
                return new ReadTicket(request.key(), FULL, nowNs);
            }
            ticket = new ReadTicket(request.key(), NOTHING, nowNs);
            reads.put(request.key(), ticket);
        }
        ticket.request(request);
        questions.ask(ticket, nowNs);
        return ticket;
    }

    /**
     * Takes a verdict from the stream, in the order of its partition.
     *
     * @param verdict the verdict
     * @param nowNs reader clock
     * @return what became of it; on {@link Taken#REVOKED} whoever reads should be told
     */
    public Taken take(GateVerdict verdict, long nowNs) {
        if (!verdict.reader().equals(reader.id())) {
            return Taken.OTHER_READER;
        }
        if (!verdict.readerLife().equals(reader.life())) {
            return Taken.OTHER_LIFE;
        }
        return takeOwn(verdict, nowNs);
    }

    private synchronized Taken takeOwn(GateVerdict verdict, long nowNs) {
        ReadTicket ticket = reads.get(verdict.key());
        if (ticket == null) {
            // a revocation is kept although there is no room: forgetting it would be the one unsafe thing to do
            boolean room = reads.size() < options.mostReads() || verdict.kind() == GateVerdict.Kind.REVOCATION;
            if (!room) {
                ends.learn(verdict, nowNs);
                return Taken.NO_ROOM;
            }
            ticket = new ReadTicket(verdict.key(), NOTHING, nowNs);
            reads.put(verdict.key(), ticket);
        }
        Taken taken = standing.take(ticket, verdict.sharing(reader, ticket.key()), nowNs);
        if (ticket.isAnswered()) {
            questions.settled(ticket);
        }
        notifyAll();
        return taken;
    }

    /**
     * Every verdict that was in the partition at that time has been taken.
     *
     * @param nowNs reader clock, when the end of the partition was asked for
     */
    public void caughtUp(long nowNs) {
        caughtUpNs = nowNs;
    }

    /** Verdicts may have been missed: no READABLE counts until it is given again. What was taken back stays so. */
    public synchronized void lostTrack() {
        caughtUpNs = NEVER;
        reads.values().forEach(ticket -> ticket.distrust(NOTHING));
        notifyAll();
    }

    /**
     * How far behind the stream the gate is.
     *
     * @param nowNs reader clock
     * @return the staleness
     */
    public synchronized Staleness staleness(long nowNs) {
        long then = caughtUpNs;
        long behindNs = then == NEVER ? Long.MAX_VALUE : Math.max(0, nowNs - then);
        return new Staleness(behindNs, questions.unansweredNs(nowNs), isStale(nowNs));
    }

    /**
     * Learns one of the reader's own samples, for the fallback.
     *
     * @param sample as it is sent to the stream
     * @param nowNs reader clock
     */
    public synchronized void sampled(HandshakeSample sample, long nowNs) {
        ownClocks.sampled(sample, nowNs);
    }

    /**
     * What the reader can say by itself, if the stream says nothing: while it has not answered, or the gate is behind it.
     * Otherwise this is {@link #check}.
     *
     * @param ticket the read
     * @param nowNs reader clock
     * @return an answer; one of the fallback says so
     */
    public synchronized Answer fallback(ReadTicket ticket, long nowNs) {
        Answer answer = check(ticket, nowNs);
        boolean unanswered = ticket.last().isEmpty();
        boolean mayDecide = answer.status() == Answer.Status.UNKNOWN
                && (unanswered || isStale(nowNs))
                && ticket.request().isPresent();
        if (!mayDecide) {
            return answer;
        }
        if (options.fallback() == GateOptions.Fallback.EXPIRED) {
            return Answer.expired(GateReason.FALLBACK_OFF.name(), Answer.Source.GATE);
        }
        ticket.fallbackLife(ownClocks.life(ticket.key().holder()));
        Optional<Answer> over = standing.knownEnd(ticket);
        if (over.isPresent()) {
            return over.get();
        }
        Answer own = ownClocks.decide(questions.intent(inPermittedLife(ticket), nowNs), nowNs);
        ticket.fallback(own);
        return own;
    }

    /** A read that the stream has allowed is of one life of its holder; no other life's clock counts. */
    private static ReadRequest inPermittedLife(ReadTicket ticket) {
        ReadRequest request = ticket.request().orElseThrow();
        Optional<String> life = ticket.permit().map(GateVerdict::holderLife).filter(named -> !named.isEmpty());
        return life.isPresent() && request.holderLife().isEmpty() ? request.withHolderLife(life.get()) : request;
    }

    /**
     * The next step of whoever waits for an answer. Asks again while the answer is provisional.
     *
     * @param ticket the read
     * @param nowNs reader clock
     * @return the answer, or how long to wait
     */
    public synchronized Step<Answer> await(ReadTicket ticket, long nowNs) {
        Answer answer = check(ticket, nowNs);
        boolean hopeless = ticket.request().isEmpty();
        if (!answer.isOpen() || hopeless) {
            return new Step.Done<>(answer);
        }
        return new Step.Wait<>(questions.askIfDue(ticket, nowNs));
    }

    /**
     * The read has been made: begins to confirm it. Nothing read may be used or published before {@link #confirm} says so.
     *
     * @param ticket the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param giveUpNs until when to wait for the holder to be heard, reader clock
     */
    public synchronized void finished(ReadTicket ticket, long startedNs, long finishedNs, long giveUpNs) {
        ticket.confirming(new Confirming(startedNs, finishedNs, giveUpNs));
    }

    /**
     * The next step of whoever waits for a confirmation. Reports the outcome when it is decided.
     *
     * @param ticket a read that is {@link #finished}
     * @param nowNs reader clock
     * @return the confirmation, or how long to wait
     */
    public synchronized Step<Confirmation> confirm(ReadTicket ticket, long nowNs) {
        Confirming read = ticket.confirming()
                .orElseThrow(() -> new IllegalStateException("read " + ticket.key() + " is not finished"));
        if (ticket.isEnded()) {
            return new Step.Done<>(new Confirmation.Discard(GateReason.ALREADY_ENDED.name()));
        }
        Optional<Confirmation> decided = Confirmer.atOnce(ticket, read, standing.knownEnd(ticket));
        if (decided.isEmpty() && ticket.last().isPresent()) {
            decided = Confirmer.byAnswer(ticket, read);
        }
        if (decided.isEmpty() && nowNs >= read.giveUpNs()) {
            decided = Optional.of(new Confirmation.Discard(GateReason.NOT_CONFIRMED.name()));
        }
        if (decided.isEmpty()) {
            return new Step.Wait<>(Math.min(questions.askToConfirm(ticket, read, nowNs), read.giveUpNs()));
        }
        ReadStatus status = decided.get().isUsable() ? ReadStatus.COMPLETED : ReadStatus.FAILED;
        report(ticket, status, read.startedNs(), read.finishedNs(), nowNs);
        return new Step.Done<>(decided.get());
    }

    /**
     * Ends a read and reports how. {@link #confirm} does so itself; this is for reads that were not made (DECLINED), that
     * failed, or that an engine confirms by means of its own.
     *
     * @param ticket the read; nothing is sent if it has been ended before
     * @param status how it ended
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param nowNs reader clock
     */
    public synchronized void report(ReadTicket ticket, ReadStatus status, long startedNs, long finishedNs, long nowNs) {
        if (ticket.isEnded()) {
            return;
        }
        ticket.end(ENDED);
        ticket.touched(nowNs);
        questions.settled(ticket);
        String holderLife = holderLife(ticket);
        if (!holderLife.isEmpty()) {
            ReadKey key = ticket.key();
            long leaseSeq =
                    ticket.permit().or(ticket::last).map(GateVerdict::leaseSeq).orElse(Absent.LONG);
            outbox.outcome(new ReadOutcome(
                    reader.id(),
                    reader.life(),
                    key.holder(),
                    holderLife,
                    key.requestId(),
                    key.readRequestId(),
                    leaseSeq,
                    status,
                    startedNs,
                    finishedNs));
        }
        notifyAll();
    }

    /** An outcome without the holder's life would be refused; without one nothing allowed the read, the fallback neither. */
    private static String holderLife(ReadTicket ticket) {
        Optional<String> told = ticket.permit().or(ticket::last).map(GateVerdict::holderLife);
        return told.filter(life -> !life.isEmpty())
                .or(() -> ticket.request().flatMap(ReadRequest::holderLife))
                .or(ticket::fallbackLife)
                .orElse("");
    }

    /**
     * Does what checks have found due: asks again for reads whose time to start has run out. To be called every few
     * milliseconds.
     *
     * @param nowNs reader clock
     */
    public synchronized void tick(long nowNs) {
        for (Optional<ReadTicket> due = askAgain.poll(); due.isPresent(); due = askAgain.poll()) {
            due.get().unwant();
            questions.askIfDue(due.get(), nowNs);
        }
    }

    /**
     * Forgets reads about which nothing has been said for long. To be called every few seconds.
     *
     * @param nowNs reader clock
     */
    public synchronized void forget(long nowNs) {
        long longAgoNs = nowNs - options.keep().toNanos();
        long endedNs = nowNs - KEEP_ENDED.toNanos();
        for (Iterator<Map.Entry<ReadKey, ReadTicket>> each = reads.entrySet().iterator(); each.hasNext(); ) {
            ReadTicket ticket = each.next().getValue();
            if (ticket.touchedNs() < (ticket.isEnded() ? endedNs : longAgoNs)) {
                questions.settled(ticket);
                ticket.forgotten(NOTHING);
                each.remove();
            }
        }
        ends.forgetBefore(longAgoNs - options.keep().toNanos()); // longer than any read that refers to them
    }

    /**
     * Waits for the result of {@link #await} or {@link #confirm}, waking whenever something is taken.
     *
     * @param next gives the next step at a time
     * @param clock the reader's clock
     * @param untilNs until when to wait, reader clock
     * @param <T> what it waits for
     * @return the result, or empty if time is up
     * @throws InterruptedException if the thread is interrupted
     */
    public synchronized <T> Optional<T> waitFor(LongFunction<Step<T>> next, LongSupplier clock, long untilNs)
            throws InterruptedException {
        while (true) {
            long nowNs = clock.getAsLong();
            Step<T> step = next.apply(nowNs);
            if (step instanceof Step.Done<T> done) {
                return Optional.of(done.result());
            }
            if (nowNs >= untilNs) {
                return Optional.empty();
            }
            long dueNs = Math.min(untilNs, ((Step.Wait<T>) step).untilNs());
            TimeUnit.NANOSECONDS.timedWait(this, Math.max(1, dueNs - nowNs));
        }
    }

    /**
     * Reads remembered.
     *
     * @return a count
     */
    public int size() {
        return reads.size();
    }
}
