package dev.kvlease.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, and of what runs it. */
final class Version implements IVersionProvider {
    private static final String RESOURCE = "/dev/kvlease/app/version.properties";

    @Override
    public String[] getVersion() throws IOException {
        return new String[] {
            "kvlease " + number(),
            "Java " + Runtime.version() + ", " + System.getProperty("os.name") + " " + System.getProperty("os.arch")
        };
    }

    /** The version of this build alone. */
    static String number() throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IOException(RESOURCE + " is missing from the build");
            }
            properties.load(in);
        }
        return properties.getProperty("version");
    }
}
