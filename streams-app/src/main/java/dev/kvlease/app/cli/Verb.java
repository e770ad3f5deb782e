package dev.kvlease.app.cli;

/** A verb of a module that this one must not know, such as the demo; found by the service loader. */
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
