package dev.kvlease.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against real HTTPS servers with certificates made by the JDK's keytool. */
class RegistryTlsTest {
    private static final String PASSWORD = "changeit";

    @TempDir
    private static Path dir;

    private StubServer server;

    @BeforeAll
    static void makeCertificates() throws Exception {
        makeKey("server.p12", "san=ip:127.0.0.1,dns:localhost");
        makeKey("elsewhere.p12", "san=dns:elsewhere.example");
        makeKey("client.p12", "san=dns:client.example");
        makeKey("stranger.p12", "san=dns:stranger.example");
        for (String name : List.of("server", "elsewhere", "client")) {
            Certificate certificate = store(name + ".p12").getCertificate("key");
            writeTrust(certificate, name, "PKCS12");
            writeTrust(certificate, name, "JKS");
            Files.writeString(dir.resolve(name + ".pem"), pem(certificate));
        }
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PKCS12", "JKS"})
    void trustsTheGivenStore(String type) throws Exception {
        serve("server.p12", false);

        assertThat(ask(Map.of(
                        "ssl.truststore.location", path("server-trust." + type),
                        "ssl.truststore.type", type,
                        "ssl.truststore.password", PASSWORD)))
                .isEqualTo(1);
    }

    @Test
    void trustsAPemFileAndPemText() throws Exception {
        serve("server.p12", false);
        server.answer(200, "{\"id\":1}");

        assertThat(ask(Map.of("ssl.truststore.location", path("server.pem"), "ssl.truststore.type", "PEM")))
                .isEqualTo(1);
        assertThat(ask(Map.of(
                        "ssl.truststore.certificates",
                        Files.readString(dir.resolve("server.pem")),
                        "ssl.truststore.type",
                        "PEM")))
                .isEqualTo(1);
    }

    @Test
    void doesNotTrustAStranger() throws Exception {
        serve("stranger.p12", false);

        assertThatThrownBy(() -> ask(trust("server")))
                .isInstanceOf(RegistryUnreachableException.class)
                .hasMessageContaining("SSLHandshake")
                .hasMessageContaining("Check schema.registry.ssl.");
        assertThatThrownBy(() -> ask(Map.of()))
                .as("without a trust store the JDK's own counts")
                .isInstanceOf(RegistryUnreachableException.class);
    }

    @Test
    void verifiesTheHostUnlessToldNotTo() throws Exception {
        serve("elsewhere.p12", false);

        assertThatThrownBy(() -> ask(trust("elsewhere"))).isInstanceOf(RegistryUnreachableException.class);
        Map<String, String> lenient = new HashMap<>(trust("elsewhere"));
        lenient.put("ssl.endpoint.identification.algorithm", "");
        assertThat(ask(lenient)).isEqualTo(1);
    }

    @Test
    void presentsAClientCertificate() throws Exception {
        serve("server.p12", true);
        Map<String, String> withKey = new HashMap<>(trust("server"));
        withKey.put("ssl.keystore.location", path("client.p12"));
        withKey.put("ssl.keystore.type", "PKCS12");
        withKey.put("ssl.keystore.password", PASSWORD);
        withKey.put("ssl.key.password", PASSWORD);

        assertThat(ask(withKey)).isEqualTo(1);
        assertThatThrownBy(() -> ask(trust("server"))).isInstanceOf(RegistryUnreachableException.class);
    }

    @Test
    void aWrongPasswordIsAConfigurationErrorThatDoesNotShowIt() throws Exception {
        serve("server.p12", false);
        Map<String, String> wrong = new HashMap<>(trust("server"));
        wrong.put("ssl.truststore.password", "mistaken");

        assertThatThrownBy(() -> ask(wrong))
                .hasMessageContaining("schema.registry.ssl.")
                .hasMessageNotContaining("mistaken");
    }

    private void serve(String keys, boolean needClientAuth) throws Exception {
        KeyManagerFactory key = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        key.init(store(keys), PASSWORD.toCharArray());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store("client-trust.PKCS12"));
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(key.getKeyManagers(), trust.getTrustManagers(), null);
        server = StubServer.https(context, needClientAuth).answer(200, "{\"id\":1}");
    }

    private int ask(Map<String, String> tls) {
        Map<String, Object> configs = new HashMap<>(Map.of("schema.registry.url", server.url(), "max.retries", 0));
        tls.forEach((key, value) -> configs.put("schema.registry." + key, value));
        return SchemaRegistry.open(configs).register("s", Schema.create(Schema.Type.LONG), false);
    }

    private static Map<String, String> trust(String name) {
        return Map.of(
                "ssl.truststore.location",
                path(name + "-trust.PKCS12"),
                "ssl.truststore.type",
                "PKCS12",
                "ssl.truststore.password",
                PASSWORD);
    }

    private static KeyStore store(String name) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(dir.resolve(name))) {
            store.load(in, PASSWORD.toCharArray());
        }
        return store;
    }

    private static void writeTrust(Certificate certificate, String name, String type) throws Exception {
        KeyStore store = KeyStore.getInstance(type);
        store.load(null, null);
        store.setCertificateEntry(name, certificate);
        try (OutputStream out = Files.newOutputStream(dir.resolve(name + "-trust." + type))) {
            store.store(out, PASSWORD.toCharArray());
        }
    }

    private static String pem(Certificate certificate) throws Exception {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded());
        return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    }

    private static void makeKey(String store, String extension) throws Exception {
        keytool(
                "-genkeypair",
                "-alias",
                "key",
                "-keyalg",
                "EC",
                "-dname",
                "CN=kvlease test",
                "-validity",
                "2",
                "-ext",
                extension,
                "-storetype",
                "PKCS12",
                "-keystore",
                store);
    }

    private static void keytool(String... arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-storepass", PASSWORD));
        Process process = new ProcessBuilder(command)
                .directory(dir.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static String path(String name) {
        return dir.resolve(name).toString();
    }
}
