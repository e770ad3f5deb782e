package dev.kvlease.schemas.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.schemas.Samples;
import dev.kvlease.schemas.Schemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecordBase;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.avro.AvroSchema;
import org.apache.flink.avro.registry.confluent.shaded.io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumReader;
import org.apache.flink.avro.shaded.org.apache.avro.generic.GenericDatumWriter;
import org.apache.flink.avro.shaded.org.apache.avro.io.BinaryEncoder;
import org.apache.flink.avro.shaded.org.apache.avro.io.DecoderFactory;
import org.apache.flink.avro.shaded.org.apache.avro.io.EncoderFactory;
import org.apache.flink.formats.avro.registry.confluent.ConfluentSchemaRegistryCoder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Confluent's Java client, and Flink's coder of the wire format around it, with an Avro of their own. */
@Tag("foreign")
@ExtendWith(Apicurio.class)
class ConfluentJavaClientTest {
    private final Wire ours;
    private final CachedSchemaRegistryClient theirs;

    ConfluentJavaClientTest(URI registry) {
        this.ours = new Wire(registry, "confluent-java.");
        this.theirs = new CachedSchemaRegistryClient(registry.toString(), 100);
    }

    static Stream<SpecificRecordBase> samples() {
        return Samples.all();
    }

    static Stream<Schema> records() {
        return Schemas.TOPIC_RECORDS.stream();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void bothReadAndWriteTheSameBytes(SpecificRecordBase sample) throws Exception {
        byte[] written = ours.write(sample);

        ByteArrayInputStream in = new ByteArrayInputStream(written);
        String subject = ours.topic(sample) + "-value";
        ConfluentSchemaRegistryCoder coder = new ConfluentSchemaRegistryCoder(subject, theirs);
        org.apache.flink.avro.shaded.org.apache.avro.Schema schema = coder.readSchema(in);
        Object read =
                new GenericDatumReader<>(schema).read(null, DecoderFactory.get().directBinaryDecoder(in, null));
        assertThat(in.available()).isZero();

        ByteArrayOutputStream out = new ByteArrayOutputStream();
        coder.writeSchema(schema, out);
        BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
        new GenericDatumWriter<>(schema).write(read, encoder);

        assertThat(out.toByteArray()).isEqualTo(written);
        assertThat(ours.read(sample, out.toByteArray())).isEqualTo(sample);
    }

    @ParameterizedTest
    @MethodSource("records")
    void bothFindWhatTheOtherHasRegistered(Schema record) throws Exception {
        Schema portable = Schemas.portable(record);
        String ourSubject = "confluent-java.by-us." + record.getName();
        String theirSubject = "confluent-java.by-them." + record.getName();

        int ourId = ours.registry().register(ourSubject, portable, false);
        int theirId = theirs.register(theirSubject, new AvroSchema(portable.toString()));

        assertThat(theirs.getId(ourSubject, new AvroSchema(portable.toString())))
                .isEqualTo(ourId);
        assertThat(ours.registry().idOf(theirSubject, portable, false)).isEqualTo(theirId);
        assertThat(theirs.getSchemaById(ourId).canonicalString())
                .isEqualTo(new AvroSchema(portable.toString()).canonicalString());
        assertThat(ours.registry().byId(theirId)).isEqualTo(portable);
        assertThat(theirs.getLatestSchemaMetadata(ourSubject).getId()).isEqualTo(ourId);
        assertThat(ours.registry().latest(theirSubject).id()).isEqualTo(theirId);
    }
}
