package dev.kvlease.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.specific.SpecificRecord;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.errors.DataException;
import org.apache.kafka.connect.json.JsonConverter;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.transforms.ReplaceField;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AvroConverterTest {
    private static final Map<String, String> REGISTRY = Map.of("schema.registry.url", "mock://avro-converter");

    private final AvroConverter converter = new AvroConverter();
    private final SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();

    static Stream<SpecificRecordBase> records() {
        return Schemas.TOPIC_RECORDS.stream()
                .flatMap(schema -> Stream.of(TestRecords.full(schema), TestRecords.sparse(schema)));
    }

    @BeforeEach
    void configure() {
        converter.configure(REGISTRY, false);
        serde.configure(REGISTRY, false);
    }

    @ParameterizedTest
    @MethodSource("records")
    void itWritesWhatOtherProducersWrite(SpecificRecordBase record) {
        String topic = record.getSchema().getName();
        byte[] bytes = serde.serializer().serialize(topic, record);

        SchemaAndValue seen = converter.toConnectData(topic, bytes);

        assertThat(converter.fromConnectData(topic, seen.schema(), seen.value()))
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @MethodSource("records")
    void otherConvertersTakeTheSameValues(SpecificRecordBase record) {
        JsonConverter json = new JsonConverter();
        json.configure(Map.of("schemas.enable", "true"), false);
        Struct struct = new AvroStructs().struct(record);

        byte[] bytes = json.fromConnectData("t", struct.schema(), struct);

        assertThat(AvroStructs.record(record.getSchema(), (Struct)
                        json.toConnectData("t", bytes).value()))
                .isEqualTo(record);
    }

    @Test
    void aTransformationMayTakeFieldsOut() {
        Struct struct = new AvroStructs().struct(TestRecords.full(LeaseEvent.getClassSchema()));
        try (ReplaceField.Value<SourceRecord> without = new ReplaceField.Value<>()) {
            without.configure(Map.of("exclude", "reason"));
            SourceRecord shorter = without.apply(new SourceRecord(Map.of(), Map.of(), "t", struct.schema(), struct));

            byte[] bytes = converter.fromConnectData("t", shorter.valueSchema(), shorter.value());

            LeaseEvent event = (LeaseEvent) serde.deserializer().deserialize("t", bytes);
            assertThat(event.getReason()).isNull();
            assertThat(event.getSeq()).isPositive();
        }
    }

    @Test
    void bytesAndNothingPassAndTheRestIsRefused() {
        byte[] bytes = {1, 2};

        assertThat(converter.fromConnectData("t", Schema.BYTES_SCHEMA, bytes)).isSameAs(bytes);
        assertThat(converter.fromConnectData("t", null, null)).isNull();
        assertThat(converter.toConnectData("t", null)).isEqualTo(SchemaAndValue.NULL);
        assertThatThrownBy(() -> converter.fromConnectData("t", Schema.STRING_SCHEMA, "text"))
                .isInstanceOf(DataException.class);
        assertThatThrownBy(() -> converter.toConnectData("t", bytes)).isInstanceOf(DataException.class);
    }
}
