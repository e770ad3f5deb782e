package dev.kvlease.benchmarks.jmh;

import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.DatumReader;
import org.apache.avro.io.DatumWriter;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificDatumReader;
import org.apache.avro.specific.SpecificDatumWriter;
import org.apache.avro.specific.SpecificRecord;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Records to bytes and back: kvlease's serde with its header and registry, and Avro's own classes without them. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class Serde {
    private static final String TOPIC = "benchmark";

    /** What is written and read. */
    @Param
    public SerdeRecords record;

    private final SpecificAvroSerde<SpecificRecord> serde = new SpecificAvroSerde<>();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private SpecificRecord value;
    private byte[] framed;
    private byte[] plain;
    private GenericRecord generic;
    private DatumWriter<SpecificRecord> specificWriter;
    private DatumReader<SpecificRecord> specificReader;
    private DatumWriter<GenericRecord> genericWriter;
    private DatumReader<GenericRecord> genericReader;
    private BinaryEncoder encoder;
    private BinaryDecoder decoder;

    /**
     * Prepares writers and readers.
     *
     * @throws IOException never
     */
    @Setup(Level.Trial)
    public void prepare() throws IOException {
        serde.configure(Map.of("schema.registry.url", "mock://benchmark"), false);
        value = record.record();
        Schema schema = value.getSchema();
        SpecificData model = SpecificData.getForClass(value.getClass());
        specificWriter = new SpecificDatumWriter<>(schema, model);
        specificReader = new SpecificDatumReader<>(schema, schema, model);
        genericWriter = new GenericDatumWriter<>(schema);
        genericReader = new GenericDatumReader<>(schema);
        framed = kvleaseEncode();
        plain = avroEncode();
        generic = avroGenericDecode();
    }

    /**
     * kvlease's serializer.
     *
     * @return bytes in the wire format
     */
    @Benchmark
    public byte[] kvleaseEncode() {
        return serde.serializer().serialize(TOPIC, value);
    }

    /**
     * kvlease's deserializer.
     *
     * @return a new record
     */
    @Benchmark
    public SpecificRecord kvleaseDecode() {
        return serde.deserializer().deserialize(TOPIC, framed);
    }

    /**
     * Avro's writer of generated classes, with a reused encoder and buffer.
     *
     * @return bytes without a header
     * @throws IOException never
     */
    @Benchmark
    public byte[] avroEncode() throws IOException {
        return encode(specificWriter, value);
    }

    /**
     * Avro's reader of generated classes, with a reused decoder.
     *
     * @return a new record
     * @throws IOException never
     */
    @Benchmark
    public SpecificRecord avroDecode() throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(plain, decoder);
        return specificReader.read(null, decoder);
    }

    /**
     * Avro's writer of generic records.
     *
     * @return bytes without a header
     * @throws IOException never
     */
    @Benchmark
    public byte[] avroGenericEncode() throws IOException {
        return encode(genericWriter, generic);
    }

    /**
     * Avro's reader of generic records.
     *
     * @return a new record
     * @throws IOException never
     */
    @Benchmark
    public GenericRecord avroGenericDecode() throws IOException {
        decoder = DecoderFactory.get().binaryDecoder(plain, decoder);
        return genericReader.read(null, decoder);
    }

    private <T> byte[] encode(DatumWriter<T> writer, T datum) throws IOException {
        out.reset();
        encoder = EncoderFactory.get().binaryEncoder(out, encoder);
        writer.write(datum, encoder);
        encoder.flush();
        return out.toByteArray();
    }
}
