package dev.kvlease.app.eventfile;

import java.io.IOException;

/**
 * Reads a line of the plain form that nearly all have: known types in the usual order, ASCII without escapes, integers.
 * It is several times faster than a general parser and refuses whatever is not plain, so that the general parser decides
 * about it.
 */
final class PlainLine {
    private final LineDraft line;
    private final PlainValueReader values = new PlainValueReader();

    PlainLine(LineDraft line) {
        this.line = line;
    }

    /** Reads a line, or says that it is not plain. */
    void read(byte[] bytes, int start, int length) throws IOException, MalformedLineException {
        line.clear();
        values.over(bytes, start, start + length);
        values.expect('{');
        boolean more = !values.accept('}');
        while (more) {
            field(values.name());
            more = values.accept(',');
            if (!more) {
                values.expect('}');
            }
        }
        values.expectEnd();
    }

    private void field(String name) throws IOException, MalformedLineException {
        switch (name) {
            case FieldNames.TOPIC -> line.topic(values.text(name));
            case FieldNames.TIMESTAMP -> line.recordTimeMs(values.natural());
            case FieldNames.REFUSED -> line.refused(values.text(name));
            case FieldNames.DETAIL -> line.detail(values.text(name));
            case FieldNames.VALUE_BASE64 -> {
                values.skip();
                line.rawValue();
            }
            case FieldNames.PARTITION -> line.partition(values.natural());
            case FieldNames.OFFSET -> line.offset(values.natural());
            case FieldNames.VALUE -> value();
            default -> values.skip();
        }
    }

    private void value() throws IOException, MalformedLineException {
        if (!values.accept('{')) {
            values.expectNull();
            line.nullValue();
            return;
        }
        if (!line.takesValue()) {
            throw new NotPlainException();
        }
        Draft draft = line.draft();
        boolean more = !values.accept('}');
        while (more) {
            draft.field(values.name(), values);
            more = values.accept(',');
            if (!more) {
                values.expect('}');
            }
        }
    }
}
