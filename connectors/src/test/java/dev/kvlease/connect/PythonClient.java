package dev.kvlease.connect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a script of the Python client's tests. Users of kvlease need no Python. */
final class PythonClient implements AutoCloseable {
    private static final File HOME = Path.of("../clients/python").toFile();
    private static final String NEEDED = "This test needs Python 3.10 and pip on the PATH (users of kvlease do not);"
            + " -Dkvlease.skip.foreign=true runs the other tests";

    private final Process process;
    private final Path errors;
    private final BufferedReader lines;

    private PythonClient(Process process, Path errors) {
        this.process = process;
        this.errors = errors;
        this.lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    }

    /** Makes the client's environment, unless it is there; its interpreter. */
    static String install() throws IOException, InterruptedException {
        Process made = new ProcessBuilder("sh", "check", "install")
                .directory(HOME)
                .redirectErrorStream(true)
                .start();
        String told = new String(made.getInputStream().readAllBytes(), UTF_8);
        if (!made.waitFor(5, TimeUnit.MINUTES) || made.exitValue() != 0) {
            throw new IllegalStateException(NEEDED + ": " + told);
        }
        return "target/venv/bin/python";
    }

    static PythonClient start(String interpreter, String script, Path scratch, List<String> arguments)
            throws IOException {
        Path errors = scratch.resolve(script + ".err");
        List<String> words = new ArrayList<>(List.of(interpreter, "tests/" + script));
        words.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(words).directory(HOME).redirectError(errors.toFile());
        builder.environment().put("PYTHONPATH", "src");
        return new PythonClient(builder.start(), errors);
    }

    /** The next line that it prints. */
    String line() throws IOException {
        String line = lines.readLine();
        if (line == null) {
            throw new AssertionError("the script has ended: " + Files.readString(errors));
        }
        return line;
    }

    /** Lets it go on. */
    void goOn() throws IOException {
        OutputStream in = process.getOutputStream();
        in.write('\n');
        in.flush();
    }

    /** Whether it ends well. */
    boolean ends() throws InterruptedException {
        return process.waitFor(2, TimeUnit.MINUTES) && process.exitValue() == 0;
    }

    /** Waits for its end; what it says to its standard error is a failure. */
    String end() throws IOException, InterruptedException {
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            return "it does not end";
        }
        return process.exitValue() + Files.readString(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
