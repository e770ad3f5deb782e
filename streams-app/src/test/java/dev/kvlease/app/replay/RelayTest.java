package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.source.Slice;
import dev.kvlease.app.source.SlicedObserver;
import dev.kvlease.app.topics.Topic;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Steps on another thread: all of them, in order, and their failures. */
@Timeout(60)
class RelayTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 511, 512, 513, 100_000})
    void runsEveryStepInOrderOnOneOtherThread(int count) {
        List<Integer> ran = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try (Relay relay = new Relay("test")) {
            for (int i = 0; i < count; i++) {
                int step = i;
                relay.run(() -> {
                    ran.add(step);
                    threads.add(Thread.currentThread());
                });
            }
        }
        assertThat(ran)
                .containsExactlyElementsOf(IntStream.range(0, count).boxed().toList());
        assertThat(threads).doesNotContain(Thread.currentThread());
    }

    @Test
    void throwsTheSameFailureAtTheEndAndRunsNothingBehindIt() {
        IllegalArgumentException failure = new IllegalArgumentException("no");
        List<String> ran = new ArrayList<>();
        Relay relay = new Relay("test");
        relay.run(() -> ran.add("before"));
        relay.run(() -> {
            throw failure;
        });
        relay.run(() -> ran.add("behind"));
        assertThatThrownBy(relay::close).isSameAs(failure);
        assertThat(ran).containsExactly("before");
        relay.close();
    }

    /** Whoever gives steps without end must hear of it, and must not wait for a thread that has given up. */
    @Test
    void throwsTheFailureWhileStepsAreStillGiven() {
        IllegalStateException failure = new IllegalStateException("disk full");
        Relay relay = new Relay("test");
        relay.run(() -> {
            throw failure;
        });
        assertThatThrownBy(() -> {
                    while (true) {
                        relay.run(() -> {});
                    }
                })
                .isSameAs(failure);
        assertThatThrownBy(relay::close).isSameAs(failure);
    }

    @Test
    void handsOnEverythingThatAHandlerTakes() {
        List<String> called = new ArrayList<>();
        try (RecordRelay relay = new RecordRelay(noting(EventHandler.class, called))) {
            callAll(EventHandler.class, relay);
        }
        assertThat(called).containsExactlyElementsOf(names(EventHandler.class));
    }

    @Test
    void handsOnEverythingThatAnObserverIsTold() {
        List<String> called = new ArrayList<>();
        try (ObserverRelay relay = new ObserverRelay(noting(ReplayObserver.class, called))) {
            callAll(ReplayObserver.class, relay);
        }
        assertThat(called)
                .containsExactlyElementsOf(names(ReplayObserver.class).stream()
                        .filter(name -> !name.equals("judged"))
                        .toList());
    }

    @Test
    void twoObserversAreToldTheSame() {
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        callAll(
                ReplayObserver.class,
                new Observers(noting(ReplayObserver.class, first), noting(ReplayObserver.class, second)));
        assertThat(first).containsExactlyElementsOf(names(ReplayObserver.class));
        assertThat(second).isEqualTo(first);
    }

    @Test
    void anObserverIsToldAllOfASlice() {
        List<String> called = new ArrayList<>();
        SlicedObserver sliced = new SlicedObserver(noting(ReplayObserver.class, called), Slice.ALL);
        sliced.applying(Topic.LEASE_EVENTS, new Origin("", 1, 0, 0, 0));
        called.clear();
        callAll(ReplayObserver.class, sliced);
        assertThat(called).containsExactlyElementsOf(names(ReplayObserver.class));
    }

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).toList();
    }

    private static List<String> names(Class<?> type) {
        return methods(type).stream().map(Method::getName).toList();
    }

    private static <T> T noting(Class<T> type, List<String> called) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> {
            called.add(method.getName());
            return null;
        }));
    }

    private static void callAll(Class<?> type, Object target) {
        for (Method method : methods(type)) {
            try {
                method.invoke(target, new Object[method.getParameterCount()]);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(method + " cannot be called", e);
            }
        }
    }
}
