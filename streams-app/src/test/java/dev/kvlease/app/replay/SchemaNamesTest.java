package dev.kvlease.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.NdjsonWriter;
import dev.kvlease.core.audit.Certainty;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.audit.Violation;
import dev.kvlease.core.audit.ViolationType;
import dev.kvlease.core.clock.ClockOffset;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.common.AsOf;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.Evidence;
import dev.kvlease.core.verdict.ReadIntent;
import dev.kvlease.core.verdict.Reason;
import dev.kvlease.core.verdict.Rule;
import dev.kvlease.core.verdict.Status;
import dev.kvlease.core.verdict.Trigger;
import dev.kvlease.core.verdict.Verdict;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** What is written as JSON has the very fields of the Avro schemas, in their order, down to the nested records. */
class SchemaNamesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final AsOf AS_OF = new AsOf(1, 2, 3, 4, 5);
    /** What only a running task can tell. */
    private static final String ONLY_LIVE = "consumed";

    private static final int[][] BLOCKS = {{1}};

    @Test
    void outputRecords() throws IOException {
        assertSame(output(out -> out.verdict(verdict())), dev.kvlease.schemas.Verdict.getClassSchema());
        assertSame(output(out -> out.violation(violation())), dev.kvlease.schemas.Violation.getClassSchema());
        assertSame(output(out -> out.clockOffset(offset())), dev.kvlease.schemas.ClockOffset.getClassSchema());
    }

    @Test
    void inputRecords() throws IOException {
        LeaseEvent event = new LeaseEvent(
                LeaseEventType.BLOCKS_ALLOCATED,
                "h",
                "a",
                1,
                2,
                "q",
                Optional.of(BLOCKS),
                new int[] {1},
                3,
                4,
                5,
                6,
                "r");
        assertSame(input(out -> out.leaseEvent(event, "DECODE", 1)), dev.kvlease.schemas.LeaseEvent.getClassSchema());
        HandshakeSample sample = new HandshakeSample("p", "b", "h", "a", 1, 2, 3, 4);
        assertSame(input(out -> out.handshakeSample(sample, 1)), dev.kvlease.schemas.HandshakeSample.getClassSchema());
        ReadIntent intent = new ReadIntent("p", "b", "h", Optional.of("a"), "q", "x", BLOCKS, 1, 2, 3);
        assertSame(input(out -> out.readIntent(intent, 1)), dev.kvlease.schemas.ReadIntent.getClassSchema());
        ReadOutcome outcome = new ReadOutcome("p", "b", "h", "a", "q", "x", 1, ReadStatus.COMPLETED, 2, 3);
        assertSame(input(out -> out.readOutcome(outcome, 1)), dev.kvlease.schemas.ReadOutcome.getClassSchema());
    }

    private static Verdict verdict() {
        Evidence evidence =
                new Evidence(Rule.V19, true, 1, 2, 3, 4, true, 5, 6, 7, 8, 9, "b", "a", 10, 11, 12, 13, 14, AS_OF);
        return new Verdict(
                "p",
                "b",
                "h",
                "a",
                "q",
                "x",
                1,
                Status.READABLE,
                Reason.WITHIN_LEASE,
                Trigger.READ_INTENT,
                false,
                2,
                3,
                4,
                evidence);
    }

    private static Violation violation() {
        return new Violation(
                "id",
                ViolationType.READ_AFTER_REUSE,
                Certainty.CERTAIN,
                "h",
                "a",
                "p",
                "b",
                "q",
                "x",
                1,
                "t",
                2,
                3,
                4,
                5,
                6,
                7,
                false,
                AS_OF);
    }

    private static ClockOffset offset() {
        return new ClockOffset("h", "a", "p", "b", 1, 2, 3, 4, 5, false, 6, 7);
    }

    private static JsonNode output(Consumer<ReplayOutput> writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (NdjsonWriter out = new NdjsonWriter(bytes)) {
            writing.accept(new ReplayOutput(out));
        }
        return ((ObjectNode) JSON.readTree(bytes.toByteArray())).without("kind");
    }

    private static JsonNode input(Consumer<EventFileWriter> writing) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (EventFileWriter out = new EventFileWriter(bytes)) {
            writing.accept(out);
        }
        return JSON.readTree(bytes.toByteArray()).get("value");
    }

    private static void assertSame(JsonNode object, Schema schema) {
        List<String> names = schema.getFields().stream()
                .map(Schema.Field::name)
                .filter(name -> !name.equals(ONLY_LIVE))
                .toList();
        assertThat(object.fieldNames()).toIterable().as(schema.getName()).containsExactlyElementsOf(names);
        for (Schema.Field field : schema.getFields()) {
            if (field.schema().getType() == Schema.Type.RECORD) {
                assertSame(object.get(field.name()), field.schema());
            }
        }
    }
}
