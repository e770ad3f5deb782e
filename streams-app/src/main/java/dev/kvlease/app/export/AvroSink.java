package dev.kvlease.app.export;

import dev.kvlease.app.source.AvroForm;
import dev.kvlease.app.source.Content;
import dev.kvlease.app.source.StoredRecord;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.app.topics.TopicSchemas;
import dev.kvlease.schemas.Schemas;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.specific.SpecificRecord;

/** Writes records as Avro container files in a directory, one for each schema of each topic. */
public final class AvroSink implements RecordSink {
    private static final int DEFLATE_LEVEL = 6;

    private record Place(Topic topic, Optional<Schema> schema) {}

    private final Path directory;
    /** A file, and the schema of its records. */
    private record Target(DataFileWriter<GenericRecord> writer, Schema schema) {}

    private final Map<Place, Target> targets = new LinkedHashMap<>();
    private final Map<Topic, Place> latest = new HashMap<>();
    private final Map<Schema, Schema> portable = new LinkedHashMap<>();
    private final List<Path> files = new ArrayList<>();
    private long position;

    /**
     * A sink into a directory.
     *
     * @param directory where the files go; it must exist
     */
    public AvroSink(Path directory) {
        this.directory = directory;
    }

    @Override
    public void write(StoredRecord record) throws IOException {
        Place place = placeOf(record);
        Target target = targets.get(place);
        if (target == null) {
            target = open(place);
            targets.put(place, target);
        }
        latest.put(record.topic(), place);
        position++;
        target.writer().append(AvroForm.wrapped(position, record, target.schema()));
    }

    /** A record without a decoded value goes where the one before it went. */
    private Place placeOf(StoredRecord record) {
        if (record.content() instanceof Content.Decoded decoded) {
            Schema schema = portable.computeIfAbsent(
                    decoded.record().getSchema(),
                    written -> decoded.record() instanceof SpecificRecord ? Schemas.portable(written) : written);
            return new Place(record.topic(), Optional.of(schema));
        }
        return latest.getOrDefault(record.topic(), new Place(record.topic(), TopicSchemas.valueSchema(record.topic())));
    }

    private Target open(Place place) throws IOException {
        long others = targets.keySet().stream()
                .filter(each -> each.topic() == place.topic())
                .count();
        String name = place.topic().shortName() + (others == 0 ? "" : "." + (others + 1)) + ".avro";
        Path file = directory.resolve(name);
        files.add(file);
        DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>());
        writer.setCodec(CodecFactory.deflateCodec(DEFLATE_LEVEL));
        writer.setMeta(AvroForm.TOPIC, place.topic().shortName());
        Schema schema = place.schema().map(AvroForm::around).orElseGet(AvroForm::aroundBytes);
        return new Target(writer.create(schema, file.toFile()), schema);
    }

    @Override
    public List<Path> files() {
        return List.copyOf(files);
    }

    @Override
    public void close() throws IOException {
        for (Target target : targets.values()) {
            target.writer().close();
        }
    }
}
