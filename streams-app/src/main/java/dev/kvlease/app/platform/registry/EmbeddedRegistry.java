package dev.kvlease.app.platform.registry;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.kvlease.app.http.HttpServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.common.KafkaException;

/**
 * A schema registry in this process, for the demo and for tests: Confluent's REST API for Avro schemas, which its clients, kcat and
 * kvlease's own serde speak.
 *
 * <p>Schemas, levels and modes are kept in the broker's {@code _schemas} topic in Confluent's format, so that they survive a
 * restart. It listens on the loopback interface only, asks nobody who they are unless told to, and refuses bodies of more than a mebibyte. It
 * knows no references, contexts, rules, or other kinds of schema, and must be the only one that writes to the topic: no
 * registry for production.
 */
public final class EmbeddedRegistry implements AutoCloseable {
    private static final int THREADS = 4;

    private final HttpServer server;
    private final ExecutorService executor;
    private final RegistryLog log;

    private EmbeddedRegistry(HttpServer server, ExecutorService executor, RegistryLog log) {
        this.server = server;
        this.executor = executor;
        this.log = log;
    }

    /**
     * Starts a registry and returns when it serves.
     *
     * @param bootstrapServers the broker that keeps its schemas
     * @param port where to listen on the loopback interface; 0 lets the system choose
     * @return the running registry
     * @throws RegistryStartException if the port is taken or the broker does not answer
     */
    public static EmbeddedRegistry start(String bootstrapServers, int port) {
        return start(RegistryOptions.open(bootstrapServers, port));
    }

    /**
     * Starts a registry and returns when it serves.
     *
     * @param options where, and who may ask
     * @return the running registry
     * @throws RegistryStartException if the port is taken or the broker does not answer
     */
    public static EmbeddedRegistry start(RegistryOptions options) {
        HttpServer server = listen(options);
        try {
            RegistryLog log = RegistryLog.open(options.client());
            RegistryService service = new RegistryService(log, RegistryLog.replay(options.client()));
            ExecutorService executor = Executors.newFixedThreadPool(THREADS, EmbeddedRegistry::daemon);
            server.setExecutor(executor);
            HttpContext context = server.createContext("/", new HttpFront(new Routes(service)));
            options.authenticator().ifPresent(context::setAuthenticator);
            server.start();
            return new EmbeddedRegistry(server, executor, log);
        } catch (ExecutionException | KafkaException e) {
            server.stop(0);
            throw new RegistryStartException(
                    "the embedded registry cannot use the broker at " + options.bootstrapServers() + ": " + e, e);
        } catch (InterruptedException e) {
            server.stop(0);
            Thread.currentThread().interrupt();
            throw new RegistryStartException("interrupted while starting the embedded registry", e);
        }
    }

    /**
     * Where clients find it.
     *
     * @return {@code schema.registry.url}, such as {@code http://127.0.0.1:15124}
     */
    public String url() {
        InetSocketAddress address = server.getAddress();
        String scheme = server instanceof HttpsServer ? "https://" : "http://";
        return scheme + address.getAddress().getHostAddress() + ":" + address.getPort();
    }

    /** Stops serving. What was registered stays in the broker. */
    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
        log.close();
    }

    private static HttpServer listen(RegistryOptions options) {
        try {
            InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
            InetSocketAddress address = new InetSocketAddress(loopback, options.port());
            if (options.tls().isEmpty()) {
                return HttpServers.create(address, 0);
            }
            HttpsServer server = HttpServers.createWithTls(address, 0);
            server.setHttpsConfigurator(new HttpsConfigurator(options.tls().get()));
            return server;
        } catch (IOException e) {
            throw new RegistryStartException(
                    "the embedded registry cannot listen on port " + options.port() + ": " + e.getMessage(), e);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "embedded-registry");
        thread.setDaemon(true);
        return thread;
    }
}
