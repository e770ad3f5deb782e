package dev.kvlease.logs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What whole logs amount to as records of the core; see {@link FactRecords}. */
final class LogRecords {
    private LogRecords() {}

    /** The records, in the order of their times. */
    static List<LogRecord> of(LogReading reading, LogOptions options) {
        List<LogRecord> records = new ArrayList<>();
        FactRecords made = new FactRecords(options, FactRecords.Naming.PLAIN, Integer.MAX_VALUE, records::add);
        reading.facts().forEach(made::take);
        made.close(reading);
        records.sort(Comparator.comparingLong(LogRecord::recordTimeMs));
        return records;
    }
}
