package dev.kvlease.schemas.registry;

import java.net.HttpURLConnection;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.security.ssl.DefaultSslEngineFactory;

/** TLS towards the registry, from {@code schema.registry.ssl.*}: JKS, PKCS12 and PEM stores as Kafka reads them. */
final class RegistryTls {
    private final Optional<SSLSocketFactory> sockets;
    private final boolean verifyHost;

    private RegistryTls(Optional<SSLSocketFactory> sockets, boolean verifyHost) {
        this.sockets = sockets;
        this.verifyHost = verifyHost;
    }

    static RegistryTls of(RegistryConfig config) {
        Map<String, Object> given = config.originalsWithPrefix(RegistryConfig.PREFIX);
        given.keySet().removeIf(key -> !key.startsWith("ssl."));
        if (given.isEmpty()) {
            return new RegistryTls(Optional.empty(), true);
        }
        ConfigDef keys = new ConfigDef();
        SslConfigs.addClientSslSupport(keys);
        Map<String, Object> parsed = keys.parse(given);
        String identification = (String) parsed.get(SslConfigs.SSL_ENDPOINT_IDENTIFICATION_ALGORITHM_CONFIG);
        return new RegistryTls(Optional.of(socketFactory(parsed)), identification != null && !identification.isBlank());
    }

    void applyTo(HttpURLConnection connection) {
        if (!(connection instanceof HttpsURLConnection https)) {
            return;
        }
        sockets.ifPresent(https::setSSLSocketFactory);
        if (!verifyHost) {
            https.setHostnameVerifier(anyHost());
        }
    }

    // the user asked for it: an empty ssl.endpoint.identification.algorithm means the same to Kafka
    @SuppressWarnings("BadHostnameVerifier")
    private static HostnameVerifier anyHost() {
        return (host, session) -> true;
    }

    private static SSLSocketFactory socketFactory(Map<String, Object> parsed) {
        try (DefaultSslEngineFactory stores = new DefaultSslEngineFactory()) {
            stores.configure(parsed);
            return stores.sslContext().getSocketFactory();
        } catch (KafkaException e) {
            throw new ConfigException(
                    "schema.registry.ssl.*: the key or trust store cannot be used: " + rootMessage(e));
        }
    }

    private static String rootMessage(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root.getMessage();
    }
}
