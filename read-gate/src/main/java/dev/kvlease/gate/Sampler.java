package dev.kvlease.gate;

import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.gate.core.GateCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the holders of this reader for their clocks, each as soon as it is known and from time to time, in a thread of its own. */
final class Sampler implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);
    private static final long LOOK_MS = 1_000;
    private static final long RETRY_NS = 2_000_000_000L;
    private static final long UNUSED_NS = 3_600_000_000_000L;
    private static final long STOP_MS = 2_000;

    private final GateConfig config;
    private final HolderClocks clocks;
    private final GateCore core;
    private final Sender sender;
    private final LongSupplier clock;
    private final Map<String, Watched> holders = new HashMap<>();
    private final Thread thread;
    private boolean stopped;

    Sampler(GateConfig config, HolderClocks clocks, GateCore core, Sender sender, LongSupplier clock) {
        this.config = config;
        this.clocks = clocks;
        this.core = core;
        this.sender = sender;
        this.clock = clock;
        this.thread = new Thread(this::run, "kvlease-gate-sampler");
        thread.setDaemon(true);
        thread.start();
    }

    /** Samples a holder from now on, until it has not been watched for an hour. */
    synchronized void watch(String holder) {
        long nowNs = clock.getAsLong();
        Watched known = holders.get(holder);
        holders.put(holder, new Watched(known == null ? nowNs : known.dueNs(), nowNs));
        if (known == null) {
            notifyAll();
        }
    }

    /** Samples a holder at once, and from then on: it may be another life of it than before. */
    synchronized void connected(String holder) {
        long nowNs = clock.getAsLong();
        holders.put(holder, new Watched(nowNs, nowNs));
        notifyAll();
    }

    /** Takes a reading that the engine has made by itself, so the holder need not be asked so soon. */
    void read(String holder, HolderClocks.ClockReading reading) {
        take(holder, reading);
        synchronized (this) {
            long nowNs = clock.getAsLong();
            holders.put(holder, new Watched(nowNs + config.sampleEvery().toNanos(), nowNs));
        }
    }

    private void run() {
        try {
            while (true) {
                for (String holder : due()) {
                    sample(holder);
                }
            }
        } catch (InterruptedException e) {
            LOG.debug("stopped");
        }
    }

    private synchronized List<String> due() throws InterruptedException {
        List<String> due = new ArrayList<>();
        while (due.isEmpty()) {
            if (stopped) {
                throw new InterruptedException("stopped");
            }
            long nowNs = clock.getAsLong();
            holders.values().removeIf(watched -> nowNs - watched.usedNs() > UNUSED_NS);
            holders.forEach((holder, watched) -> {
                if (nowNs >= watched.dueNs()) {
                    due.add(holder);
                }
            });
            if (due.isEmpty()) {
                TimeUnit.MILLISECONDS.timedWait(this, LOOK_MS);
            }
        }
        return due;
    }

    private void sample(String holder) {
        long wasDueNs = dueNs(holder);
        boolean answered = false;
        try {
            answered = clocks.read(holder).map(reading -> take(holder, reading)).orElse(false);
        } catch (RuntimeException e) {
            LOG.warn("the clock of {} cannot be read: {}", holder, e.toString());
        }
        long pauseNs = answered ? config.sampleEvery().toNanos() : RETRY_NS;
        synchronized (this) {
            long nowNs = clock.getAsLong();
            // if the engine has connected meanwhile, this sample may be of the life before
            holders.computeIfPresent(
                    holder,
                    (name, watched) ->
                            watched.dueNs() == wasDueNs ? new Watched(nowNs + pauseNs, watched.usedNs()) : watched);
        }
    }

    private synchronized long dueNs(String holder) {
        return Optional.ofNullable(holders.get(holder)).map(Watched::dueNs).orElse(0L);
    }

    private boolean take(String holder, HolderClocks.ClockReading reading) {
        HandshakeSample sample = new HandshakeSample(
                config.reader().id(),
                config.reader().life(),
                holder,
                reading.holderLife(),
                reading.rank(),
                reading.sentNs(),
                reading.remoteNs(),
                reading.receivedNs());
        sender.sample(sample);
        core.sampled(sample, clock.getAsLong());
        return true;
    }

    @Override
    public void close() {
        synchronized (this) {
            stopped = true;
            notifyAll();
        }
        thread.interrupt();
        try {
            thread.join(STOP_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** When a holder is due, and when it was last of use. */
    private record Watched(long dueNs, long usedNs) {}
}
