package dev.kvlease.demo.cli;

import dev.kvlease.app.cli.Console;
import dev.kvlease.app.cli.Verb;

/** Adds {@code demo} to the verbs. */
public final class DemoVerb implements Verb {
    /** Made by the service loader. */
    public DemoVerb() {}

    @Override
    public Object command(Console console) {
        return new DemoCommand(console);
    }
}
