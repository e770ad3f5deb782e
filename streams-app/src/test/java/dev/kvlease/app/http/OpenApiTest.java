package dev.kvlease.app.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kvlease.app.feed.Told;
import dev.kvlease.core.lease.EndReason;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.schemas.Verdict;
import dev.kvlease.schemas.Violation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** docs/openapi.json says of paths, parameters and enums what the code says. */
class OpenApiTest {
    private final JsonNode root = OpenApi.read().root();

    @Test
    void thePathsAreTheRoutes() {
        assertThat(names(root.path("paths")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Route.values()).map(Route::path).toList());
    }

    @Test
    void everyPlaceholderIsAParameter() {
        for (Route route : Route.values()) {
            List<String> described = new ArrayList<>();
            for (JsonNode parameter :
                    root.path("paths").path(route.path()).path("get").path("parameters")) {
                if (parameter.path("in").asText().equals("path")) {
                    described.add("{" + parameter.path("name").asText() + "}");
                }
            }
            assertThat(described)
                    .containsExactlyElementsOf(Stream.of(route.path().split("/"))
                            .filter(segment -> segment.startsWith("{"))
                            .toList());
        }
    }

    @Test
    void pagesAreBoundedAsDescribed() {
        JsonNode limit = root.at("/paths/~1holders/get/parameters/0/schema");

        assertThat(limit.path("maximum").asInt()).isEqualTo(Page.MAX_LIMIT);
        assertThat(limit.path("default").asInt()).isEqualTo(Page.DEFAULT_LIMIT);
    }

    @Test
    void theTimeToReadBackIsBoundedAsDescribed() {
        JsonNode minutes = root.at("/paths/~1explain~1{holder}~1{request}/get/parameters/2");

        assertThat(minutes.path("name").asText()).isEqualTo(Cases.MINUTES);
        assertThat(minutes.path("schema").path("maximum").asInt()).isEqualTo(Cases.MAX_MINUTES);
        assertThat(minutes.path("schema").path("default").asInt()).isEqualTo(Cases.DEFAULT_MINUTES);
    }

    @Test
    void onlyHealthAndThePageNeedNoToken() {
        for (Route route : Route.values()) {
            boolean open = root.path("paths").path(route.path()).path("get").has("security");
            assertThat(open).as(route.path()).isEqualTo(!route.needsToken());
        }
    }

    @Test
    void symbolsAreThoseOfTheRules() {
        assertThat(texts(root.at("/components/schemas/Verdict/properties/reason/enum")))
                .containsExactlyInAnyOrderElementsOf(
                        Arrays.stream(Reason.values()).map(Enum::name).toList());
        assertThat(texts(root.at("/components/schemas/Told/properties/told/enum")))
                .containsExactlyElementsOf(
                        Arrays.stream(Told.values()).map(Enum::name).toList());
        assertThat(root.at("/components/schemas/Told/properties/reason/enum"))
                .isEqualTo(root.at("/components/schemas/Verdict/properties/reason/enum"));
        assertThat(texts(root.at("/components/schemas/Lease/properties/end_reason/enum")))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(EndReason.values())
                        .filter(reason -> reason != EndReason.NOT_ENDED)
                        .map(Enum::name)
                        .toList());
    }

    @Test
    void aVerdictHasTheFieldsOfItsRecord() {
        assertThat(Verdict.getClassSchema().getFields())
                .extracting(Schema.Field::name)
                .containsAll(names(root.at("/components/schemas/Verdict/properties")));
    }

    @Test
    void aViolationHasTheFieldsOfItsRecord() {
        List<String> described = names(root.at("/components/schemas/Violation/properties"));

        assertThat(Violation.getClassSchema().getFields())
                .extracting(Schema.Field::name)
                .containsExactlyInAnyOrderElementsOf(
                        described.stream().filter(name -> !name.equals("at_ms")).toList());
    }

    private static List<String> names(JsonNode object) {
        List<String> names = new ArrayList<>();
        object.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.asText()));
        return texts;
    }
}
