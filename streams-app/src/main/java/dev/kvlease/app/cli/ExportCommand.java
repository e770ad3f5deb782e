package dev.kvlease.app.cli;

import dev.kvlease.app.eventfile.Compression;
import dev.kvlease.app.export.Anonymizer;
import dev.kvlease.app.export.AvroSink;
import dev.kvlease.app.export.EventFileSink;
import dev.kvlease.app.export.Manifest;
import dev.kvlease.app.export.Pseudonyms;
import dev.kvlease.app.export.RecordFilter;
import dev.kvlease.app.export.RecordSink;
import dev.kvlease.app.source.StoredRecord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The verb {@code export}: records of topics or files as files to keep and to share. */
@Command(
        name = "export",
        header = "Writes topics, or a slice of them, as an event file or as Avro files.",
        description = {
            "",
            "Keeps everything: keys, times, partitions and offsets, headers, records that could not be used, and what"
                    + " kvlease itself has written. A manifest beside the file tells what it holds.",
            "",
            "With --from, records of the --history before it are exported too, because a replay needs the leases that"
                    + " stood then; --history 0s leaves them out. A holder's lease events are always kept whole.",
            ""
        },
        footer = {
            "  kvlease export --bootstrap-server localhost:9092 --from 2h --out incident.ndjson.zst",
            "  kvlease export --config kvlease.properties --holder decode-3 --anonymize --out share.ndjson.gz",
            "  kvlease export --input incident.ndjson.zst --format avro --out incident/"
        })
final class ExportCommand implements Callable<Integer> {
    private static final int KEY_BYTES = 32;

    private final Console console;

    /** How the records are written. */
    enum Format {
        NDJSON,
        AVRO
    }

    @Mixin
    private InputOptions input;

    @Option(
            names = {"-o", "--out"},
            paramLabel = "FILE",
            required = true,
            description = "The event file, compressed if it ends with .gz or .zst, or the directory of Avro files;"
                    + " - is standard output, without a manifest.")
    private String out;

    @Option(
            names = "--format",
            paramLabel = "ndjson|avro",
            defaultValue = "ndjson",
            description = "How records are written (default: ${DEFAULT-VALUE}).")
    private Format format;

    @Option(names = "--holder", paramLabel = "ID", description = "Only records of this holder; may be repeated.")
    private List<String> holders = new ArrayList<>();

    @Option(
            names = "--request",
            paramLabel = "ID",
            description = "Only reads of this request's leases, with all lease events; may be repeated.")
    private List<String> requests = new ArrayList<>();

    @Option(
            names = "--reader",
            paramLabel = "ID",
            description = "Only reads and clock samples of this reader, with all lease events; may be repeated.")
    private List<String> readers = new ArrayList<>();

    @Option(
            names = "--anonymize",
            description = "Give engines, lives, requests and reads other names, the same everywhere, and drop what"
                    + " cannot be understood. A replay answers the same under these names.")
    private boolean anonymize;

    @Option(
            names = "--anonymize-key",
            paramLabel = "TEXT",
            description = "Makes the same names in every export with this key; without, they differ each time. Keep it"
                    + " secret.")
    private String anonymizeKey;

    @Option(
            names = {"-q", "--quiet"},
            description = "Print no progress and no summary.")
    private boolean quiet;

    ExportCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        input.check();
        if (!out.equals(InputOptions.STANDARD) && input.contains(Path.of(out))) {
            throw new CommandException(ExitCode.USAGE, "--out " + out + " is one of the inputs");
        }
        RecordFilter filter = new RecordFilter(holders, requests, readers);
        Optional<Anonymizer> anonymizer = anonymize || anonymizeKey != null
                ? Optional.of(new Anonymizer(new Pseudonyms(key())))
                : Optional.empty();
        Manifest manifest = new Manifest();
        List<Path> files;
        InputResult read;
        try (RecordSink sink = sink()) {
            read = input.readStored(
                    record -> {
                        if (filter.takes(record)) {
                            write(
                                    anonymizer.isPresent() ? anonymizer.get().anonymized(record) : record,
                                    sink,
                                    manifest);
                        }
                    },
                    console,
                    quiet);
            files = sink.files();
        }
        if (!out.equals(InputOptions.STANDARD)) {
            manifest.write(manifestFile(), request(filter, anonymizer.isPresent()), files);
        }
        if (!quiet) {
            console.err().println(read.summary());
            console.err().printf(Locale.ROOT, "%,d records exported to %s%n", manifest.records(), out);
        }
        return read.exitCode().code();
    }

    private static void write(StoredRecord record, RecordSink sink, Manifest manifest) throws IOException {
        sink.write(record);
        manifest.count(record);
    }

    private byte[] key() {
        if (anonymizeKey != null) {
            return anonymizeKey.getBytes(StandardCharsets.UTF_8);
        }
        byte[] random = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(random);
        return random;
    }

    private RecordSink sink() throws IOException {
        if (format == Format.NDJSON) {
            List<Path> files = out.equals(InputOptions.STANDARD) ? List.of() : List.of(Path.of(out));
            return new EventFileSink(files, Compression.packed(out, Outputs.open(out, console)));
        }
        if (out.equals(InputOptions.STANDARD)) {
            throw new CommandException(ExitCode.USAGE, "--format avro needs a directory: --out DIR");
        }
        Path directory = Path.of(out);
        Files.createDirectories(directory);
        try (Stream<Path> there = Files.list(directory)) {
            if (there.findAny().isPresent()) {
                throw new CommandException(ExitCode.USAGE, out + " is not empty; name a new directory");
            }
        }
        return new AvroSink(directory);
    }

    private Path manifestFile() {
        return format == Format.AVRO ? Path.of(out, Manifest.IN_DIRECTORY) : Path.of(out + Manifest.SUFFIX);
    }

    private Manifest.Request request(RecordFilter filter, boolean anonymized) throws IOException {
        RecordFilter told = anonymized ? new RecordFilter(List.of(), List.of(), List.of()) : filter;
        String source = anonymized ? "" : input.sourceName(console);
        return new Manifest.Request(Version.number(), source, input.sliceText(), told, anonymized);
    }
}
