package dev.kvlease.app.rights;

import com.sun.net.httpserver.BasicAuthenticator;
import dev.kvlease.app.config.ConfigSources;
import dev.kvlease.app.config.KvleaseConfig;
import dev.kvlease.app.platform.BrokerOptions;
import dev.kvlease.app.platform.EmbeddedBroker;
import dev.kvlease.app.platform.registry.EmbeddedRegistry;
import dev.kvlease.app.platform.registry.RegistryOptions;
import dev.kvlease.app.topics.Right;
import dev.kvlease.app.topics.TopicAdmin;
import dev.kvlease.app.topics.TopicLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
import org.awaitility.Awaitility;

/**
 * A broker and a registry as a careful team runs them: TLS, users with passwords (SCRAM, HTTP basic authentication), and
 * ACLs without which nothing is allowed.
 */
final class SecuredPlatform implements AutoCloseable {
    private static final String ADMIN = "admin";
    private static final String PLAIN = "org.apache.kafka.common.security.plain.PlainLoginModule";
    private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule";

    private final Path dir;
    private final TestKeys keys;
    private final String adminPassword = newSecret();
    private final String registryPassword = newSecret();
    private final Map<String, String> passwords = new HashMap<>();
    private final EmbeddedBroker broker;
    private final Admin admin;
    private final EmbeddedRegistry registry;

    private SecuredPlatform(Path dir) throws Exception {
        this.dir = dir;
        this.keys = TestKeys.make(dir, newSecret());
        this.broker =
                EmbeddedBroker.start(BrokerOptions.in(dir.resolve("broker")).withOverrides(brokerSettings()));
        this.admin = Admin.create(adminProperties());
        this.registry = EmbeddedRegistry.start(new RegistryOptions(
                adminProperties(), 0, Optional.of(keys.serverContext()), Optional.of(registryUsers())));
    }

    /** Starts everything, with kvlease's topics and schemas made by an administrator that may do anything. */
    static SecuredPlatform start(Path dir) throws Exception {
        SecuredPlatform platform = new SecuredPlatform(dir);
        Map<String, Object> properties = platform.adminProperties();
        platform.registryProperties().forEach(properties::put);
        properties.put("basic.auth.user.info", platform.registryLogin());
        TopicLayout layout = new TopicLayout(TopicLayout.DEFAULT_PREFIX, 1, 1, Optional.empty());
        try (TopicAdmin topics = TopicAdmin.connect(properties, properties, layout, TopicAdmin.DEFAULT_TIMEOUT)) {
            topics.create(step -> {});
        }
        return platform;
    }

    private Map<String, String> brokerSettings() {
        Map<String, String> settings = new HashMap<>();
        settings.put("listener.security.protocol.map", "BROKER:SASL_SSL,CONTROLLER:PLAINTEXT");
        settings.put("sasl.enabled.mechanisms", "PLAIN,SCRAM-SHA-512");
        settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        settings.put(
                "listener.name.broker.plain.sasl.jaas.config",
                login(PLAIN, ADMIN, adminPassword).replace(";", " user_" + ADMIN + "=\"" + adminPassword + "\";"));
        settings.put("listener.name.broker.scram-sha-512.sasl.jaas.config", SCRAM + " required;");
        settings.putAll(keys.serverSettings());
        settings.put("authorizer.class.name", StandardAuthorizer.class.getName());
        settings.put("super.users", "User:" + ADMIN + ";User:ANONYMOUS");
        return settings;
    }

    private BasicAuthenticator registryUsers() {
        return new BasicAuthenticator("registry") {
            @Override
            public boolean checkCredentials(String user, String password) {
                return registryLogin().equals(user + ":" + password);
            }
        };
    }

    private String registryLogin() {
        return "engineer:" + registryPassword;
    }

