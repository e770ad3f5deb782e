package dev.kvlease.schemas.foreign;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** AsyncAPI's own parser, with that for Avro, understands docs/asyncapi.json. */
@Tag("foreign")
class AsyncApiDocumentTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Path DOCUMENT = Path.of("..", "docs", "asyncapi.json");

    @BeforeAll
    static void install() throws Exception {
        Node.install();
    }

    @Test
    void hasNoFaultAndAllChannels() throws Exception {
        String document = Files.readString(DOCUMENT);

        JsonNode read = read(document);

        assertThat(read.path("faults")).isEmpty();
        assertThat(read.path("channels"))
                .hasSameSizeAs(JSON.readTree(document).path("channels"))
                .isNotEmpty();
    }

    @Test
    void aFaultInASchemaIsSeen() throws Exception {
        String broken = Files.readString(DOCUMENT).replace("\"type\" : \"record\"", "\"type\" : \"rekord\"");

        assertThat(read(broken).path("faults")).isNotEmpty();
    }

    private static JsonNode read(String document) throws Exception {
        return JSON.readTree(Node.run("asyncapi.js", document));
    }
}
