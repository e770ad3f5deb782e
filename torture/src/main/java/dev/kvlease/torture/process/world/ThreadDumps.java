package dev.kvlease.torture.process.world;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Reads the head of thread dumps, which shows the wall clock as the process sees it. */
final class ThreadDumps {
    private static final String TITLE = "Full thread dump";
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private ThreadDumps() {}

    /** The line before the title of each dump. */
    static List<String> times(List<String> lines) {
        List<String> times = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).startsWith(TITLE)) {
                times.add(lines.get(i - 1));
            }
        }
        return times;
    }

    static LocalDateTime parse(String time) {
        return LocalDateTime.parse(time, FORMAT);
    }
}
