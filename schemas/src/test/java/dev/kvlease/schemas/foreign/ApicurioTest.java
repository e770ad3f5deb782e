package dev.kvlease.schemas.foreign;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kvlease.schemas.LeaseEvent;
import dev.kvlease.schemas.Samples;
import dev.kvlease.schemas.Schemas;
import dev.kvlease.schemas.registry.RegistryRefusedException;
import dev.kvlease.schemas.registry.SchemaRegistry;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import dev.kvlease.schemas.serde.SpecificAvroSerde;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Our client and serde against a registry server that is not ours. */
@Tag("foreign")
@ExtendWith(Apicurio.class)
class ApicurioTest {
    private static final Schema LEASE_EVENT = Schemas.portable(LeaseEvent.class);

    private final Wire ours;
    private final SchemaRegistry registry;
    private final URI url;

    ApicurioTest(URI url) {
        this.url = url;
        this.ours = new Wire(url, "apicurio.");
        this.registry = ours.registry();
    }

    @Test
    void everyRecordComesBackEqual() {
        assertThat(Samples.all())
                .allSatisfy(sample ->
                        assertThat(ours.read(sample, ours.write(sample))).isEqualTo(sample));
    }

    @Test
    void aSecondClientReadsWhatAFirstHasRegistered() {
        LeaseEvent event = (LeaseEvent) Samples.full().get(0);
        SpecificAvroSerde<LeaseEvent> other = new SpecificAvroSerde<>(LeaseEvent.class);
        other.configure(
                Map.of(
                        "schema.registry.url",
                        url.toString(),
                        "auto.register.schemas",
                        false,
                        "use.latest.version",
                        true),
                false);
        byte[] written = ours.write(event);

        assertThat(other.deserializer().deserialize(ours.topic(event), new RecordHeaders(), written))
                .isEqualTo(event);
        assertThat(other.serializer().serialize(ours.topic(event), event)).isEqualTo(written);
    }

    @Test
    void registeringAgainGivesTheSameId() {
        int id = registry.register("apicurio.again", LEASE_EVENT, false);

        SchemaRegistry fresh = SchemaRegistry.open(Map.of("schema.registry.url", url.toString()));
        assertThat(fresh.register("apicurio.again", LEASE_EVENT, false)).isEqualTo(id);
        assertThat(fresh.byId(id)).isEqualTo(LEASE_EVENT);
        assertThat(fresh.latest("apicurio.again").schema()).isEqualTo(LEASE_EVENT);
    }

    @Test
    void whatItDoesNotKnowIsUnknown() {
        assertThatThrownBy(() -> registry.byId(1_000_000)).isInstanceOf(UnknownSchemaException.class);
        assertThatThrownBy(() -> registry.latest("apicurio.none")).isInstanceOf(UnknownSchemaException.class);
        assertThatThrownBy(() -> registry.idOf("apicurio.none", LEASE_EVENT, false))
                .isInstanceOf(UnknownSchemaException.class);
        assertThat(registry.compatibility("apicurio.none")).isEmpty();
    }

    @Test
    void anIncompatibleSchemaIsRefused() {
        registry.register("apicurio.held", LEASE_EVENT, false);
        registry.setCompatibility("apicurio.held", "FULL_TRANSITIVE");
        assertThat(registry.compatibility("apicurio.held")).contains("FULL_TRANSITIVE");
        Schema incompatible = new Schema.Parser().parse(LEASE_EVENT.toString().replace("\"seq\"", "\"number\""));

        assertThatThrownBy(() -> registry.register("apicurio.held", incompatible, false))
                .isInstanceOf(RegistryRefusedException.class)
                .hasMessageContaining("not compatible");
    }

    @Test
    void anAddressBesideTheApiIsRefusedNotUnknown() {
        String beside = url.toString().replace("/ccompat/v7", "/nothing");
        SchemaRegistry wrong = SchemaRegistry.open(new HashMap<>(Map.of("schema.registry.url", beside)));

        assertThatThrownBy(() -> wrong.byId(1))
                .isInstanceOf(RegistryRefusedException.class)
                .hasMessageContaining("schema.registry.url");
    }
}
