package dev.kvlease.app.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Records of one holder, d0 in its life a, and of one reader, p0, whose clocks are the same to a millisecond. */
final class Lines {
    static final String HOLDER_ID = "d0";

    private static final String HOLDER = "'holder_engine_id': '" + HOLDER_ID + "', 'holder_incarnation': 'a', ";
    private static final String READER = "'reader_engine_id': 'p0', 'reader_incarnation': 'p', ";

    private Lines() {}

    static String event(long seq, long clockS, String type, String more) {
        return line(
                "lease-events",
                HOLDER + "'type': '" + type + "', 'seq': " + seq + ", 'engine_clock_ns': " + clockS + "000000000"
                        + more);
    }

    static String allocation(String request) {
        return ", 'request_id': '" + request + "', 'block_ids': [[20]], 'expiry_ns': 500000000000";
    }

    static String sample(long clockS) {
        return line(
                "handshake-samples",
                HOLDER + READER + "'rank': 0, 'sent_ns': " + clockS + "000000000, 'remote_ns': " + clockS
                        + "001000000, 'received_ns': " + clockS + "002000000");
    }

    static String intent(String request, String read, long nowS) {
        return line(
                "read-intents",
                READER + "'holder_engine_id': '" + HOLDER_ID + "', 'request_id': '" + request
                        + "', 'read_request_id': '" + read + "', 'num_local_blocks': 2, 'now_ns': " + nowS
                        + "000000000");
    }

    static String outcome(String request, String read, String status, long nowS) {
        return line(
                "read-outcomes",
                HOLDER + READER + "'request_id': '" + request + "', 'read_request_id': '" + read + "', 'status': '"
                        + status + "', 'started_ns': " + nowS + "000000000, 'finished_ns': " + nowS + "500000000");
    }

    private static String line(String topic, String fields) {
        return ("{'topic': '" + topic + "', 'timestamp': 1785000000000, 'value': {" + fields + "}}").replace('\'', '"');
    }

    static List<History.Arriving> records(String... lines) {
        try {
            return History.read(
                            new ByteArrayInputStream(String.join("\n", lines).getBytes(UTF_8)))
                    .records();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
