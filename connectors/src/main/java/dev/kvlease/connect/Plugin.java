package dev.kvlease.connect;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** What all plugins say of themselves. */
final class Plugin {
    private static final String UNKNOWN = "unknown";

    private Plugin() {}

    /** The version of this build. */
    static String version() {
        try (InputStream in = Plugin.class.getResourceAsStream("connectors.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version", UNKNOWN);
        } catch (IOException e) {
            return UNKNOWN;
        }
    }
}
