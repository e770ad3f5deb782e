package dev.kvlease.app.cli;

/** What Kafka's clients log while a command runs. */
final class ClientLog {
    private static final String LEVEL = "org.slf4j.simpleLogger.log.org.apache.kafka.clients.";

    private ClientLog() {}

    /** The error at the end says what a client's warnings of a broker that does not answer, or refuses it, would. */
    static void quiet() {
        setUnlessSet(LEVEL + "NetworkClient", "off");
        setUnlessSet(LEVEL + "admin", "error");
        setUnlessSet(LEVEL + "consumer", "error");
    }

    private static void setUnlessSet(String logger, String level) {
        if (System.getProperty(logger) == null) {
            System.setProperty(logger, level);
        }
    }
}
