package dev.kvlease.connect;

import dev.kvlease.connect.wire.Frames;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

/** One process of an engine, as far as its event sockets go. One thread does all, as in vLLM. */
final class FakeEngine implements AutoCloseable {
    /** What happens to a batch on its way. */
    enum Way {
        SENT(1),
        SENT_TWICE(2),
        LOST(0);

        private final int copies;

        Way(int copies) {
            this.copies = copies;
        }
    }

    private static final int KEPT = 10_000;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final ZContext context = new ZContext();
    private final ZMQ.Socket events = context.createSocket(SocketType.XPUB);
    private final ZMQ.Socket replay = context.createSocket(SocketType.ROUTER);
    private final Deque<byte[]> kept = new ArrayDeque<>();
    private final boolean topicInReplay;
    private long nextSeq;
    private volatile boolean stuck;

    FakeEngine(int eventsPort, int replayPort, boolean topicInReplay) {
        this.topicInReplay = topicInReplay;
        events.setLinger(0);
        replay.setLinger(0);
        events.bind("tcp://127.0.0.1:" + eventsPort);
        replay.bind("tcp://127.0.0.1:" + replayPort);
        ScheduledFuture<?> unused = thread.scheduleWithFixedDelay(this::serve, 0, 2, TimeUnit.MILLISECONDS);
    }

    /** Waits until somebody has subscribed. */
    void awaitSubscriber() throws ExecutionException, InterruptedException {
        thread.submit(() -> events.recv()).get();
    }

    /** Publishes a batch and returns when it is on its way. */
    void publish(byte[] payload, Way way) throws ExecutionException, InterruptedException {
        thread.submit(() -> {
                    kept.addLast(payload);
                    if (kept.size() > KEPT) {
                        kept.removeFirst();
                    }
                    for (int i = 0; i < way.copies; i++) {
                        send(nextSeq, payload);
                    }
                    nextSeq++;
                })
                .get();
    }

    /** Something that is no batch of ours. */
    void publishRaw(byte[]... frames) throws ExecutionException, InterruptedException {
        thread.submit(() -> {
                    for (int i = 0; i < frames.length; i++) {
                        events.send(frames[i], i < frames.length - 1 ? ZMQ.SNDMORE : 0);
                    }
                })
                .get();
    }

    /** While stuck, nobody gets an answer. */
    void stuck(boolean now) {
        stuck = now;
    }

    private void send(long seq, byte[] payload) {
        events.sendMore("kv-events");
        events.sendMore(Frames.seq(seq));
        events.send(payload);
    }

    private void serve() {
        if (!stuck) {
            answer();
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
        if (topicInReplay) {
            replay.sendMore("kv-events");
        }
        replay.sendMore(seq);
        replay.send(payload);
    }

    @Override
    public void close() throws ExecutionException {
        try {
            thread.submit(context::close).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.shutdownNow();
    }
}
