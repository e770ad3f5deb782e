package dev.kvlease.core.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The open reads of a holder, by lease and by reader. */
public final class OpenReads {
    /** Readers that have had an open read; there are as many as clocks. */
    private final Map<String, ReaderReads> readers = new HashMap<>();
    /** Before the first reader that has open reads and behind the last. */
    private ReaderReads openReaders = new ReaderReads();

    OpenReads() {}

    void add(TrackedRead read, LeaseReads ofLease) {
        ofLease.open(read);
        read.openOn(ofLease);
        read.owner().request().countOpenReads(1);
        ReaderReads ofReader = readers.computeIfAbsent(read.reader(), r -> new ReaderReads());
        if (ofReader.isEmpty()) {
            ofReader.linkBefore(openReaders);
        }
        ofReader.add(read);
    }

    void close(TrackedRead read) {
        if (!read.isOpen()) {
            return;
        }
        read.openOn().close(read);
        read.owner().request().countOpenReads(-1);
        ReaderReads ofReader = read.openIn();
        ofReader.remove(read);
        if (ofReader.isEmpty()) {
            ofReader.unlink();
        }
    }

    /**
     * The open reads of a reader.
     *
     * @param reader the reader
     * @return a copy
     */
    public List<TrackedRead> ofReader(String reader) {
        ReaderReads open = readers.get(reader);
        return open == null ? List.of() : open.toList();
    }

    /**
     * Tells whether the open reads of a reader are of the given life; they all are of one, by V13 and revocation.
     *
     * @param reader the reader
     * @param readerLife a life of the reader
     * @return true if there are none, or they are of that life
     */
    public boolean isOpenFor(String reader, String readerLife) {
        ReaderReads open = readers.get(reader);
        return open == null || open.isEmpty() || open.first().readerLife().equals(readerLife);
    }

    /**
     * All open reads.
     *
     * @return a copy
     */
    public List<TrackedRead> all() {
        if (openReaders.next() == openReaders) {
            return List.of();
        }
        List<TrackedRead> all = new ArrayList<>();
        for (ReaderReads reader = openReaders.next(); reader != openReaders; reader = reader.next()) {
            reader.addTo(all);
        }
        return all;
    }

    /**
     * How many reads are open.
     *
     * @return a count
     */
    public int count() {
        return all().size();
    }

    void clear() {
        openReaders = new ReaderReads();
        readers.clear();
    }
}
