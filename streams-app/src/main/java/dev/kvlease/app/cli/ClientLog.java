package dev.kvlease.app.cli;

/** What Kafka's clients log while a command runs. */
final class ClientLog {
    private static final String LEVEL = "org.slf4j.simpleLogger.log.org.apache.kafka.clients.";

    private ClientLog() {}

    /** The error at the end says what a client's many warnings of a broker that does not answer would. */
    static void quiet() {
        setUnlessSet(LEVEL + "NetworkClient");
        setUnlessSet(LEVEL + "consumer");
    }

    private static void setUnlessSet(String level) {
        if (System.getProperty(level) == null) {
            System.setProperty(level, "error");
        }
    }
}
