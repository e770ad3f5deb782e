package dev.kvlease.schemas.foreign;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the scripts of {@code src/test/node} under {@code target}, with what their lock file names. */
final class Node {
    private static final Path SOURCES = Path.of("src/test/node");
    private static final Path HOME = Path.of("target/node");
    private static final Path INSTALLED = HOME.resolve("installed-package-lock.json");
    private static final String NEEDED = "This test needs node 20 or newer with npm on the PATH (users of kvlease do"
            + " not); -Dkvlease.skip.foreign=true runs the other tests";

    private Node() {}

    /** Installs the clients, unless the very same ones are there. */
    static void install() throws IOException, InterruptedException {
        Files.createDirectories(HOME);
        for (String name : List.of("package.json", "package-lock.json", "exchange.js", "asyncapi.js")) {
            Files.copy(SOURCES.resolve(name), HOME.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        checkVersion(exec("", "node", "--version").trim());
        Path lock = SOURCES.resolve("package-lock.json");
        if (Files.exists(INSTALLED) && Files.mismatch(lock, INSTALLED) < 0) {
            return;
        }
        exec("", "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
        Files.copy(lock, INSTALLED, StandardCopyOption.REPLACE_EXISTING);
    }

    static String run(String script, String stdin) throws IOException, InterruptedException {
        return exec(stdin, "node", script);
    }

    private static void checkVersion(String version) {
        int major = Integer.parseInt(version.replaceAll("^v(\\d+)\\..*$", "$1"));
        if (major < 20) {
            throw new IllegalStateException(NEEDED + "; found " + version);
        }
    }

    private static String exec(String stdin, String... command) throws IOException, InterruptedException {
        Path out = Files.createTempFile(HOME, "out", ".txt");
        Path err = Files.createTempFile(HOME, "err", ".txt");
        try {
            Process process = start(command, out, err);
            try (OutputStream in = process.getOutputStream()) {
                in.write(stdin.getBytes(UTF_8));
            }
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IllegalStateException(List.of(command) + " takes more than five minutes");
            }
            if (process.exitValue() != 0) {
                throw new IllegalStateException(List.of(command) + " ends with " + process.exitValue() + ": "
                        + Files.readString(err) + Files.readString(out));
            }
            return Files.readString(out);
        } finally {
            Files.deleteIfExists(out);
            Files.deleteIfExists(err);
        }
    }

    private static Process start(String[] command, Path out, Path err) {
        List<String> words = new ArrayList<>(List.of(command));
        if (System.getProperty("os.name").startsWith("Windows")) {
            words.addAll(0, List.of("cmd", "/c"));
        }
        try {
            return new ProcessBuilder(words)
                    .directory(HOME.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
        } catch (IOException e) {
            throw new IllegalStateException(NEEDED, e);
        }
    }
}
