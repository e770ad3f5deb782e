package dev.kvlease.app.run;

import dev.kvlease.app.topology.DamagedStateException;
import dev.kvlease.app.topology.RegistryFailures;
import dev.kvlease.app.topology.UnknownStateException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.streams.errors.LockException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.ProcessorStateException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done when a stream thread dies: a passing failure of the cluster gets a new thread, a few times for
 * each thread there is; anything else stops the process with one line that says why. Nothing is lost either way, because
 * progress is only committed with its results.
 *
 * <p>A static member that is fenced stops the process too. A coordinator that has lost its memory of the group fences as if
 * somebody else had the name, and the two cannot be told apart here. A new thread would have another index, and Kafka
 * Streams makes it a part of the member's name: it would join uncontested, and two processes with one name would go
 * unnoticed.
 */
final class FailurePolicy implements StreamsUncaughtExceptionHandler {
    static final int REPLACEMENTS_A_THREAD = 5;
    static final Duration WITHIN = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(FailurePolicy.class);

    private final Clock clock;
    private final int replacements;
    private final Consumer<String> onStop;
    private final Deque<Instant> replaced = new ArrayDeque<>();

    /**
     * A policy for one process.
     *
     * @param clock counts replacements in a window of time
     * @param threads how many stream threads there are, 1 or more; one outage can end them all
     * @param onStop takes the reason if the process has to stop
     */
    FailurePolicy(Clock clock, int threads, Consumer<String> onStop) {
        this.clock = clock;
        this.replacements = REPLACEMENTS_A_THREAD * threads;
        this.onStop = onStop;
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable failure) {
        boolean passing = find(failure, RetriableException.class).isPresent()
                && !RegistryFailures.find(failure).isPresent();
        if (passing && mayReplace()) {
            LOG.warn("a stream thread failed and is replaced", failure);
            return StreamThreadExceptionResponse.REPLACE_THREAD;
        }
        LOG.debug("a stream thread failed", failure);
        onStop.accept(explain(failure));
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private boolean mayReplace() {
        Instant now = clock.instant();
        while (!replaced.isEmpty() && replaced.peekFirst().isBefore(now.minus(WITHIN))) {
            replaced.removeFirst();
        }
        if (replaced.size() >= replacements) {
            return false;
        }
        replaced.addLast(now);
        return true;
    }

    /** One line on what happened and what to do. */
    static String explain(Throwable failure) {
        Optional<Throwable> registry = RegistryFailures.find(failure);
        if (registry.isPresent()) {
            return message(registry.get()) + "; nothing is lost: start again when the schema registry answers";
        }
        return find(failure, UnknownStateException.class)
                .or(() -> find(failure, DamagedStateException.class))
                .or(() -> find(failure, AuthenticationException.class))
                .or(() -> find(failure, AuthorizationException.class))
                .map(FailurePolicy::message)
                .or(() -> find(failure, MissingSourceTopicException.class)
                        .map(missing -> "an input topic is gone: './kvlease topics check' says which and how to make it"
                                + " again"))
                .or(() -> find(failure, LockException.class)
                        .or(() -> find(failure, StreamsException.class).filter(FailurePolicy::isOfALock))
                        .map(lock -> message(lock) + "; another process uses this state.dir: give each its own"))
                .or(() -> find(failure, FencedInstanceIdException.class).map(fenced -> LeaseApplication.FENCED))
                .or(() -> find(failure, UnsupportedVersionException.class)
                        .map(old -> "the brokers do not support what is configured (" + message(old)
                                + "): use newer ones, or other settings"))
                .or(() -> find(failure, ProcessorStateException.class)
                        .map(local -> "the local state cannot be used (" + message(root(local))
                                + "): see that state.dir can be written and its disk is not full; if it is damaged,"
                                + " remove it, it is read back from the changelog"))
                .orElseGet(() -> "the stream failed: " + message(root(failure)));
    }

    private static Optional<Throwable> find(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }

    /** Kafka Streams has a type for a lock that is taken, but does not use it when it starts. */
    private static boolean isOfALock(Throwable failure) {
        return message(failure).contains("multiple instances of Kafka Streams are running in the same state directory");
    }

    private static Throwable root(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }

    private static String message(Throwable failure) {
        String text = failure.getMessage();
        return text == null || text.isBlank()
                ? failure.getClass().getName()
                : text.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
