package dev.kvlease.schemas.registry;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;

/** What a request says about who sends it. It never shows in a string. */
final class RegistryAuth {
    private final Optional<String> header;

    private RegistryAuth(Optional<String> header) {
        this.header = header;
    }

    /** The value of the Authorization header for one address, if any. */
    Optional<String> header(URI address) {
        return header.or(() -> Optional.ofNullable(address.getUserInfo()).map(RegistryAuth::basic));
    }

    static RegistryAuth of(RegistryConfig config) {
        String bearerSource = upper(config.getString(RegistryConfig.BEARER_SOURCE));
        String token = config.getPassword(RegistryConfig.BEARER_TOKEN).value();
        if (!bearerSource.isEmpty() || !token.isBlank()) {
            return new RegistryAuth(Optional.of(bearer(bearerSource, token)));
        }
        String source = upper(config.getString(RegistryConfig.BASIC_SOURCE));
        return switch (source) {
            case "URL", "" -> new RegistryAuth(Optional.empty());
            case "USER_INFO" -> new RegistryAuth(Optional.of(basic(userInfo(config))));
            case "SASL_INHERIT" -> new RegistryAuth(Optional.of(basic(fromSasl(config))));
            default ->
                throw new ConfigException(
                        RegistryConfig.BASIC_SOURCE + "=" + source + " is not one of URL, USER_INFO, SASL_INHERIT");
        };
    }

    private static String bearer(String source, String token) {
        if (!source.isEmpty() && !source.equals("STATIC_TOKEN")) {
            throw new ConfigException(
                    RegistryConfig.BEARER_SOURCE + "=" + source + " is not supported: use STATIC_TOKEN");
        }
        if (token.isBlank()) {
            throw new ConfigException(
                    RegistryConfig.BEARER_SOURCE + "=STATIC_TOKEN needs " + RegistryConfig.BEARER_TOKEN);
        }
        return "Bearer " + token.trim();
    }

    private static String userInfo(RegistryConfig config) {
        String info = config.getPassword(RegistryConfig.BASIC_USER_INFO).value();
        if (info.indexOf(':') < 1) {
            throw new ConfigException(RegistryConfig.BASIC_SOURCE + "=USER_INFO needs " + RegistryConfig.BASIC_USER_INFO
                    + "=user:password");
        }
        return info;
    }

    private static String fromSasl(RegistryConfig config) {
        Password jaas = config.getPassword(RegistryConfig.SASL_JAAS_CONFIG);
        if (jaas == null) {
            throw new ConfigException(
                    RegistryConfig.BASIC_SOURCE + "=SASL_INHERIT needs " + RegistryConfig.SASL_JAAS_CONFIG);
        }
        JaasContext context = JaasContext.loadClientContext(Map.of(RegistryConfig.SASL_JAAS_CONFIG, jaas));
        String user = JaasContext.configEntryOption(context.configurationEntries(), "username", null);
        String password = JaasContext.configEntryOption(context.configurationEntries(), "password", null);
        if (user == null || password == null) {
            throw new ConfigException(RegistryConfig.BASIC_SOURCE + "=SASL_INHERIT needs username and password in "
                    + RegistryConfig.SASL_JAAS_CONFIG);
        }
        return user + ":" + password;
    }

    private static String basic(String userInfo) {
        return "Basic " + Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
    }

    private static String upper(String text) {
        return text.trim().toUpperCase(Locale.ROOT);
    }
}
