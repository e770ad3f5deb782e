package dev.kvlease.app.topology;

import dev.kvlease.schemas.registry.RegistryException;
import dev.kvlease.schemas.registry.UnknownSchemaException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * Tells a schema registry that cannot be asked from a value that cannot be decoded: the first must stop the application,
 * because the record may be good; the second is a dead letter. A foreign serde is understood by the network failure
 * beneath its exception.
 */
public final class RegistryFailures {
    private RegistryFailures() {}

    static boolean isOne(Throwable failure) {
        return find(failure).isPresent();
    }

    /**
     * Looks for a failure of the registry among the causes of an exception.
     *
     * @param failure what was thrown
     * @return the failure of the registry, or empty
     */
    public static Optional<Throwable> find(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (isOfRegistry(cause)) {
                return Optional.of(cause);
            }
        }
        return Optional.empty();
    }

    private static boolean isOfRegistry(Throwable cause) {
        return cause instanceof RegistryException ? !(cause instanceof UnknownSchemaException) : isOfNetwork(cause);
    }

    private static boolean isOfNetwork(Throwable cause) {
        return cause instanceof SocketException
                || cause instanceof UnknownHostException
                || cause instanceof SocketTimeoutException
                || cause instanceof HttpTimeoutException
                || cause instanceof SSLException;
    }
}
