package dev.kvlease.demo.zmq;

import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Twins;
import dev.kvlease.connect.wire.ZmqContext;
import dev.kvlease.demo.live.Engines;
import dev.kvlease.demo.live.FleetAvro;
import dev.kvlease.fleet.record.FleetRecord;
import dev.kvlease.fleet.record.LeaseEventRecord;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZContext;

/**
 * Engines that publish over ZeroMQ. Some batches get lost on their way, as with a subscriber that cannot keep up, and
 * must be asked for; a holder that has died takes its sockets and its replay buffer with it.
 */
final class ZmqEngines implements Engines {
    private static final Logger LOG = LoggerFactory.getLogger(ZmqEngines.class);
    private static final int LOST_OF = 40;
    private static final long SERVE_MS = 2;
    private static final long STOP_MS = 2_000;
    private static final double MS_PER_SECOND = 1_000;

    private final Consumer<Throwable> onFailure;
    private final ZContext context = ZmqContext.logging(LOG);
    private final Map<String, EngineProcess> processes = new LinkedHashMap<>();
    private final Map<String, String> lives = new HashMap<>();
    private final VerdictCounter verdicts;
    private final ScheduledExecutorService thread;
    private final LongAdder batches = new LongAdder();
    private final LongAdder lost = new LongAdder();
    private final LongAdder leaseEvents = new LongAdder();

    /**
     * Engines that begin to listen.
     *
     * @param addresses where, by engine
     * @param verdicts counts what readers are sent
     * @param onFailure takes what keeps them from going on
     */
    ZmqEngines(Map<String, ZmqAddress> addresses, VerdictCounter verdicts, Consumer<Throwable> onFailure) {
        this.onFailure = onFailure;
        this.verdicts = verdicts;
        addresses.forEach(
                (id, address) -> processes.put(id, new EngineProcess(context, id, address.events(), address.replay())));
        this.thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread made = new Thread(task, "zmq-engines");
            made.setDaemon(true);
            return made;
        });
        thread.execute(guarded(() -> verdicts.open(context)));
        // it ends with the thread
        Future<?> unused = thread.scheduleWithFixedDelay(guarded(this::serve), 0, SERVE_MS, TimeUnit.MILLISECONDS);
    }

    private void serve() {
        processes.values().forEach(EngineProcess::serve);
        verdicts.receive();
    }

    private Runnable guarded(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                onFailure.accept(e);
            }
        };
    }

    /** Batches published. */
    long batches() {
        return batches.sum();
    }

    /** Batches that got lost on their way. */
    long lost() {
        return lost.sum();
    }

    /** Lease events among all that was published. */
    long leaseEvents() {
        return leaseEvents.sum();
    }

    /** The engines as the source connector wants them named. */
    List<String> entries() {
        return processes.values().stream().map(EngineProcess::entry).toList();
    }

    @Override
    public void send(FleetRecord record) {
        double seconds = System.currentTimeMillis() / MS_PER_SECOND;
        byte[] payload = Batch.write(seconds, List.of(Twins.encode(FleetAvro.of(record))));
        thread.execute(guarded(() -> publish(record, payload)));
    }

    private void publish(FleetRecord record, byte[] payload) {
        String sender = record instanceof LeaseEventRecord ? record.holder() : ZmqSide.ROUTER;
        EngineProcess process = processes.get(sender);
        if (record instanceof LeaseEventRecord event) {
            leaseEvents.increment();
            String before = lives.put(sender, event.life());
            if (before != null && !before.equals(event.life())) {
                process.restart();
            }
        }
        batches.increment();
        boolean loses = batches.sum() % LOST_OF == 0;
        if (loses) {
            lost.increment();
        }
        process.publish(payload, loses);
    }

    @Override
    public void close() {
        // it ends with the thread
        Future<?> unused = thread.submit(() -> {
            processes.values().forEach(EngineProcess::close);
            verdicts.close();
            context.close();
        });
        thread.shutdown();
        try {
            boolean ended = thread.awaitTermination(STOP_MS, TimeUnit.MILLISECONDS);
            LOG.debug("engines have {}", ended ? "ended" : "not ended in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
