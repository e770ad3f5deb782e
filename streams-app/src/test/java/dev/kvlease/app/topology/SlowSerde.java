package dev.kvlease.app.topology;

import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serde;
import org.apache.kafka.common.serialization.Serializer;

/** kvlease's own serde, at a pace that leaves time for something to happen meanwhile. */
public final class SlowSerde implements Serde<SpecificRecord> {
    /** A system property: how many milliseconds each record takes; 4 unless it is set. A test may set it while it runs. */
    static final String PAUSE_MS = "kvlease.test.pause.ms";

    private final SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();

    @Override
    public void configure(Map<String, ?> configs, boolean isKey) {
        serde.configure(configs, isKey);
    }

    @Override
    public Serializer<SpecificRecord> serializer() {
        return serde.serializer();
    }

    @Override
    public Deserializer<SpecificRecord> deserializer() {
        Deserializer<SpecificRecord> quick = serde.deserializer();
        return new Deserializer<>() {
            @Override
            public SpecificRecord deserialize(String topic, byte[] data) {
                return quick.deserialize(topic, data);
            }

            @Override
            public SpecificRecord deserialize(String topic, Headers headers, byte[] data) {
                try {
                    TimeUnit.MILLISECONDS.sleep(Long.getLong(PAUSE_MS, 4));
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return quick.deserialize(topic, headers, data);
            }
        };
    }
}
