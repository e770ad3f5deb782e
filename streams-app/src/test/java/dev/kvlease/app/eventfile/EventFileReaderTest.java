package dev.kvlease.app.eventfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadStatus;
import dev.kvlease.core.common.Absent;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.lease.LeaseEventType;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFileReaderTest {
    private static final String ALLOCATION = """
            {"topic": "lease-events", "timestamp": 1785000000003, "value": {"type": "BLOCKS_ALLOCATED",\
             "holder_engine_id": "d0", "holder_incarnation": "a", "seq": 1, "engine_clock_ns": 10000000000,\
             "request_id": "r1", "block_ids": [[7, 8], []], "shared_prefix_blocks": [1, 0],\
             "expiry_ns": 490000000000, "max_reads": 1, "num_tokens": 32, "num_blocks": 9, "reason": "x"}}""";

    private static String event(String fields) {
        return "{\"topic\": \"lease-events\", \"timestamp\": 7, \"value\": {" + fields + "}}";
    }

    private static LeaseEvent onlyEvent(String line) {
        CollectingHandler read = CollectingHandler.read(line);
        assertThat(read.malformed).isEmpty();
        assertThat(read.leaseEvents).hasSize(1);
        return read.leaseEvents.get(0);
    }

    @Test
    void readsEveryFieldOfALeaseEvent() {
        LeaseEvent event = onlyEvent(ALLOCATION);

        assertThat(event)
                .usingRecursiveComparison()
                .isEqualTo(new LeaseEvent(
                        LeaseEventType.BLOCKS_ALLOCATED,
                        "d0",
                        "a",
                        1,
                        10_000_000_000L,
                        "r1",
                        Optional.of(new int[][] {{7, 8}, {}}),
                        new int[] {1, 0},
                        490_000_000_000L,
                        1,
                        32,
                        9,
                        "x"));
    }

    @Test
    void missingAndNullFieldsAreAbsentOrRefusedByTheCore() {
        LeaseEvent missing = onlyEvent(event(""));
        LeaseEvent nulls = onlyEvent(event("""
                "type": null, "holder_engine_id": null, "holder_incarnation": null, "seq": null,\
                 "engine_clock_ns": null, "request_id": null, "block_ids": null, "shared_prefix_blocks": null,\
                 "expiry_ns": null, "max_reads": null, "num_tokens": null, "num_blocks": null, "reason": null"""));

        assertThat(missing)
                .usingRecursiveComparison()
                .isEqualTo(new LeaseEvent(
                        LeaseEventType.UNKNOWN,
                        "",
                        "",
                        -1,
                        -1,
                        "",
                        Optional.empty(),
                        new int[0],
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        Absent.LONG,
                        ""));
        assertThat(nulls).usingRecursiveComparison().isEqualTo(missing);
    }

    @Test
    void aNumberThatEqualsTheMarkForAbsentIsThereAndInvalid() {
        assertThat(onlyEvent(event("\"expiry_ns\": " + Long.MIN_VALUE)).expiryNs())
                .isEqualTo(-1);
    }

    @Test
    void theFieldsOfARecordDoNotLeakIntoTheNext() {
        CollectingHandler read = CollectingHandler.read(ALLOCATION, event("\"seq\": 5"));

        assertThat(read.leaseEvents.get(1)).usingRecursiveComparison().isEqualTo(onlyEvent(event("\"seq\": 5")));
    }

    @Test
    void anIntentTellsAnEmptyLifeFromNone() {
        String line = "{\"topic\": \"read-intents\", \"timestamp\": 1, \"value\": {%s}}";
        CollectingHandler read = CollectingHandler.read(
                line.formatted("\"holder_incarnation\": \"\""),
                line.formatted("\"holder_incarnation\": null"),
                line.formatted(
                        "\"holder_incarnation\": \"b\", \"block_ids\": [[3]], \"num_local_blocks\": 2, \"now_ns\": 4"));

        assertThat(read.intents)
                .extracting(ReadIntent::holderLife)
                .containsExactly(Optional.of(""), Optional.empty(), Optional.of("b"));
        assertThat(read.intents.get(0).numLocalBlocks()).isEqualTo(-1);
        assertThat(read.intents.get(0).nowNs()).isEqualTo(Absent.LONG);
        assertThat(read.intents.get(0).blockIds()).isEmpty();
        assertThat(read.intents.get(2).blockIds()).isDeepEqualTo(new int[][] {{3}});
        assertThat(read.intents.get(2).numLocalBlocks()).isEqualTo(2);
        assertThat(read.intents.get(2).nowNs()).isEqualTo(4);
    }

    @Test
    void unknownSymbolsReadAsUnknown() {
        CollectingHandler read = CollectingHandler.read(
                event("\"type\": \"FROM_TOMORROW\""),
                "{\"topic\": \"read-outcomes\", \"value\": {\"status\": \"FROM_TOMORROW\"}}",
                "{\"topic\": \"read-outcomes\", \"value\": {\"status\": \"DECLINED\", \"lease_seq\": 4}}");

        assertThat(read.leaseEvents.get(0).type()).isEqualTo(LeaseEventType.UNKNOWN);
        assertThat(read.outcomes.get(0).status()).isEqualTo(ReadStatus.UNKNOWN);
        assertThat(read.outcomes.get(0).leaseSeq()).isEqualTo(Absent.LONG);
        assertThat(read.outcomes.get(1).status()).isEqualTo(ReadStatus.DECLINED);
        assertThat(read.outcomes.get(1).leaseSeq()).isEqualTo(4);
    }

    @Test
    void theTopicMayComeBehindTheValue() {
        CollectingHandler read =
                CollectingHandler.read("{\"value\": {\"sent_ns\": 3, \"topic\": \"read-intents\"}, \"timestamp\": 4,"
                        + " \"topic\": \"handshake-samples\"}");

        assertThat(read.malformed).isEmpty();
        assertThat(read.samples.get(0).sentNs()).isEqualTo(3);
        assertThat(read.lines.get(0)).isEqualTo(new Origin("", 1, 0, 0, 4));
    }

    @Test
    void unknownFieldsBlankLinesAndLineEndsAreNoTrouble() {
        CollectingHandler read = CollectingHandler.read(
                "{\"colour\": [1, {\"a\": 2}], \"topic\": \"lease-events\", \"timestamp\": 1, \"value\": {\"new\": {\"x\": []},"
                        + " \"seq\": 3}}\r",
                "",
                " \t\r",
                event("\"seq\": 4"),
                "");

        assertThat(read.malformed).isEmpty();
        assertThat(read.leaseEvents).extracting(LeaseEvent::seq).containsExactly(3L, 4L);
        assertThat(read.lines).extracting(Origin::line).containsExactly(1L, 4L);
    }

    @Test
    void aLineWithoutATimestampHasThatOfTheLineBefore() {
        CollectingHandler read = CollectingHandler.read(
                "{\"topic\": \"lease-events\", \"value\": {}}",
                event(""),
                "{\"topic\": \"lease-events\", \"value\": {}}");

        assertThat(read.lines).extracting(Origin::recordTimeMs).containsExactly(0L, 7L, 7L);
    }

    @Test
    void aRecordMayTellWhereItLay() {
        String topic = "{\"topic\": \"read-outcomes\", ";
        CollectingHandler read = CollectingHandler.read(
                topic + "\"value\": {}}",
                topic + "\"partition\": 3, \"offset\": 40, \"value\": {}}",
                topic + "\"value\": {}, \"partition\": 3}",
                topic + "\"partition\": null, \"offset\": null, \"value\": null}",
                topic + "\"offset\": 9000000000, \"partition\": 0, \"value\": {}}",
                event(""));

        assertThat(read.malformed).isEmpty();
        assertThat(read.lines)
                .extracting(at -> at.partition() + "@" + at.offset())
                .containsExactly("0@0", "3@40", "3@41", "0@1", "0@9000000000", "0@0");
    }

    @ParameterizedTest
    @CsvSource({
        "-1, 0, 'partition: expected 0 or more, found -1'",
        "2147483648, 0, 'partition: expected 0 or more, found 2147483648'",
        "0, -7, 'offset: expected 0 or more, found -7'"
    })
    void aPlaceThatCannotBeIsMalformed(String partition, String offset, String problem) {
        CollectingHandler read = CollectingHandler.read("{\"topic\": \"read-outcomes\", \"partition\": " + partition
                + ", \"offset\": " + offset + ", \"value\": {}}");

        assertThat(read.malformed).containsExactly("1: " + problem);
        assertThat(read.lines).isEmpty();
    }

    @Test
    void tellsRecordsWithoutValueAndOutputRecordsApart() {
        CollectingHandler read = CollectingHandler.read(
                "{\"topic\": \"read-intents\", \"value\": null}",
                "{\"topic\": \"verdicts\", \"value\": {\"status\": \"READABLE\"}}");

        assertThat(read.nullValues).containsExactly(Topic.READ_INTENTS);
        assertThat(read.outputRecords).containsExactly(Topic.VERDICTS);
        assertThat(read.malformed).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"seq\": 1.5                      | seq: expected an integer, found 1.5",
                "\"seq\": \"1\"                    | seq: expected an integer, found \"1\"",
                "\"seq\": true                     | seq: expected an integer, found true",
                "\"seq\": 1e3                      | seq: expected an integer, found 1e3",
                "\"seq\": 9223372036854775808      | seq: expected an integer of at most 64 bits, found 9223372036854775808",
                "\"seq\": {}                       | seq: expected an integer, found an object",
                "\"request_id\": 5                 | request_id: expected a string, found 5",
                "\"type\": []                      | type: expected a string, found a list",
                "\"block_ids\": 5                  | block_ids: expected a list of lists of integers, found 5",
                "\"block_ids\": [5]                | block_ids: expected a list of lists of integers, found 5",
                "\"block_ids\": [[2147483648]]     | block_ids: expected an integer of at most 32 bits, found 2147483648",
                "\"block_ids\": [[\"1\"]]          | block_ids: expected an integer, found \"1\"",
                "\"block_ids\": [[null]]           | block_ids: expected an integer, found null",
                "\"shared_prefix_blocks\": [[1]]   | shared_prefix_blocks: expected an integer, found a list",
            })
    void aFieldOfAnotherTypeMakesTheLineMalformed(String field, String problem) {
        CollectingHandler read = CollectingHandler.read(event("\"seq\": 1"), event(field), event("\"seq\": 2"));

        assertThat(read.malformed).containsExactly("2: " + problem);
        assertThat(read.leaseEvents).extracting(LeaseEvent::seq).containsExactly(1L, 2L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{",
                "{\"topic\": \"lease-events\", \"timestamp\": 1, \"value\": {\"seq\": 1}",
                "not json",
                "[1]",
                "5",
                "\"text\"",
                "{\"topic\": \"lease-events\", \"value\": {}} {}",
                "{\"topic\": \"lease-events\", \"value\": 3}",
                "{\"topic\": \"lease-events\"}",
                "{\"value\": {}}",
                "{\"topic\": null, \"value\": {}}",
                "{\"topic\": \"nonsense\", \"value\": {}}",
                "{\"topic\": \"lease-events\", \"timestamp\": -1, \"value\": {}}",
                "{\"topic\": \"lease-events\", \"timestamp\": \"now\", \"value\": {}}",
                "{\"topic\": \"lease-events\", \"timestamp\": null, \"value\": {}}",
                "{\"value\": {\"seq\": \"1\"}, \"topic\": \"lease-events\"}",
                "{\"topic\": \"lease-events\", \"value\": {\"seq\": 01}}",
                "\u0000\u0001\u0002",
            })
    void whatIsNoRecordIsReportedWithItsLineAndTheRestIsRead(String line) {
        CollectingHandler read = CollectingHandler.read(event("\"seq\": 1"), line, event("\"seq\": 2"));

        assertThat(read.malformed).singleElement().asString().startsWith("2: ").doesNotContain("Source", "\n");
        assertThat(read.leaseEvents).extracting(LeaseEvent::seq).containsExactly(1L, 2L);
    }

    @Test
    void foreignBytesAreReportedAndTheRestIsRead() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(new byte[] {0, 0, 0, 0, 7, (byte) 0xff, (byte) 0xfe, 'x', '\n'});
        file.write("{\"topic\": \"lease-events\", \"value\": {\"request_id\": \"".getBytes(StandardCharsets.UTF_8));
        file.write(new byte[] {(byte) 0xc3, (byte) 0x28, '"', '}', '}', '\n'});
        file.write(event("\"seq\": 2").getBytes(StandardCharsets.UTF_8));

        CollectingHandler read = CollectingHandler.read(file.toByteArray());

        assertThat(read.malformed).hasSize(2).allMatch(problem -> !problem.contains("\n"));
        assertThat(read.leaseEvents).extracting(LeaseEvent::seq).containsExactly(2L);
    }

    @Test
    void linesLongerThanTheBufferAreReadAndThoseBeyondTheLimitAreNot() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        String blocks = "[[" + "1234567,".repeat(100_000) + "9]]";
        line(file, event("\"seq\": 1, \"block_ids\": " + blocks));
        line(file, event("\"reason\": \"" + "x".repeat(LineSource.MAX_LINE_BYTES) + "\""));
        line(file, event("\"seq\": 3"));

        CollectingHandler read = CollectingHandler.read(file.toByteArray());

        assertThat(read.malformed).containsExactly("2: the line is longer than 16 MiB");
        assertThat(read.leaseEvents).extracting(LeaseEvent::seq).containsExactly(1L, 3L);
        assertThat(read.leaseEvents.get(0).blockIds().orElseThrow()[0]).hasSize(100_001);
    }

    private static void line(OutputStream file, String text) throws IOException {
        file.write(text.getBytes(StandardCharsets.UTF_8));
        file.write('\n');
    }

    @Test
    void manyLinesOverManyBuffersKeepTheirNumbersAndContents() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        for (int seq = 0; seq < 20_000; seq++) {
            line(file, event("\"seq\": " + seq + ", \"request_id\": \"request-" + (seq % 20_011) + "\""));
        }

        CollectingHandler read = CollectingHandler.read(file.toByteArray());

        assertThat(read.malformed).isEmpty();
        assertThat(read.leaseEvents).hasSize(20_000);
        for (int seq = 0; seq < 20_000; seq++) {
            assertThat(read.leaseEvents.get(seq).seq()).isEqualTo(seq);
            assertThat(read.leaseEvents.get(seq).requestId()).isEqualTo("request-" + seq);
            assertThat(read.lines.get(seq).line()).isEqualTo(seq + 1);
        }
    }

    @Test
    void unpacksGzip() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (OutputStream packed = new GZIPOutputStream(file)) {
            line(packed, event("\"seq\": 8"));
        }

        assertThat(CollectingHandler.read(file.toByteArray()).leaseEvents)
                .extracting(LeaseEvent::seq)
                .containsExactly(8L);
    }

    @Test
    void anEmptyFileHoldsNothing() {
        assertThat(CollectingHandler.read(new byte[0]).lines).isEmpty();
        assertThat(CollectingHandler.read("\n").lines).isEmpty();
        assertThat(CollectingHandler.read("x").malformed).hasSize(1);
    }
}
