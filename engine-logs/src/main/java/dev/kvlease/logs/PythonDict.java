package dev.kvlease.logs;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the plain values of a Python dictionary as {@code repr} prints it; lists and dictionaries in it are passed over. */
final class PythonDict {
    private static final Pattern ENTRY = Pattern.compile(
            "'(?<key>\\w+)':\\s*(?:'(?<single>(?:[^'\\\\]|\\\\.)*+)'|\"(?<twice>(?:[^\"\\\\]|\\\\.)*+)\"|(?<bare>[\\w.+-]+))");

    private PythonDict() {}

    /** Keys with their values as text; None counts as missing, and of a repeated key the first stands. */
    static Map<String, String> read(String text) {
        Map<String, String> fields = new HashMap<>();
        Matcher matcher = ENTRY.matcher(text);
        while (matcher.find()) {
            String value = firstOf(matcher.group("single"), matcher.group("twice"), matcher.group("bare"));
            if (!value.equals("None")) {
                fields.putIfAbsent(matcher.group("key"), value);
            }
        }
        return fields;
    }

    private static String firstOf(String single, String twice, String bare) {
        if (single != null) {
            return single;
        }
        return twice != null ? twice : bare;
    }
}
