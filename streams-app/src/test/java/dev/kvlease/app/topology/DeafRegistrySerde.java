package dev.kvlease.app.topology;

import java.net.ConnectException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** A foreign serde whose registry cannot be reached. */
public final class DeafRegistrySerde implements Serde<Object> {
    @Override
    public Serializer<Object> serializer() {
        return (topic, data) -> new byte[] {0};
    }

    @Override
    public Deserializer<Object> deserializer() {
        return (topic, data) -> {
            throw new SerializationException("cannot decode", new ConnectException("refused by test"));
        };
    }
}
