package dev.kvlease.app.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The manifests for Kubernetes that are made from code. */
public final class Manifests {
    private static final Path DIRECTORY = Path.of("..", "deploy", "kubernetes");
    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

    private Manifests() {}

    /** The file says what is expected; {@code -Dkvlease.docs.write=true} makes it so. */
    public static void assertSays(String name, String expected) throws IOException {
        Path file = DIRECTORY.resolve(name);
        if (Boolean.getBoolean("kvlease.docs.write")) {
            Files.writeString(file, expected);
        }
        assertThat(Files.readString(file))
                .as("%s; -Dkvlease.docs.write=true makes it anew", file)
                .isEqualTo(expected);
    }

    /** Every document of the file. */
    public static <T> List<T> read(String name, Class<T> type) throws IOException {
        try (MappingIterator<T> documents =
                YAML.readerFor(type).readValues(DIRECTORY.resolve(name).toFile())) {
            return documents.readAll();
        }
    }

    /** How documents name the versions that Strimzi serves. */
    public static List<String> versions(List<String> served) {
        return served.stream().map(version -> "kafka.strimzi.io/" + version).toList();
    }
}
