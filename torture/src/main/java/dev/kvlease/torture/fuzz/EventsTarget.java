package dev.kvlease.torture.fuzz;

import static dev.kvlease.torture.fuzz.Finding.require;

import dev.kvlease.app.codec.DeadLetterReason;
import dev.kvlease.app.eventfile.EventFileReader;
import dev.kvlease.app.eventfile.EventFileWriter;
import dev.kvlease.app.eventfile.EventHandler;
import dev.kvlease.app.eventfile.Origin;
import dev.kvlease.app.topics.Topic;
import dev.kvlease.core.audit.ReadOutcome;
import dev.kvlease.core.clock.HandshakeSample;
import dev.kvlease.core.lease.LeaseEvent;
import dev.kvlease.core.verdict.ReadIntent;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;

/** Event files, plain and packed: each line is a record, or is told of as malformed. */
final class EventsTarget implements Target {
    static final String NAME = "events";

    private static final int SEEDS = 60;
    private static final int[][] NO_LIST = {};

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int share() {
        return 100;
    }

    @Override
    public List<byte[]> seeds(long seed) {
        String file = new String(Seeds.eventFile(seed, new Seeds.Quiet() {}), StandardCharsets.UTF_8);
        Set<String> seen = new HashSet<>();
        List<String> lines = file.lines()
                .filter(line -> seen.add(line.replaceAll("[0-9]+|: ?\"[^\"]*\"", "")))
                .limit(SEEDS)
                .toList();
        List<byte[]> seeds = new ArrayList<>(Seeds.utf8(lines));
        seeds.add(Seeds.utf8(String.join("\n", lines.subList(0, Math.min(6, lines.size())))));
        seeds.add(Seeds.utf8("{\"topic\":\"read-intents\",\"timestamp\":1,\"refused\":\"UNDECODABLE\",\"detail\":\"x\","
                + "\"value_base64\":\"AAA=\",\"partition\":1,\"offset\":2}"));
        seeds.add(Seeds.utf8("{\"value\":{\"type\":\"ENGINE_STARTED\",\"seq\":0},\"topic\":\"lease-events\"}"));
        seeds.add(Seeds.utf8("{\"topic\":\"verdicts\",\"value\":null}"));
        seeds.add(gzipped(seeds.get(0)));
        return seeds;
    }

    private static byte[] gzipped(byte[] plain) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        } catch (IOException e) {
            throw new IllegalStateException("a buffer in memory failed", e);
        }
        return out.toByteArray();
    }

    @Override
    public List<byte[]> words() {
        List<byte[]> words = new ArrayList<>(Seeds.utf8(List.of(
                "{\"topic\":",
                "\"lease-events\"",
                "\"handshake-samples\"",
                "\"read-intents\"",
                "\"read-outcomes\"",
                "\"timestamp\":",
                "\"value\":",
                "\"block_ids\":[[",
                "\"seq\":",
                "\"expiry_ns\":",
                "\"partition\":",
                "\"offset\":",
                "\"refused\":\"",
                "\"value_base64\":",
                "-9223372036854775808",
                ",",
                "[[1],[2,3]]",
                "{\"a\":")));
        words.add(new byte[] {0x1f, (byte) 0x8b});
        words.add(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd});
        return words;
    }

    @Override
    public long mostAllocated(byte[] input) {
        // a packed byte may become a thousand, of which lines of up to 16 MiB are kept: the reader has one buffer for
        // them
        return (96L << 20) + 4_096L * input.length;
    }

    @Override
    public String take(byte[] input) throws IOException {
        Read read = read(input);
        boolean packed = input.length > 1 && ((input[0] & 0xff) == 0x1f || input[0] == 0x28);
        if (!packed) {
            require(
                    read.records.size() + read.others + read.malformed.size() == lines(input),
                    "every line is a record or malformed");
        }
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (EventFileWriter writer = new EventFileWriter(written)) {
            for (Object record : read.records) {
                write(record, writer);
            }
        }
        Read again = read(written.toByteArray());
        require(again.malformed.isEmpty(), "what was read can be read again: " + again.malformed);
        require(text(again.records).equals(text(read.records)), "what is read, written and read again is the same");
        return outcome(read);
    }

    private static String outcome(Read read) {
        TreeSet<String> seen = new TreeSet<>();
        read.records.forEach(record -> seen.add(record.getClass().getSimpleName()));
        read.malformed.forEach(problem -> seen.add(Shapes.of(problem)));
        return seen + (read.others > 0 ? " others" : "");
    }

    private static int lines(byte[] input) {
        int lines = 0;
        boolean blank = true;
        for (int i = 0; i < input.length; i++) {
            boolean end = input[i] == '\n';
            boolean beforeEnd = input[i] == '\r' && (i + 1 == input.length || input[i + 1] == '\n');
            blank &= end || beforeEnd || input[i] == ' ' || input[i] == '\t';
            if (end || i + 1 == input.length) {
                lines += blank ? 0 : 1;
                blank = true;
            }
        }
        return lines;
    }

    private static Read read(byte[] input) throws IOException {
        Read read = new Read();
        new EventFileReader(read, (line, problem) -> read.malformed.add(problem)).read(new ByteArrayInputStream(input));
        return read;
    }

    private static void write(Object record, EventFileWriter out) {
        if (record instanceof LeaseEvent event) {
            out.leaseEvent(event, "", 1);
        } else if (record instanceof HandshakeSample sample) {
            out.handshakeSample(sample, 1);
        } else if (record instanceof ReadIntent intent) {
            out.readIntent(intent, 1);
        } else {
            out.readOutcome((ReadOutcome) record, 1);
        }
    }

    /** Arrays are compared by what is in them. */
    private static List<String> text(List<Object> records) {
        return records.stream().map(EventsTarget::text).toList();
    }

    private static String text(Object record) {
        if (record instanceof LeaseEvent event) {
            return List.of(event.type(), event.holder(), event.life(), event.seq(), event.clockNs(), event.requestId())
                    + Arrays.deepToString(event.blockIds().orElse(NO_LIST))
                    + event.blockIds().isPresent()
                    + Arrays.toString(event.sharedPrefixBlocks())
                    + List.of(event.expiryNs(), event.maxReads(), event.numTokens(), event.numBlocks(), event.reason());
        }
        if (record instanceof ReadIntent intent) {
            return List.of(intent.reader(), intent.readerLife(), intent.holder(), intent.holderLife())
                    + Arrays.deepToString(intent.blockIds())
                    + List.of(intent.requestId(), intent.readRequestId(), intent.numLocalBlocks())
                    + List.of(intent.nowNs(), intent.expiryNs());
        }
        return record.toString();
    }

    private static final class Read implements EventHandler {
        private final List<Object> records = new ArrayList<>();
        private final List<String> malformed = new ArrayList<>();
        private int others;

        @Override
        public void leaseEvent(LeaseEvent event, Origin at) {
            records.add(event);
        }

        @Override
        public void handshakeSample(HandshakeSample sample, Origin at) {
            records.add(sample);
        }

        @Override
        public void readIntent(ReadIntent intent, Origin at) {
            records.add(intent);
        }

        @Override
        public void readOutcome(ReadOutcome outcome, Origin at) {
            records.add(outcome);
        }

        @Override
        public void nullValue(Topic topic, Origin at) {
            others++;
        }

        @Override
        public void unusable(Topic topic, DeadLetterReason reason, String detail, Origin at) {
            others++;
        }

        @Override
        public void outputRecord(Topic topic, Origin at) {
            others++;
        }
    }
}
