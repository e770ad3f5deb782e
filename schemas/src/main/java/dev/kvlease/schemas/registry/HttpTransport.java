package dev.kvlease.schemas.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends requests to the first registry address that serves, with retries; knows nothing of schemas. */
final class HttpTransport {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final String ACCEPT = CONTENT_TYPE + ", application/vnd.schemaregistry+json, application/json";
    private static final int MAX_ANSWER_BYTES = 32 << 20;

    /** Waits between rounds. */
    interface Pause {
        void forMs(long ms) throws InterruptedException;
    }

    /**
     * An answer that is final: not a failure of the server.
     *
     * @param status HTTP status
     * @param body what came with it
     * @param address who answered, without credentials
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Answer(int status, byte[] body, String address) {}

    private record Target(URI base, Optional<String> authorization) {
        static Target of(URI address, RegistryAuth auth) {
            return new Target(withoutCredentials(address), auth.header(address));
        }

        private static URI withoutCredentials(URI uri) {
            return URI.create(uri.getScheme() + "://" + uri.getHost() + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
                    + uri.getRawPath());
        }
    }

    private final List<Target> targets;
    private final RegistryTls tls;
    private final Proxy proxy;
    private final int connectTimeoutMs;
    private final int readTimeoutMs;
    private final int maxRetries;
    private final long retryWaitMs;
    private final long retryMaxWaitMs;
    private final Pause pause;
    private final AtomicInteger preferred = new AtomicInteger();

    private HttpTransport(RegistryConfig config, Pause pause) {
        RegistryAuth auth = RegistryAuth.of(config);
        this.targets = config.urls().stream().map(url -> Target.of(url, auth)).toList();
        this.tls = RegistryTls.of(config);
        this.proxy = proxy(config);
        this.connectTimeoutMs = config.getInt(RegistryConfig.CONNECT_TIMEOUT_MS);
        this.readTimeoutMs = config.getInt(RegistryConfig.READ_TIMEOUT_MS);
        this.maxRetries = config.getInt(RegistryConfig.MAX_RETRIES);
        this.retryWaitMs = config.getInt(RegistryConfig.RETRIES_WAIT_MS);
        this.retryMaxWaitMs = config.getInt(RegistryConfig.RETRIES_MAX_WAIT_MS);
        this.pause = pause;
    }

    static HttpTransport of(RegistryConfig config) {
        return of(config, Thread::sleep);
    }

    static HttpTransport of(RegistryConfig config, Pause pause) {
        return new HttpTransport(config, pause);
    }

    /**
     * Sends a request until somebody gives a final answer.
     *
     * @throws RegistryUnreachableException if nobody does within the configured rounds
     */
    Answer send(String method, String path, Optional<byte[]> body) {
        List<String> failures = new ArrayList<>();
        IOException last = null;
        for (int round = 0; round <= maxRetries; round++) {
            if (round > 0) {
                waitBefore(round, failures);
            }
            failures.clear();
            int first = preferred.get();
            for (int i = 0; i < targets.size(); i++) {
                int index = (first + i) % targets.size();
                Target target = targets.get(index);
                try {
                    Answer answer = exchange(target, method, path, body);
                    if (!isServerTrouble(answer.status())) {
                        preferred.set(index);
                        return answer;
                    }
                    failures.add(target.base() + " (HTTP " + answer.status() + ")");
                } catch (IOException e) {
                    last = e;
                    failures.add(target.base() + " (" + describe(e) + ")");
                }
            }
        }
        throw new RegistryUnreachableException(
                "The schema registry cannot be reached: tried " + String.join(", ", failures) + ", " + (maxRetries + 1)
                        + " times. Check "
                        + (last instanceof SSLException ? RegistryConfig.PREFIX + "ssl.*" : RegistryConfig.URL)
                        + " and that the registry runs; then retry.",
                last);
    }

    private Answer exchange(Target target, String method, String path, Optional<byte[]> body) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(target.base() + path).toURL().openConnection(proxy);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(connectTimeoutMs);
        connection.setReadTimeout(readTimeoutMs);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept", ACCEPT);
        connection.setRequestProperty("User-Agent", "kvlease");
        target.authorization().ifPresent(value -> connection.setRequestProperty("Authorization", value));
        tls.applyTo(connection);
        if (body.isPresent()) {
            connection.setRequestProperty("Content-Type", CONTENT_TYPE);
            connection.setDoOutput(true);
            try (OutputStream out = connection.getOutputStream()) {
                out.write(body.get());
            }
        }
        int status = connection.getResponseCode();
        if (status < 0) {
            throw new IOException("the answer is not HTTP");
        }
        try (InputStream in = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            byte[] answer = in == null ? new byte[0] : in.readNBytes(MAX_ANSWER_BYTES);
            return new Answer(status, answer, target.base().toString());
        }
    }

    private void waitBefore(int round, List<String> failures) {
        long longest = Math.min(retryMaxWaitMs, retryWaitMs << Math.min(round - 1, 20));
        // spread, so that many tasks that lost the registry together do not come back together
        long ms = longest / 2 + ThreadLocalRandom.current().nextLong(longest / 2 + 1);
        LOG.warn(
                "Schema registry does not serve: {}; round {} of {} in {} ms", failures, round + 1, maxRetries + 1, ms);
        try {
            pause.forMs(ms);
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
    }

    private static boolean isServerTrouble(int status) {
        return status >= 500 || status == 408 || status == 429;
    }

    private static String describe(IOException e) {
        String name = e.getClass().getSimpleName().replaceAll("(Exception)$", "");
        return e.getMessage() == null ? name : name + ": " + e.getMessage();
    }

    private static Proxy proxy(RegistryConfig config) {
        String host = config.getString(RegistryConfig.PROXY_HOST);
        if (host.isBlank()) {
            return Proxy.NO_PROXY;
        }
        int port = config.getInt(RegistryConfig.PROXY_PORT);
        if (port < 1) {
            throw new ConfigException(RegistryConfig.PROXY_HOST + " needs " + RegistryConfig.PROXY_PORT);
        }
        return new Proxy(Proxy.Type.HTTP, new InetSocketAddress(host, port));
    }
}
