package dev.kvlease.app.cli;

import java.io.IOException;
import java.io.OutputStream;

/** What {@code simulate --torture} does: the work of a module that this one must not know. Found by the service loader. */
public interface Torture {
    /**
     * Tortures what decides about reads, until there were enough of them or something that must hold did not.
     *
     * @param order what is asked for
     * @param console what it talks to
     * @return {@link ExitCode#OK}, or {@link ExitCode#FOUND_PROBLEMS}
     * @throws IOException if the file cannot be written
     */
    ExitCode run(Order order, Console console) throws IOException;

    /**
     * What is asked for.
     *
     * @param seed the first seed
     * @param reads how many reads there are to be at least
     * @param mode the name of what clocks may do
     * @param threads how many seeds at a time
     * @param out where the records of a history go that broke a rule
     * @param quiet whether to print no progress and no summary
     */
    record Order(long seed, long reads, String mode, int threads, Target out, boolean quiet) {}

    /** A file that is written only if there is something to write. */
    interface Target {
        /**
         * What it is called.
         *
         * @return as given on the command line
         */
        String name();

        /**
         * Begins to write it.
         *
         * @return where its content goes
         * @throws IOException if it cannot be written
         */
        OutputStream open() throws IOException;
    }
}
