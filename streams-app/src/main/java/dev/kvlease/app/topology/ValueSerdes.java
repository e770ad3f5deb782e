package dev.kvlease.app.topology;

import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.utils.Utils;

/** Serdes for the values of all topics: kvlease's own, or the one that the user configured. */
public final class ValueSerdes {
    private ValueSerdes() {}

    /**
     * Makes serdes as configured.
     *
     * @param config names the class and everything it needs
     * @return gives a configured serde each time; kvlease's own share a registry client
     * @throws ConfigException if the registry, or the user's class, cannot be used
     */
    public static Supplier<Serde<Object>> of(KvleaseConfig config) {
        Map<String, Object> properties = config.serdeProperties();
        if (config.valueSerde().isEmpty()) {
            config.schemaRegistryUrl();
            Serde<Object> shared = configured(new SpecificAvroSerde<>(), properties);
            return () -> shared;
        }
        Class<?> type = config.valueSerde().get();
        properties.putIfAbsent("specific.avro.reader", true);
        Supplier<Serde<Object>> own = () -> configured(instantiate(type), properties);
        own.get().close();
        return own;
    }

    private static Serde<?> instantiate(Class<?> type) {
        Object made = Utils.newInstance(type);
        if (made instanceof Serde<?> serde) {
            return serde;
        }
        throw new ConfigException(
                "kvlease.value.serde: " + type.getName() + " is no " + "org.apache.kafka.common.serialization.Serde");
    }

    /** A serde checks the class of a value by itself, so its type parameter is of no use here. */
    @SuppressWarnings("unchecked")
    private static Serde<Object> configured(Serde<?> serde, Map<String, Object> properties) {
        serde.configure(properties, false);
        return (Serde<Object>) serde;
    }
}
