package dev.kvlease.app.cli;

import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IFactory;

/** Makes commands, and gives the console to those that take one. */
final class ConsoleFactory implements IFactory {
    private final Console console;

    ConsoleFactory(Console console) {
        this.console = console;
    }

    @Override
    public <K> K create(Class<K> type) throws Exception {
        Optional<Constructor<?>> taking = Arrays.stream(type.getDeclaredConstructors())
                .filter(constructor -> Arrays.equals(constructor.getParameterTypes(), new Class<?>[] {Console.class}))
                .findFirst();
        if (taking.isEmpty()) {
            return CommandLine.defaultFactory().create(type);
        }
        return type.cast(taking.get().newInstance(console));
    }
}
