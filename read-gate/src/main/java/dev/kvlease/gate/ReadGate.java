package dev.kvlease.gate;

import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.gate.core.Answer;
import dev.kvlease.gate.core.Confirmation;
import dev.kvlease.gate.core.GateCore;
import dev.kvlease.gate.core.GateReason;
import dev.kvlease.gate.core.ReadKey;
import dev.kvlease.gate.core.ReadRequest;
import dev.kvlease.gate.core.ReadTicket;
import dev.kvlease.gate.core.Staleness;
import dev.kvlease.gate.core.Step;
import dev.kvlease.gate.core.Taken;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.avro.specific.SpecificRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a reading engine asks before it reads the blocks of another, and to confirm after it. One per reader; safe for many
 * threads. All times are in nanoseconds of the reader's own monotonic clock.
 *
 * <ol>
 *   <li>{@link #ask} as soon as the request arrives, long before the scheduler gets to it.
 *   <li>{@link #check} at the moment of reading: start only if it says READABLE.
 *   <li>{@link #confirm} after the transfer: use and publish what was read only if it says {@link Confirmation.Use}.
 *   <li>{@link #decline} if it was not read, {@link #failed} if the transfer failed.
 * </ol>
 */
public final class ReadGate implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadGate.class);
    private static final long TICK_MS = 10;
    private static final long FORGET_MS = 10_000;

    private final LongSupplier clock;
    private final SpecificAvroSerde<SpecificRecord> serde;
    private final Sender sender;
    private final GateCore core;
    private final Sampler sampler;
    private final VerdictTail tail;
    private final ScheduledExecutorService timer;

    private ReadGate(GateConfig config, LongSupplier clock, HolderClocks clocks, RevocationListener listener) {
        GateClients clients = new GateClients(config);
        this.clock = clock;
        this.serde = clients.serde();
        this.sender = new Sender(clients, serde, new GateTopics(config.topicPrefix()));
        this.core = new GateCore(config.reader(), config.options(), sender);
        this.sampler = new Sampler(config, clocks, core, sender, clock);
        this.tail = new VerdictTail(config, clients, core, clock, serde.deserializer(), listener);
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "kvlease-gate-timer");
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Starts a gate. It returns at once, also while the cluster cannot be reached; until it has caught up with the stream
     * its answers are UNKNOWN.
     *
     * @param config how to reach the cluster, and how to behave
     * @param clock the reader's monotonic clock, in nanoseconds, not negative; see {@link ReaderClock}
     * @param clocks asks holders for their clocks
     * @param listener told when an answer is taken back
     * @return the gate
     * @throws org.apache.kafka.common.KafkaException if the properties cannot be used
     */
    public static ReadGate start(
            GateConfig config, LongSupplier clock, HolderClocks clocks, RevocationListener listener) {
        ReadGate gate = new ReadGate(config, clock, clocks, listener);
        gate.tail.start();
        gate.every(TICK_MS, () -> gate.core.tick(gate.nowNs()));
        gate.every(FORGET_MS, () -> gate.core.forget(gate.nowNs()));
        return gate;
    }

    private void every(long ms, Runnable task) {
        // it ends with the timer
        java.util.concurrent.Future<?> unused =
                timer.scheduleWithFixedDelay(guarded(task), ms, ms, TimeUnit.MILLISECONDS);
    }

    private static Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                LOG.error("a task of the gate failed", e);
            }
        };
    }

    /**
     * The reader's clock.
     *
     * @return nanoseconds
     */
    public long nowNs() {
        return clock.getAsLong();
    }

    /**
     * Waits until the gate has caught up with the stream once.
     *
     * @param timeout how long at most
     * @return whether it has
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean awaitReady(Duration timeout) throws InterruptedException {
        return tail.awaitReady(timeout);
    }

    /**
     * Samples a holder's clock, now and from now on. To be called whenever the engine connects to it, also again: a read
     * cannot be READABLE before the first sample of a life. {@link #ask} watches too, but does not sample again.
     *
     * @param holder the holder's engine id
     */
    public void watch(String holder) {
        sampler.connected(holder);
    }

    /**
     * Takes a reading of a holder's clock that the engine has made by itself, as when it connects to a holder that has
     * started again. Samples it from then on, as {@link #watch} does.
     *
     * @param holder the holder's engine id
     * @param reading the reading
     */
    public void sampled(String holder, HolderClocks.ClockReading reading) {
        sampler.read(holder, reading);
    }

    /**
     * Asks the stream whether a read may be made. Does not wait.
     *
     * @param request the read; its id must be new for every attempt
     * @return the ticket of the read
     */
    public ReadTicket ask(ReadRequest request) {
        sampler.watch(request.key().holder());
        return core.ask(request, nowNs());
    }

    /**
     * Whether a read may start. Waits for nothing, allocates nothing.
     *
     * @param ticket the read
     * @param nowNs {@link #nowNs}
     * @return READABLE until {@link Answer#readableUntilNs}, EXPIRED with a reason, or UNKNOWN
     */
    public Answer check(ReadTicket ticket, long nowNs) {
        return core.check(ticket, nowNs);
    }

    /**
     * The same for a read by its name, also for one that a router asked for.
     *
     * @param key the read
     * @param nowNs {@link #nowNs}
     * @return READABLE, EXPIRED or UNKNOWN
     */
    public Answer check(ReadKey key, long nowNs) {
        return core.check(key, nowNs);
    }

    /**
     * Waits for an answer that is not provisional, asking again while it is.
     *
     * @param ticket the read
     * @param timeout how long at most
     * @return the answer; what {@link #check} says if time is up
     * @throws InterruptedException if the thread is interrupted
     */
    public Answer await(ReadTicket ticket, Duration timeout) throws InterruptedException {
        long untilNs = nowNs() + timeout.toNanos();
        return core.waitFor(nowNs -> core.await(ticket, nowNs), clock, untilNs).orElseGet(() -> check(ticket, nowNs()));
    }

    /**
     * The same for an engine that must not wait: looks whether there is an answer that is not provisional, and asks again
     * if it is time to. To be called now and then, and when {@link RevocationListener#taken} tells of the read.
     *
     * @param ticket the read
     * @return the answer, or empty if it is worth waiting
     */
    public Optional<Answer> poll(ReadTicket ticket) {
        return done(core.await(ticket, nowNs()));
    }

    private static <T> Optional<T> done(Step<T> step) {
        return step instanceof Step.Done<T> done ? Optional.of(done.result()) : Optional.empty();
    }

    /**
     * What the reader can say by itself when the stream says nothing: by its own samples and the deadline of the request.
     * Early releases, restarts and reuse are not seen; the answer is marked {@link Answer.Source#FALLBACK}. If the stream
     * has answered and the gate is not behind, this is {@link #check}.
     *
     * @param ticket the read
     * @param nowNs {@link #nowNs}
     * @return an answer
     */
    public Answer fallback(ReadTicket ticket, long nowNs) {
        return core.fallback(ticket, nowNs);
    }

    /**
     * Confirms a read that has been made, by asking the stream until it has heard the holder up to the read's end, and
     * reports the outcome. <em>Nothing of what was read may be used or published before.</em> A notice to the holder that
     * its blocks may go must not be sent before either: the release it causes would be a reason to discard.
     *
     * @param ticket the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param timeout how long to wait for the holder; it sends a heartbeat every 2 s
     * @return whether to use or to discard the bytes
     * @throws InterruptedException if the thread is interrupted; the bytes must then be discarded, {@link #failed} says so
     */
    public Confirmation confirm(ReadTicket ticket, long startedNs, long finishedNs, Duration timeout)
            throws InterruptedException {
        finished(ticket, startedNs, finishedNs, timeout);
        return core.waitFor(nowNs -> core.confirm(ticket, nowNs), clock, Long.MAX_VALUE)
                .orElseGet(() -> new Confirmation.Discard(GateReason.NOT_CONFIRMED.name()));
    }

    /**
     * Begins to confirm a read, for an engine that must not wait; {@link #pollConfirmation} goes on with it.
     *
     * @param ticket the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     * @param timeout how long to wait for the holder from now on
     */
    public void finished(ReadTicket ticket, long startedNs, long finishedNs, Duration timeout) {
        core.finished(ticket, startedNs, finishedNs, nowNs() + timeout.toNanos());
    }

    /**
     * Looks whether a read that is {@link #finished} is confirmed or to be discarded, asks the stream if it is time to, and
     * reports the outcome when it is decided. To be called now and then, and when {@link RevocationListener#taken} tells
     * of the read.
     *
     * @param ticket the read
     * @return whether to use or to discard the bytes, or empty if it is not known yet
     */
    public Optional<Confirmation> pollConfirmation(ReadTicket ticket) {
        return done(core.confirm(ticket, nowNs()));
    }

    /**
     * The read was not made: gives its claim back.
     *
     * @param ticket the read
     */
    public void decline(ReadTicket ticket) {
        long nowNs = nowNs();
        core.report(ticket, ReadStatus.DECLINED, nowNs, nowNs, nowNs);
    }

    /**
     * The transfer failed, or its bytes were thrown away.
     *
     * @param ticket the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     */
    public void failed(ReadTicket ticket, long startedNs, long finishedNs) {
        core.report(ticket, ReadStatus.FAILED, startedNs, finishedNs, nowNs());
    }

    /**
     * The bytes are used although the read was not confirmed here. Whoever does so gives up what the gate is for; the audit
     * then judges the read afterwards.
     *
     * @param ticket the read
     * @param startedNs start, reader clock
     * @param finishedNs end, reader clock
     */
    public void usedUnconfirmed(ReadTicket ticket, long startedNs, long finishedNs) {
        core.report(ticket, ReadStatus.COMPLETED, startedNs, finishedNs, nowNs());
    }

    /**
     * How far behind the stream the gate is.
     *
     * @return the staleness, now
     */
    public Staleness staleness() {
        return core.staleness(nowNs());
    }

    /**
     * How many verdicts went which way.
     *
     * @param taken what became of them
     * @return a count
     */
    public long count(Taken taken) {
        return tail.count(taken);
    }

    /**
     * Records that have been written.
     *
     * @return a count
     */
    public long writtenRecords() {
        return sender.written();
    }

    /**
     * Records that could not be written: the cluster was not there, or too slow.
     *
     * @return a count
     */
    public long lostRecords() {
        return sender.lost();
    }

    /** Stops; what waits to be sent is sent for a bounded time. */
    @Override
    public void close() {
        timer.shutdownNow();
        sampler.close();
        tail.close();
        sender.close();
        serde.close();
    }
}
