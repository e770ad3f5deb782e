package dev.kvlease.torture.fuzz;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Every target by its name, in the order of the page docs/reliability.md. */
final class Targets {
    private Targets() {}

    static Map<String, Supplier<Target>> all() {
        Map<String, Supplier<Target>> all = new LinkedHashMap<>();
        all.put(AvroTarget.NAME, AvroTarget::new);
        all.put(MsgPackTarget.NAME, MsgPackTarget::new);
        all.put(FramesTarget.NAME, FramesTarget::new);
        all.put(LogsTarget.NAME, LogsTarget::new);
        all.put(EventsTarget.NAME, EventsTarget::new);
        all.put(StateTarget.NAME, StateTarget::new);
        all.put(StreamTarget.NAME, StreamTarget::new);
        all.put(ConnectTarget.NAME, ConnectTarget::new);
        all.put(RegistryTarget.NAME, RegistryTarget::new);
        all.put(HttpTarget.NAME, HttpTarget::new);
        all.put(ConfigTarget.NAME, ConfigTarget::new);
        all.put(CommandTarget.NAME, CommandTarget::new);
        return all;
    }
}
