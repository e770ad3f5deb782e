package dev.kvlease.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.avro.JsonProperties;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;
import org.apache.avro.SchemaCompatibility.SchemaCompatibilityType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the schemas to what consumers in other languages and of other ages rely on. */
class SchemaEvolutionTest {
    private static final Path RELEASED = Path.of("src/main/avro-released");

    static Stream<Schema> records() {
        return Schemas.TOPIC_RECORDS.stream();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyVersionReadsEveryOther(Schema current) {
        List<Schema> versions = new ArrayList<>(released(current.getName()));
        assertThat(versions).as("released versions of %s", current.getName()).isNotEmpty();
        versions.add(current);

        for (Schema reader : versions) {
            for (Schema writer : versions) {
                assertThat(faults(reader, writer)).isEmpty();
            }
        }
    }

    @Test
    void everyReleasedRecordStillExists() throws IOException {
        try (Stream<Path> released = Files.list(RELEASED)) {
            assertThat(released.map(path -> path.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            records().map(Schema::getName).toList());
        }
    }

    @Test
    void anIncompatibleChangeWouldBeSeen() {
        Schema current = Schemas.portable(LeaseEvent.class);
        Schema renamed = new Schema.Parser().parse(current.toString().replace("\"seq\"", "\"number\""));
        Schema retyped = new Schema.Parser().parse(current.toString().replace("\"long\"", "\"string\""));

        assertThat(faults(current, renamed)).isNotEmpty();
        assertThat(faults(current, retyped)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyTypeAndFieldIsDocumented(Schema current) {
        List<String> undocumented = new ArrayList<>();
        walk(current, (path, schema) -> {
            if (isBlank(schema.getDoc())) {
                undocumented.add(path);
            }
            if (schema.getType() == Schema.Type.RECORD) {
                schema.getFields().stream()
                        .filter(field -> isBlank(field.doc()))
                        .forEach(field -> undocumented.add(path + "." + field.name()));
            }
        });
        assertThat(undocumented).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyTimeNamesItsUnit(Schema current) {
        walk(current, (path, schema) -> {
            if (schema.getType() == Schema.Type.RECORD) {
                assertThat(schema.getFields())
                        .filteredOn(field -> field.name().endsWith("_ns"))
                        .allSatisfy(field -> assertThat(field.doc())
                                .as("%s.%s", path, field.name())
                                .contains("nanoseconds"));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("records")
    void symbolsOfNewerWritersBecomeUnknown(Schema current) {
        walk(current, (path, schema) -> {
            if (schema.getType() == Schema.Type.ENUM) {
                assertThat(schema.getEnumDefault()).as(path).isEqualTo("UNKNOWN");
            }
        });
    }

    @ParameterizedTest
    @MethodSource("records")
    void whatMayBeNullIsNullByDefault(Schema current) {
        walk(current, (path, schema) -> {
            if (schema.getType() == Schema.Type.RECORD) {
                assertThat(schema.getFields())
                        .filteredOn(field -> field.schema().isNullable())
                        .allSatisfy(field -> assertThat(field.defaultVal())
                                .as("%s.%s", path, field.name())
                                .isEqualTo(JsonProperties.NULL_VALUE));
            }
        });
    }

    @ParameterizedTest
    @MethodSource("records")
    void thePortableFormIsTheSameSchema(Schema current) {
        Schema portable = Schemas.portable(current);

        assertThat(portable.toString())
                .isEqualTo(current.toString()
                        .replace("{\"type\":\"string\",\"avro.java.string\":\"String\"}", "\"string\""));
        assertThat(new Schema.Parser().parse(portable.toString())).isEqualTo(portable);
    }

    private static List<?> faults(Schema reader, Schema writer) {
        SchemaCompatibility.SchemaPairCompatibility pair =
                SchemaCompatibility.checkReaderWriterCompatibility(reader, writer);
        return pair.getType() == SchemaCompatibilityType.COMPATIBLE
                ? List.of()
                : pair.getResult().getIncompatibilities();
    }

    private static List<Schema> released(String name) {
        try (Stream<Path> versions = Files.list(RELEASED.resolve(name))) {
            return versions.sorted().map(SchemaEvolutionTest::parse).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Schema parse(Path file) {
        try {
            return new Schema.Parser().parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Visits every named type once. */
    private static void walk(Schema schema, BiConsumer<String, Schema> visitor) {
        walk(schema, visitor, new HashMap<>());
    }

    private static void walk(Schema schema, BiConsumer<String, Schema> visitor, Map<String, Schema> seen) {
        switch (schema.getType()) {
            case RECORD -> {
                if (seen.put(schema.getFullName(), schema) == null) {
                    visitor.accept(schema.getName(), schema);
                    schema.getFields().forEach(field -> walk(field.schema(), visitor, seen));
                }
            }
            case ENUM -> {
                if (seen.put(schema.getFullName(), schema) == null) {
                    visitor.accept(schema.getName(), schema);
                }
            }
            case ARRAY -> walk(schema.getElementType(), visitor, seen);
            case UNION -> schema.getTypes().forEach(each -> walk(each, visitor, seen));
            default -> {
                // primitives carry nothing to check
            }
        }
    }

    private static boolean isBlank(String doc) {
        return doc == null || doc.isBlank();
    }
}
