package dev.kvlease.schemas.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

class CachedRegistryTest {
    private static final Schema LONG = Schema.create(Schema.Type.LONG);

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final Counting asked = new Counting();
    private final CachedRegistry registry = new CachedRegistry(asked, now::get);

    @Test
    void whatIsKnownIsAskedOnce() {
        asked.known.register("s", LONG, false);

        assertThat(registry.byId(1)).isSameAs(registry.byId(1)).isEqualTo(LONG);
        assertThat(registry.byGuid(MockRegistry.guid(LONG))).isSameAs(registry.byGuid(MockRegistry.guid(LONG)));
        assertThat(registry.register("s", LONG, false)).isEqualTo(registry.register("s", LONG, false));
        assertThat(asked.times).isEqualTo(3);
    }

    @Test
    void anUnknownIdIsAskedAgainAfterAWhile() {
        assertThatThrownBy(() -> registry.byId(1)).isInstanceOf(UnknownSchemaException.class);
        asked.known.register("s", LONG, false);
        now.addAndGet(CachedRegistry.UNKNOWN_KEPT_NS - 1);
        assertThatThrownBy(() -> registry.byId(1))
                .isInstanceOf(UnknownSchemaException.class)
                .hasMessageContaining("schema id 1");
        assertThat(asked.times).isEqualTo(1);

        now.addAndGet(1);
        assertThat(registry.byId(1)).isEqualTo(LONG);
    }

    @Test
    void onlySoManyUnknownIdsAreRemembered() {
        for (int id = 1; id <= CachedRegistry.UNKNOWN_KEPT + 1; id++) {
            int unknown = id;
            assertThatThrownBy(() -> registry.byId(unknown)).isInstanceOf(UnknownSchemaException.class);
        }
        asked.known.register("s", LONG, false);

        assertThatThrownBy(() -> registry.byId(2)).isInstanceOf(UnknownSchemaException.class);
        assertThat(registry.byId(1)).as("the eldest was forgotten").isEqualTo(LONG);
    }

    @Test
    void thatNobodyAnsweredIsNotRemembered() {
        asked.known.register("s", LONG, false);
        asked.down = true;
        assertThatThrownBy(() -> registry.byId(1)).isInstanceOf(RegistryUnreachableException.class);

        asked.down = false;
        assertThat(registry.byId(1)).isEqualTo(LONG);
    }

    /** Counts what reaches the registry behind the cache. */
    private static final class Counting implements SchemaRegistry {
        final MockRegistry known = new MockRegistry();
        int times;
        boolean down;

        private MockRegistry asked() {
            times++;
            if (down) {
                throw new RegistryUnreachableException("down", null);
            }
            return known;
        }

        @Override
        public int register(String subject, Schema schema, boolean normalize) {
            return asked().register(subject, schema, normalize);
        }

        @Override
        public int idOf(String subject, Schema schema, boolean normalize) {
            return asked().idOf(subject, schema, normalize);
        }

        @Override
        public RegisteredSchema latest(String subject) {
            return asked().latest(subject);
        }

        @Override
        public Schema byId(int id) {
            return asked().byId(id);
        }

        @Override
        public Schema byGuid(UUID guid) {
            return asked().byGuid(guid);
        }

        @Override
        public Optional<String> compatibility(String subject) {
            return asked().compatibility(subject);
        }

        @Override
        public void setCompatibility(String subject, String level) {
            asked().setCompatibility(subject, level);
        }
    }
}
