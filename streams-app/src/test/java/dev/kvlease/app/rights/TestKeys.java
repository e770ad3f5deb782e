package dev.kvlease.app.rights;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A key for servers on this machine, made by the JDK's keytool, and the certificate that clients trust.
 *
 * @param store the key store, PKCS12
 * @param certificate the certificate, PEM
 * @param password of the store
 */
record TestKeys(Path store, Path certificate, String password) {
    static TestKeys make(Path dir, String password) throws Exception {
        TestKeys keys = new TestKeys(dir.resolve("server.p12"), dir.resolve("server.pem"), password);
        keys.keytool("-genkeypair -keyalg EC -dname CN=kvlease-test -validity 2 -ext san=ip:127.0.0.1,dns:localhost");
        keys.keytool("-exportcert -rfc -file " + keys.certificate);
        return keys;
    }

    private void keytool(String arguments) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments.split(" ")));
        command.addAll(List.of("-alias", "key", "-storetype", "PKCS12", "-keystore", store.toString()));
        command.addAll(List.of("-storepass", password));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    /** For a broker, which is a client of itself too. */
    Map<String, String> serverSettings() {
        return Map.of(
                "ssl.keystore.type",
                "PKCS12",
                "ssl.keystore.location",
                store.toString(),
                "ssl.keystore.password",
                password,
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                certificate.toString());
    }

    SSLContext serverContext() throws Exception {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, password.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, password.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }
}
