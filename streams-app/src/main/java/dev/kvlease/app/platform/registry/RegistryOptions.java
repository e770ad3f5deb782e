package dev.kvlease.app.platform.registry;

import com.sun.net.httpserver.Authenticator;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * How an embedded registry is started.
 *
 * @param client how its Kafka clients reach the broker: {@code bootstrap.servers}, and TLS and SASL if needed
 * @param port where to listen on the loopback interface; 0 lets the system choose
 * @param tls its key, to serve HTTPS; empty for plain HTTP
 * @param authenticator asks who sends a request; empty to ask nobody
 */
public record RegistryOptions(
        Map<String, Object> client, int port, Optional<SSLContext> tls, Optional<Authenticator> authenticator) {
    /** Copies the map. */
    public RegistryOptions {
        client = Map.copyOf(client);
    }

    /**
     * Plain HTTP and no questions, on a broker that asks none either.
     *
     * @param bootstrapServers the broker
     * @param port where to listen
     * @return the options
     */
    public static RegistryOptions open(String bootstrapServers, int port) {
        return new RegistryOptions(
                Map.of("bootstrap.servers", bootstrapServers), port, Optional.empty(), Optional.empty());
    }

    String bootstrapServers() {
        return String.valueOf(client.get("bootstrap.servers"));
    }

    /** Leaves the properties out: they may hold passwords. */
    @Override
    public String toString() {
        return "registry on port " + port + " of the broker at " + bootstrapServers();
    }
}
