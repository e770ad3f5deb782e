package dev.kvlease.app.whatif;

import dev.kvlease.app.eventfile.NdjsonWriter;
import java.util.List;
import java.util.Locale;

/**
 * What the variants would have done, side by side.
 *
 * @param reads reads that asked and had something to read
 * @param records all records
 * @param readNs how long a read takes that did not take place, in nanoseconds
 * @param rows the variants, the rules as they are first
 */
public record Comparison(long reads, long records, long readNs, List<Row> rows) {
    private static final String LINE = "%-28s %10s %10s %10s %10s %10s %10s %10s";

    /** Copies the list. */
    public Comparison {
        rows = List.copyOf(rows);
    }

    /**
     * As a table for a person.
     *
     * @return lines, each ended
     */
    public String table() {
        StringBuilder table = new StringBuilder();
        line(table, "%,d reads that asked, in %,d records", reads, records);
        line(table, "");
        line(table, LINE, "", "", "of these:", "", "", "", "of these:", "");
        line(table, LINE, "what if", "admitted", "CERTAIN", "POSSIBLE", "unknown", "declined", "in vain", "unknown");
        for (Row row : rows) {
            line(
                    table,
                    LINE,
                    row.variant().name(),
                    number(row.admitted()),
                    number(row.certain()),
                    number(row.possible()),
                    number(row.admittedUnknown()),
                    number(row.declined()),
                    number(row.inVain()),
                    number(row.declinedUnknown()));
        }
        line(table, "");
        line(
                table,
                "CERTAIN, POSSIBLE: the read ended, or would have, after its lease. In vain: declined, though the lease was");
        line(
                table,
                "held to the end of the read. A read that did not take place is taken to last %,d ms.",
                readNs / 1_000_000);
        return table.toString();
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    private static void line(StringBuilder table, String format, Object... arguments) {
        table.append(String.format(Locale.ROOT, format, arguments).stripTrailing())
                .append(System.lineSeparator());
    }

    /**
     * Writes it as one JSON object.
     *
     * @param out takes one line
     */
    public void write(NdjsonWriter out) {
        out.beginLine();
        out.number("reads", reads);
        out.number("records", records);
        out.number("read_time_ns", readNs);
        out.beginArray("variants");
        for (Row row : rows) {
            out.beginElement();
            out.text("name", row.variant().name());
            out.number("admitted", row.admitted());
            out.number("contaminated_certain", row.certain());
            out.number("contaminated_possible", row.possible());
            out.number("admitted_lawful", row.lawful());
            out.number("admitted_unknown", row.admittedUnknown());
            out.number("declined", row.declined());
            out.number("declined_in_vain", row.inVain());
            out.number("declined_rightly", row.rightly());
            out.number("declined_unknown", row.declinedUnknown());
            out.endObject();
        }
        out.endArray();
        out.endLine();
    }
}
