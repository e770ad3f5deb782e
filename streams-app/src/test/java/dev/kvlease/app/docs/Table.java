package dev.kvlease.app.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A table of a Markdown page.
 *
 * @param header the column names
 * @param rows the cells of each row, without code quotes
 */
record Table(List<String> header, List<List<String>> rows) {
    private static final String UNESCAPED_BAR = "(?<!\\\\)\\|";

    /** The first table of a page whose first columns have these names. */
    static Table of(Path page, String... columns) {
        return all(page).stream()
                .filter(table -> table.header().size() >= columns.length
                        && table.header().subList(0, columns.length).equals(List.of(columns)))
                .findFirst()
                .orElseThrow(() ->
                        new AssertionError("no table with the columns " + Arrays.toString(columns) + " in " + page));
    }

    static List<Table> all(Path page) {
        List<Table> tables = new ArrayList<>();
        List<List<String>> open = new ArrayList<>();
        for (String line : (Pages.text(page) + "\n").lines().toList()) {
            if (line.startsWith("|")) {
                open.add(cells(line));
            } else if (!open.isEmpty()) {
                tables.add(new Table(open.get(0), List.copyOf(open.subList(2, open.size()))));
                open.clear();
            }
        }
        if (!open.isEmpty()) {
            tables.add(new Table(open.get(0), List.copyOf(open.subList(2, open.size()))));
        }
        return tables;
    }

    private static List<String> cells(String line) {
        String inner = line.strip().replaceAll("^\\||\\|$", "");
        return Arrays.stream(inner.split(UNESCAPED_BAR, -1))
                .map(cell -> cell.strip().replace("\\|", "|").replace("`", ""))
                .toList();
    }

    List<String> column(String name) {
        int index = header.indexOf(name);
        if (index < 0) {
            throw new AssertionError("no column " + name + " in " + header);
        }
        return rows.stream().map(row -> row.get(index)).toList();
    }
}
