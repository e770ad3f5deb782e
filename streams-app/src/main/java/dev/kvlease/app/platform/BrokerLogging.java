package dev.kvlease.app.platform;

import java.util.List;

/**
 * Silences what a healthy embedded broker says at start and stop.
 *
 * <p>Only a process that hosts a broker needs this: in a client's process the same loggers tell of a cluster that cannot be reached.
 */
final class BrokerLogging {
    private static final String LEVEL_OF = "org.slf4j.simpleLogger.log.";
    private static final String LOG4J_HOOK = "log4j.shutdownHookEnabled";
    private static final List<String> CHATTY =
            List.of("org.apache.kafka.clients.NetworkClient", "org.apache.kafka.controller.QuorumController");

    private BrokerLogging() {}

    /** Lets the chatty loggers report errors only, unless the user has set their level. */
    static void quieten() {
        for (String logger : CHATTY) {
            if (System.getProperty(LEVEL_OF + logger) == null) {
                System.setProperty(LEVEL_OF + logger, "error");
            }
        }
        if (System.getProperty(LOG4J_HOOK) == null) {
            // the broker touches Log4j, whose hook cannot be added while the process is being stopped
            System.setProperty(LOG4J_HOOK, "false");
        }
    }
}
