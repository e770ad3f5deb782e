package dev.kvlease.torture.process.world;

import dev.kvlease.connect.wire.Batch;
import dev.kvlease.connect.wire.Frames;
import dev.kvlease.connect.wire.Twins;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/**
 * An engine that publishes over ZeroMQ, as vLLM does, with a replay socket that keeps the newest batches. One thread does
 * all.
 */
final class Engine implements AutoCloseable {
    private static final int KEPT = 10_000;
    private static final String TOPIC = "kv-events";

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "engine");
        daemon.setDaemon(true);
        return daemon;
    });
    private final ZContext context = new ZContext();
    private final ZMQ.Socket events = context.createSocket(SocketType.PUB);
    private final ZMQ.Socket replay = context.createSocket(SocketType.ROUTER);
    private final Deque<byte[]> kept = new ArrayDeque<>();
    private final List<SpecificRecord> published = new ArrayList<>();
    private final String holder;
    private final int eventsPort;
    private final int replayPort;
    private long nextSeq;

    Engine(String holder, int eventsPort, int replayPort) {
        this.holder = holder;
        this.eventsPort = eventsPort;
        this.replayPort = replayPort;
        events.setLinger(0);
        replay.setLinger(0);
        events.bind("tcp://127.0.0.1:" + eventsPort);
        replay.bind("tcp://127.0.0.1:" + replayPort);
        // it ends with the thread
        Future<?> unused = thread.scheduleWithFixedDelay(this::answer, 0, 2, TimeUnit.MILLISECONDS);
    }

    String holder() {
        return holder;
    }

    /** As the connector's setting {@code engines} wants it. */
    String address() {
        return holder + "=tcp://127.0.0.1:" + eventsPort + ";tcp://127.0.0.1:" + replayPort;
    }

    /** Publishes a record as a batch of its own and returns when it is on its way. */
    void publish(SpecificRecord record) throws InterruptedException {
        call(() -> {
            byte[] payload = Batch.write((double) nextSeq, List.of(Twins.encode(record)));
            kept.addLast(payload);
            if (kept.size() > KEPT) {
                kept.removeFirst();
            }
            events.sendMore(TOPIC);
            events.sendMore(Frames.seq(nextSeq));
            events.send(payload);
            nextSeq++;
            synchronized (published) {
                published.add(record);
            }
        });
    }

    private void call(Runnable task) throws InterruptedException {
        try {
            thread.submit(task).get();
        } catch (ExecutionException e) {
            throw new TortureException("the engine " + holder + " failed: " + e.getCause(), e);
        }
    }

    List<SpecificRecord> published() {
        synchronized (published) {
            return List.copyOf(published);
        }
    }

    int publishedCount() {
        synchronized (published) {
            return published.size();
        }
    }

    private void answer() {
        byte[] client = replay.recv(ZMQ.DONTWAIT);
        if (client == null) {
            return;
        }
        replay.recv();
        long from = ByteBuffer.wrap(replay.recv()).getLong();
        long seq = nextSeq - kept.size();
        for (byte[] payload : kept) {
            if (seq >= from) {
                answer(client, Frames.seq(seq), payload);
            }
            seq++;
        }
        answer(client, Frames.seq(Frames.END), new byte[0]);
    }

    private void answer(byte[] client, byte[] seq, byte[] payload) {
        replay.sendMore(client);
        replay.sendMore(Frames.DELIMITER);
        replay.sendMore(TOPIC);
        replay.sendMore(seq);
        replay.send(payload);
    }

    @Override
    public void close() {
        try {
            call(context::close);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }
}
