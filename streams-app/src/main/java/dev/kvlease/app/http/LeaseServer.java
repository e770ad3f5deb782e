package dev.kvlease.app.http;

import com.sun.net.httpserver.HttpServer;
import dev.kvlease.app.config.HttpSettings;
import dev.kvlease.app.feed.Feed;
import dev.kvlease.app.lookup.CaseLookup;
import dev.kvlease.app.query.StreamAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.streams.state.HostInfo;

/**
 * The server of one instance. It takes its port before the stream starts, because other instances are told of it, and
 * answers once there is a stream to ask.
 */
public final class LeaseServer implements AutoCloseable {
    private static final int BACKLOG = 64;
    private static final int THREADS = 12;
    private static final int WAITING = 64;

    private final HttpServer server;
    private final HttpSettings settings;
    private final ExecutorService threads;
    private Optional<Front> front = Optional.empty();

    private LeaseServer(HttpServer server, HttpSettings settings) {
        this.server = server;
        this.settings = settings;
        this.threads = newThreads();
        server.setExecutor(threads);
    }

    /** When all are busy the thread that accepts connections works too, and so accepts no more. */
    private static ExecutorService newThreads() {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                task -> {
                    Thread thread = new Thread(task, "kvlease-http-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                },
                new ThreadPoolExecutor.CallerRunsPolicy());
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /**
     * Takes the port.
     *
     * @param settings where to listen
     * @return a server that does not answer yet
     * @throws IOException if the port cannot be had
     */
    public static LeaseServer bind(HttpSettings settings) throws IOException {
        InetSocketAddress address = new InetSocketAddress(settings.host(), settings.port());
        if (address.isUnresolved()) {
            throw new UnknownHostException(settings.host());
        }
        return new LeaseServer(HttpServers.create(address, BACKLOG), settings);
    }

    /**
     * Where it listens, for other instances and for people.
     *
     * @return host:port; this machine's address if it listens on all
     */
    public String address() {
        InetSocketAddress bound = server.getAddress();
        String host = bound.getAddress().isAnyLocalAddress() ? thisMachine() : settings.host();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + bound.getPort();
    }

    /**
     * Whether other instances can put an address into a question.
     *
     * @param address of {@code application.server}
     * @return false if its host is none that a URI can have, such as one with an underscore
     */
    public static boolean canBeAsked(HostInfo address) {
        return Peers.canBeAsked(address);
    }

    private static String thisMachine() {
        try {
            return InetAddress.getLocalHost().getHostAddress();
        } catch (UnknownHostException e) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
    }

    /**
     * Begins to answer.
     *
     * @param stream what is asked about
     * @param feed what its threads say
     * @param lookup finds in the topics what the state does not have
     */
    public void serve(StreamAccess stream, Feed feed, CaseLookup lookup) {
        Callers callers =
                Callers.of(server.getAddress(), settings, stream.fixed().self().host());
        Front answers = new Front(stream, feed, lookup, settings.token(), callers);
        front = Optional.of(answers);
        server.createContext("/", answers);
        server.start();
    }

    @Override
    public void close() {
        front.ifPresent(Front::close);
        server.stop(0);
        threads.shutdown();
    }
}
