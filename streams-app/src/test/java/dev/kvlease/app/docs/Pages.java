package dev.kvlease.app.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The written pages of the project. */
final class Pages {
    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    static final Path README = ROOT.resolve("README.md");

    private Pages() {}

    static Path docs(String name) {
        return ROOT.resolve("docs").resolve(name);
    }

    /** Every page for people: those at the root and everything under docs. */
    static List<Path> all() {
        try (Stream<Path> root = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(root, docs)
                    .filter(path -> path.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
