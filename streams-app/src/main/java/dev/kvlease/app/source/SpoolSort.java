package dev.kvlease.app.source;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Byte strings in temporary files by their offsets. They may come in any order that is made of a bounded number of rising
 * ones, as files that are named in another order are.
 */
final class SpoolSort implements Closeable {
    private static final int MOST_FILES = 64;

    private final Path name;
    private final List<SpoolFile> files = new ArrayList<>();
    private int made;

    SpoolSort(Path name) {
        this.name = name;
    }

    /** What one file has next. */
    private record Head(long offset, int file, SpoolFile.Reader reader) {}

    /** Takes one; false if that needs more files than there may be, and nothing is taken. */
    boolean add(long offset, byte[] content) throws IOException {
        // The ends of the files fall from one to the next, so of two with the same offset the first comes first in the
        // merge.
        for (SpoolFile file : files) {
            if (file.add(offset, content)) {
                return true;
            }
        }
        return files.size() < MOST_FILES && create(files).add(offset, content);
    }

    private SpoolFile create(List<SpoolFile> list) throws IOException {
        SpoolFile file = new SpoolFile(name.resolveSibling(name.getFileName() + "-" + made++));
        list.add(file);
        return file;
    }

    /** Makes one file of all; of those with the same offset the first stays. Tells how many do not. */
    long merge() throws IOException {
        if (files.size() < 2) {
            return 0;
        }
        PriorityQueue<Head> heads =
                new PriorityQueue<>(Comparator.comparingLong(Head::offset).thenComparingInt(Head::file));
        for (int i = 0; i < files.size(); i++) {
            offerNext(i, files.get(i).reader(), heads);
        }
        List<SpoolFile> merged = new ArrayList<>();
        SpoolFile all = create(merged);
        long twice = 0;
        try {
            while (!heads.isEmpty()) {
                Head head = heads.remove();
                twice += all.add(head.offset(), head.reader().bytes()) ? 0 : 1;
                offerNext(head.file(), head.reader(), heads);
            }
        } finally {
            merged.addAll(files);
            files.clear();
            files.addAll(merged);
        }
        for (SpoolFile old : files.subList(1, files.size())) {
            old.close();
        }
        files.subList(1, files.size()).clear();
        return twice;
    }

    private static void offerNext(int file, SpoolFile.Reader reader, PriorityQueue<Head> heads) throws IOException {
        if (reader.next()) {
            heads.add(new Head(reader.offset(), file, reader));
        }
    }

    /** Reads from the first on; call it when they are merged. */
    SpoolFile.Reader reader() {
        return files.get(0).reader();
    }

    @Override
    public void close() throws IOException {
        for (SpoolFile file : files) {
            file.close();
        }
    }
}
