package dev.kvlease.connect.wire;

import java.lang.Thread.UncaughtExceptionHandler;
import org.slf4j.Logger;
import org.zeromq.ZContext;

/** Makes ZeroMQ's contexts, whose threads tell the log what they stumble over. By default they print it. */
public final class ZmqContext {
    private ZmqContext() {}

    /**
     * A context. A socket that is closed while its peer says something may leave a thread with a closed channel; it goes on.
     *
     * @param log told of what its threads stumble over
     * @return the context
     */
    public static ZContext logging(Logger log) {
        UncaughtExceptionHandler handler =
                (thread, failure) -> log.warn("{} of ZeroMQ stumbled: {}", thread.getName(), failure.toString());
        ZContext context = new ZContext();
        context.setUncaughtExceptionHandler(handler);
        context.setNotificationExceptionHandler(handler);
        return context;
    }
}
