package dev.kvlease.app.cli;

/** The verb of a module that this one must not know: the demo. Found by the service loader. */
@FunctionalInterface
public interface Verb {
    /**
     * Makes the command.
     *
     * @param console what it talks to
     * @return a callable with picocli's annotations
     */
    Object command(Console console);
}
