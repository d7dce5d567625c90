package io.tidemark.connectors.kafka;

import io.tidemark.runtime.connector.Options;
import io.tidemark.sql.error.CodedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/** The settings of Kafka's own clients: those given as {@code properties.*}, over our defaults, under what must not be changed. */
final class ClientSettings {

    /** What exactly-once delivery rests on, and what has an option of its own. */
    private static final Set<String> OURS = Set.of(
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
            ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.ACKS_CONFIG);

    private static final String READ_COMMITTED = "read_committed";
    private static final Pattern ADDRESS = Pattern.compile("(?:[A-Za-z]+://)?(\\[[^\\]]+]|[^\\s:\\[\\]]+):(\\d{1,5})");
    private static final int MAX_PORT = 65535;
    private static final String CALL_TIMEOUT_MILLIS = "10000";
    private static final String TRANSACTION_TIMEOUT_MILLIS = "300000";

    private final Map<String, String> given;

    /** A broker to begin with. */
    record Address(String host, int port) {}

    private ClientSettings(Map<String, String> given) {
        this.given = given;
    }

    /**
     * Takes and checks what the options say.
     *
     * @throws CodedException INVALID_OPTION
     */
    static ClientSettings of(Options options) {
        Map<String, String> given = options.withPrefix(KafkaOptions.PROPERTIES);
        for (String key : OURS) {
            if (given.containsKey(key)) {
                throw CodedException.invalidOption(
                                KafkaOptions.PROPERTIES + key, given.get(key), "none: this setting is the connector's")
                        .hint("leave it out; where to begin is the option \"" + KafkaOptions.STARTUP_MODE + "\"");
            }
        }
        String isolation = given.getOrDefault(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
        if (!isolation.equals(READ_COMMITTED)) {
            throw CodedException.invalidOption(
                    KafkaOptions.PROPERTIES + ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation, READ_COMMITTED);
        }
        ClientSettings settings = new ClientSettings(given);
        settings.addresses();
        String timeout = given.getOrDefault(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS);
        if (!timeout.matches("\\d{1,9}")) {
            throw CodedException.invalidOption(
                    KafkaOptions.PROPERTIES + ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, timeout, "milliseconds");
        }
        return settings;
    }

    /** The brokers to begin with, as the option names them. */
    String servers() {
        return String.valueOf(given.get(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG));
    }

    /** The brokers to begin with. */
    List<Address> addresses() {
        List<Address> addresses = new ArrayList<>();
        for (String text : servers().split(",", -1)) {
            Matcher matcher = ADDRESS.matcher(text.strip());
            if (!matcher.matches() || Integer.parseInt(matcher.group(2)) > MAX_PORT) {
                throw CodedException.invalidOption(
                        KafkaOptions.BOOTSTRAP, servers(), "host:port, several separated by commas");
            }
            String host = matcher.group(1).replaceAll("[\\[\\]]", "");
            addresses.add(new Address(host, Integer.parseInt(matcher.group(2))));
        }
        return addresses;
    }

    /** Settings of an admin client: calls end within seconds. */
    Map<String, Object> admin() {
        return merged(Map.of(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, "4000",
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, "7000"));
    }

    /** Settings of a consumer that reads exactly what it is told to, and only what is committed. */
    Map<String, Object> consumer(long metadataAgeMillis) {
        Map<String, Object> settings = merged(Map.of(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MILLIS,
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MILLIS,
                CommonClientConfigs.METADATA_MAX_AGE_CONFIG,
                Long.toString(metadataAgeMillis),
                CommonClientConfigs.RECEIVE_BUFFER_CONFIG,
                "-1",
                ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                "16384",
                ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                Integer.toString(4 << 20),
                ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                Integer.toString(32 << 20),
                ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                "5"));
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, READ_COMMITTED);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, "false");
        return settings;
    }

    /** Settings of a producer that writes in transactions under the id given. */
    Map<String, Object> producer(String transactionalId) {
        Map<String, Object> settings = merged(Map.of(
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                CALL_TIMEOUT_MILLIS,
                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                "30000",
                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                "30000",
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                TRANSACTION_TIMEOUT_MILLIS,
                ProducerConfig.RETRY_BACKOFF_MS_CONFIG,
                "20",
                ProducerConfig.LINGER_MS_CONFIG,
                "5",
                ProducerConfig.BATCH_SIZE_CONFIG,
                Integer.toString(256 << 10),
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                Integer.toString(64 << 20)));
        settings.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        settings.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, "true");
        settings.put(ProducerConfig.ACKS_CONFIG, "all");
        return settings;
    }

    /** How long a broker lets a transaction stay open. */
    Duration transactionTimeout() {
        return Duration.ofMillis(Long.parseLong(
                given.getOrDefault(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, TRANSACTION_TIMEOUT_MILLIS)));
    }

    private Map<String, Object> merged(Map<String, String> defaults) {
        Map<String, Object> merged = new HashMap<>(defaults);
        merged.put(CommonClientConfigs.ENABLE_METRICS_PUSH_CONFIG, "false");
        merged.putAll(given);
        return merged;
    }
}
