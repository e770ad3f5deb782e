package dev.kvlease.app.topology;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.run.LeaseApplication;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The application in a process of its own, which a test may kill. */
public final class ChildApplication {
    private ChildApplication() {}

    /**
     * Runs until it is stopped.
     *
     * @param args configuration, each key=value
     * @throws InterruptedException if the thread is interrupted
     */
    public static void main(String[] args) throws InterruptedException {
        Map<String, String> properties = new HashMap<>();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            properties.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        LeaseApplication application =
                LeaseApplication.start(new KvleaseConfig(properties), Cluster.PARTITIONS, System.err::println);
        Runtime.getRuntime().addShutdownHook(new Thread(application::close));
        application.awaitEnd().ifPresent(failure -> {
            System.err.println(failure);
            System.exit(1);
        });
    }

    static Process start(Map<String, String> properties, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                ChildApplication.class.getName()));
        properties.forEach((key, value) -> command.add(key + "=" + value));
        File output = log.toFile();
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output))
                .start();
    }
}
