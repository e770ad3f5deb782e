package dev.kvlease.app.http;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Server-sent events for a limited number of watchers, each on a thread of its own that waits for the network and nobody
 * else does. Nothing is queued for a watcher; one that does not take what it was sent is cut off.
 */
final class EventStreams implements AutoCloseable {
    static final String TYPE = "text/event-stream; charset=utf-8";

    private static final int RETRY_MS = 2_000;

    private final FleetFeed feed;
    private final Limits limits;
    private final Set<Watcher> watchers = ConcurrentHashMap.newKeySet();

    /**
     * What watchers may take.
     *
     * @param watchers how many there may be at once
     * @param silence after which time without news a sign of life is sent
     * @param patience how long sending may take before a watcher is cut off
     */
    record Limits(int watchers, Duration silence, Duration patience) {
        static final Limits DEFAULT = new Limits(16, Duration.ofSeconds(10), Duration.ofSeconds(10));
    }

    EventStreams(FleetFeed feed, Limits limits) {
        this.feed = feed;
        this.limits = limits;
    }

    /** Sends events over an exchange from now on; it stays open when this returns. */
    void serve(HttpExchange exchange) throws IOException {
        cutOffThoseThatDoNotTake();
        Watcher watcher = new Watcher(exchange);
        synchronized (watchers) {
            if (watchers.size() >= limits.watchers()) {
                throw new HttpError(
                        HttpError.UNAVAILABLE,
                        "there are " + watchers.size() + " watchers already, and this instance serves no more");
            }
            watchers.add(watcher);
        }
        try {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Content-Type", TYPE);
            headers.set("Cache-Control", "no-store");
            headers.set("X-Accel-Buffering", "no");
            exchange.sendResponseHeaders(200, 0);
            watcher.start();
        } catch (IOException | RuntimeException e) {
            watchers.remove(watcher);
            throw e;
        }
    }

    int watching() {
        return watchers.size();
    }

    /** Whoever has been sent something for too long loses the connection, which frees its thread. */
    void cutOffThoseThatDoNotTake() {
        long now = System.nanoTime();
        watchers.stream()
                .filter(watcher -> watcher.sendsFor(now) > limits.patience().toNanos())
                .forEach(Thread::interrupt);
    }

    @Override
    public void close() {
        watchers.forEach(Thread::interrupt);
    }

    private final class Watcher extends Thread {
        private static final long NOT_SENDING = Long.MIN_VALUE;

        private final HttpExchange exchange;
        private volatile long sendingSince = NOT_SENDING;

        Watcher(HttpExchange exchange) {
            super("kvlease-events");
            setDaemon(true);
            this.exchange = exchange;
        }

        long sendsFor(long now) {
            long since = sendingSince;
            return since == NOT_SENDING ? 0 : now - since;
        }

        @Override
        public void run() {
            feed.join();
            try (exchange) {
                send("retry: " + RETRY_MS + "\n\n");
                sendAll();
            } catch (IOException gone) {
                // it has left, or was cut off; it comes back if it wants to
            } catch (InterruptedException stopped) {
                interrupt();
            } finally {
                feed.leave();
                watchers.remove(this);
            }
        }

        private void sendAll() throws IOException, InterruptedException {
            Optional<FleetFeed.Id> seen = Optional.ofNullable(
                            exchange.getRequestHeaders().getFirst("Last-Event-ID"))
                    .flatMap(FleetFeed.Id::of);
            while (!isInterrupted()) {
                Optional<FleetFeed.Message> next =
                        feed.next(seen, limits.silence().toMillis());
                if (next.isPresent()) {
                    send(text(next.get()));
                    seen = Optional.of(next.get().id());
                } else {
                    send(": nothing new\n\n");
                }
            }
        }

        private void send(String event) throws IOException {
            sendingSince = System.nanoTime();
            OutputStream out = exchange.getResponseBody();
            out.write(event.getBytes(StandardCharsets.UTF_8));
            out.flush();
            sendingSince = NOT_SENDING;
        }
    }

    /** JSON has no line ends, so that it is one line of data. */
    private static String text(FleetFeed.Message message) {
        return "id: " + message.id() + "\nevent: " + (message.whole() ? "snapshot" : "update") + "\ndata: "
                + new String(message.json(), StandardCharsets.UTF_8) + "\n\n";
    }
}
