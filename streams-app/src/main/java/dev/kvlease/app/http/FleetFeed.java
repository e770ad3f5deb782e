package dev.kvlease.app.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.query.UnavailableException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.state.HostInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows what all instances say, once a second, while anybody watches; on a thread of its own, so that the stream does not
 * notice. Watchers take messages at their own pace: who falls behind gets the whole picture anew in place of what it missed.
 */
final class FleetFeed implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FleetFeed.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    static final Duration EVERY = Duration.ofSeconds(1);

    private static final int UPDATES_KEPT = 8;
    private static final int ROUNDS_LEFT_OUT = 5;
    private static final int RUN_DIGITS = 8;

    private final Instances instances;
    private final Feed feed;
    private final Clock clock;
    private final String run = UUID.randomUUID().toString().substring(0, RUN_DIGITS);
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "kvlease-live");
        thread.setDaemon(true);
        return thread;
    });

    // of the timer's thread
    private final Map<HostInfo, String> cursors = new HashMap<>();
    private final Map<HostInfo, Integer> leftOut = new HashMap<>();
    private final Map<HostInfo, String> whyLeftOut = new HashMap<>();
    private String ownCursor = "";

    // guarded by this
    private final Deque<Message> updates = new ArrayDeque<>();
    private LiveView all = new LiveView();
    private boolean known;
    private long number;
    private int watchers;

    /**
     * Something for watchers.
     *
     * @param id where to go on from
     * @param whole whether it is the whole picture; else what came since the message before
     * @param json what it says
     */
    record Message(Id id, boolean whole, byte[] json) {}

    /**
     * The name of a message.
     *
     * @param run tells one start of the instance from the next
     * @param number of the message
     */
    record Id(String run, long number) {
        static Optional<Id> of(String text) {
            int dash = text.indexOf('-');
            try {
                return dash < 0
                        ? Optional.empty()
                        : Optional.of(new Id(text.substring(0, dash), Long.parseLong(text.substring(dash + 1))));
            } catch (NumberFormatException notOurs) {
                return Optional.empty();
            }
        }

        @Override
        public String toString() {
            return run + "-" + number;
        }
    }

    FleetFeed(Instances instances, Feed feed, Clock clock) {
        this.instances = instances;
        this.feed = feed;
        this.clock = clock;
    }

    /** Begins to look, usually every second, and to do something else each time. */
    void start(Duration every, Runnable eachRound) {
        Future<?> unused = timer.scheduleWithFixedDelay(
                () -> {
                    eachRound.run();
                    round();
                },
                every.toMillis(),
                every.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    /** Somebody begins to watch. */
    synchronized void join() {
        watchers++;
        if (!known) {
            try {
                timer.execute(this::round);
            } catch (RejectedExecutionException stopped) {
                LOG.debug("stopped while somebody came", stopped);
            }
        }
    }

    /** Somebody watches no longer. */
    synchronized void leave() {
        watchers--;
    }

    /** Waits for what comes after a message; empty if nothing came in that time. */
    synchronized Optional<Message> next(Optional<Id> after, long waitMs) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
        while (!known || after.filter(new Id(run, number)::equals).isPresent()) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
            if (leftMs <= 0) {
                return Optional.empty();
            }
            wait(leftMs);
        }
        Optional<Message> following = after.filter(id -> id.run().equals(run))
                .flatMap(id -> updates.stream()
                        .filter(update -> update.id().number() == id.number() + 1)
                        .findFirst());
        return following.or(() -> Optional.of(new Message(new Id(run, number), true, all.json(clock.millis()))));
    }

    /** Looks once. Called by the timer. */
    void round() {
        try {
            feed.look(clock.millis());
            if (isWatched()) {
                publish(gather());
            } else {
                forget();
            }
        } catch (RuntimeException e) {
            LOG.warn("what the instances say could not be put together", e);
        }
    }

    private synchronized boolean isWatched() {
        return watchers > 0;
    }

    private synchronized void forget() {
        if (known) {
            known = false;
            number++;
            updates.clear();
            all = new LiveView();
            cursors.clear();
            ownCursor = "";
        }
    }

    private synchronized void publish(LiveView news) {
        number++;
        updates.addLast(new Message(new Id(run, number), false, news.json(clock.millis())));
        if (updates.size() > UPDATES_KEPT) {
            updates.removeFirst();
        }
        all.add(news);
        known = true;
        notifyAll();
    }

    private LiveView gather() {
        LiveView view = new LiveView();
        JsonNode own = read(instances.own(ownCursor));
        ownCursor = own.path("next").asText();
        view.add(own);
        view.shows(own.path("address").asText(), own);
        try {
            List<HostInfo> others = instances.others();
            cursors.keySet().retainAll(others);
            others.forEach(other -> gather(other, view));
        } catch (UnavailableException e) {
            view.lacks("", "other instances are not known: " + e.getMessage());
        }
        return view;
    }

    /** One that did not answer is left out for a while, so that the others do not wait for it each time. */
    private void gather(HostInfo other, LiveView view) {
        String address = other.host() + ":" + other.port();
        int rounds = leftOut.getOrDefault(other, 0);
        if (rounds > 0) {
            leftOut.put(other, rounds - 1);
            view.lacks(address, whyLeftOut.get(other));
            return;
        }
        try {
            String cursor = URLEncoder.encode(cursors.getOrDefault(other, ""), StandardCharsets.UTF_8);
            Answer answer = instances.ask(other, URI.create(Route.FEED.path() + "?" + Page.AFTER + "=" + cursor));
            JsonNode said = read(answer.body());
            if (answer.status() != 200) {
                throw new UnavailableException(said.path("error").asText("it answers with status " + answer.status()));
            }
            cursors.put(other, said.path("next").asText());
            view.add(said);
            view.shows(address, said);
        } catch (UnavailableException e) {
            leftOut.put(other, ROUNDS_LEFT_OUT);
            whyLeftOut.put(other, e.getMessage());
            view.lacks(address, e.getMessage());
        }
    }

    private static JsonNode read(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UnavailableException("its answer is no JSON", e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
