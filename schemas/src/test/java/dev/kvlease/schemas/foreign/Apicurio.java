package dev.kvlease.schemas.foreign;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the address of a real Apicurio registry, started once for all of them; it speaks Confluent's API. */
final class Apicurio implements ParameterResolver {
    private static final Path HOME = Path.of("target/apicurio");
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == URI.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(ExtensionContext.Namespace.create(Apicurio.class))
                .getOrComputeIfAbsent(Server.class, key -> Server.start(), Server.class)
                .api;
    }

    private static final class Server implements AutoCloseable {
        private final Process process;
        private final URI api;

        private Server(Process process, URI api) {
            this.process = process;
            this.api = api;
        }

        static Server start() {
            try {
                int port = freePort();
                File log = HOME.resolve("server.log").toFile();
                Process process = new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx300m",
                                "-XX:TieredStopAtLevel=1",
                                "-Dquarkus.http.host=127.0.0.1",
                                "-Dquarkus.http.port=" + port,
                                "-jar",
                                runner().getFileName().toString())
                        .directory(HOME.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log)
                        .start();
                Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
                Server server = new Server(process, URI.create("http://127.0.0.1:" + port + "/apis/ccompat/v7"));
                server.awaitReady(log);
                return server;
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException("Apicurio does not start", e);
            }
        }

        private void awaitReady(File log) throws InterruptedException {
            Instant end = Instant.now().plus(PATIENCE);
            while (!answers()) {
                if (!process.isAlive() || Instant.now().isAfter(end)) {
                    process.destroyForcibly();
                    throw new IllegalStateException("Apicurio does not answer, see " + log);
                }
                Thread.sleep(100);
            }
        }

        private boolean answers() {
            try {
                HttpURLConnection connection = (HttpURLConnection)
                        URI.create(api + "/subjects").toURL().openConnection();
                connection.setConnectTimeout(1_000);
                connection.setReadTimeout(10_000);
                return connection.getResponseCode() == 200;
            } catch (IOException e) {
                return false;
            }
        }

        private static Path runner() throws IOException {
            if (!Files.isDirectory(HOME)) {
                throw new IllegalStateException(HOME.toAbsolutePath() + " is missing: Maven unpacks Apicurio there;"
                        + " -Dkvlease.skip.foreign=true runs the other tests");
            }
            try (Stream<Path> files = Files.list(HOME)) {
                return files.filter(file -> file.toString().endsWith("-runner.jar"))
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("no Apicurio in " + HOME.toAbsolutePath()));
            }
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        @Override
        public void close() {
            process.destroy();
            process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
            process.destroyForcibly();
        }
    }
}