    private Map<String, Object> adminProperties() {
        Map<String, Object> properties = new HashMap<>(connection());
        properties.put("sasl.mechanism", "PLAIN");
        properties.put("sasl.jaas.config", login(PLAIN, ADMIN, adminPassword));
        return properties;
    }

    private Map<String, String> connection() {
        return Map.of(
                "bootstrap.servers",
                broker.bootstrapServers(),
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                keys.certificate().toString());
    }

    private Map<String, String> registryProperties() {
        return Map.of(
                "schema.registry.url",
                registry.url(),
                "schema.registry.ssl.truststore.type",
                "PEM",
                "schema.registry.ssl.truststore.location",
                keys.certificate().toString(),
                "basic.auth.credentials.source",
                "USER_INFO");
    }

    private static String login(String module, String user, String password) {
        return module + " required username=\"" + user + "\" password=\"" + password + "\";";
    }

    private static String newSecret() {
        return "s3cret-" + UUID.randomUUID();
    }

    Admin admin() {
        return admin;
    }

    /** Makes users without rights, and waits until the broker knows them. */
    void addUsers(List<String> users) throws Exception {
        List<UserScramCredentialUpsertion> made = new ArrayList<>();
        for (String user : users) {
            passwords.put(user, newSecret());
            ScramCredentialInfo form = new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096);
            made.add(new UserScramCredentialUpsertion(user, form, passwords.get(user)));
        }
        admin.alterUserScramCredentials(new ArrayList<>(made)).all().get();
        for (String user : users) {
            Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
                try (Admin own = Admin.create(config(user).clientProperties())) {
                    return own.describeCluster().clusterId().get() != null;
                }
            });
        }
    }

    void grant(String user, Collection<Right> rights) throws Exception {
        admin.createAcls(rights.stream()
                        .map(right -> right.grantedTo("User:" + user))
                        .toList())
                .all()
                .get();
    }

    void revoke(String user, Right right) throws Exception {
        admin.deleteAcls(List.of(right.grantedTo("User:" + user).toFilter()))
                .all()
                .get();
    }

    /** Every password that there is. */
    List<String> secrets() {
        List<String> secrets = new ArrayList<>(passwords.values());
        secrets.addAll(List.of(adminPassword, registryPassword, keys.password()));
        return secrets;
    }

    /** The login of a user, as Kafka's clients take it. */
    String loginOf(String user) {
        return login(SCRAM, user, passwords.get(user));
    }

    /** A file with a user's login and that to the registry, of which {@link #connectionFile} names the entries. */
    private Path secretsFile(String user) throws Exception {
        return Files.writeString(
                dir.resolve(user + ".secrets"), "jaas=" + loginOf(user) + "\nregistry=" + registryLogin() + "\n");
    }

    /** A configuration file of a user in which no secret stands. */
    Path connectionFile(String user) throws Exception {
        Path secrets = secretsFile(user);
        Map<String, String> properties = new HashMap<>(connection());
        properties.putAll(registryProperties());
        properties.put("config.providers", "file");
        properties.put("config.providers.file.class", "org.apache.kafka.common.config.provider.FileConfigProvider");
        properties.put("sasl.mechanism", "SCRAM-SHA-512");
        properties.put("sasl.jaas.config", "${file:" + secrets + ":jaas}");
        properties.put("basic.auth.user.info", "${file:" + secrets + ":registry}");
        Path file = dir.resolve(user + ".properties");
        List<String> lines = properties.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .toList();
        return Files.write(file, lines);
    }

    KvleaseConfig config(String user) throws Exception {
        return config(user, Map.of());
    }

    KvleaseConfig config(String user, Map<String, String> flags) throws Exception {
        return ConfigSources.load(Optional.of(connectionFile(user)), Map.of(), flags);
    }

    TestKeys keys() {
        return keys;
    }

    String registryUserInfo() {
        return registryLogin();
    }

    @Override
    public void close() {
        registry.close();
        admin.close(Duration.ZERO);
        broker.close();
    }
}
