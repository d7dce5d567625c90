package io.tidemark.connectors.kafka;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jspecify.annotations.Nullable;

/**
 * A cluster as it is looked at when a source or sink is opened.
 *
 * <p><b>Errors</b>: EXTERNAL_UNREACHABLE within ten seconds, naming the address; EXTERNAL_NOT_FOUND for a topic that does not exist.
 */
final class KafkaCluster implements AutoCloseable {

    private static final int PROBE_MILLIS = 6000;

    private final ClientSettings settings;
    private final Admin admin;

    private KafkaCluster(ClientSettings settings, Admin admin) {
        this.settings = settings;
        this.admin = admin;
    }

    /** Connects; an address at which nobody listens is told apart at once, without the client's patience. */
    static KafkaCluster connect(ClientSettings settings) {
        probe(settings);
        try {
            return new KafkaCluster(settings, Admin.create(settings.admin()));
        } catch (KafkaException e) {
            throw refused(settings, e);
        }
    }

    private static void probe(ClientSettings settings) {
        List<ClientSettings.Address> addresses = settings.addresses();
        IOException last = null;
        for (ClientSettings.Address address : addresses) {
            try (Socket socket = new Socket()) {
                InetAddress host = InetAddress.getByName(address.host());
                socket.connect(new InetSocketAddress(host, address.port()), PROBE_MILLIS / addresses.size());
                return;
            } catch (IOException e) {
                last = e;
            }
        }
        throw unreachable(settings, last);
    }

    private static CodedException unreachable(ClientSettings settings, @Nullable Throwable cause) {
        String reason = cause == null ? "" : ": " + cause.getMessage();
        CodedException error = CodedException.of(
                        ErrorCode.EXTERNAL_UNREACHABLE,
                        "no kafka broker answers at \"" + settings.servers() + "\"" + reason)
                .hint("start it, or correct the option \"" + KafkaOptions.BOOTSTRAP + "\"");
        return cause == null ? error : error.cause(cause);
    }

    private static CodedException refused(ClientSettings settings, KafkaException error) {
        Throwable cause = error.getCause() == null ? error : error.getCause();
        return CodedException.of(
                        ErrorCode.INVALID_OPTION,
                        "the kafka client refuses its settings for \"" + settings.servers() + "\": "
                                + cause.getMessage())
                .cause(error)
                .hint("correct the options that begin with \"" + KafkaOptions.PROPERTIES + "\"");
    }

    /** The admin client. */
    Admin admin() {
        return admin;
    }

    /** A topic that must be there. */
    TopicDescription topic(String name) {
        try {
            return admin.describeTopics(List.of(name)).allTopicNames().get().get(name);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException
                    || e.getCause() instanceof InvalidTopicException) {
                throw CodedException.of(
                                ErrorCode.EXTERNAL_NOT_FOUND,
                                "no topic \"" + name + "\" at \"" + settings.servers() + "\"")
                        .cause(e)
                        .hint("create it, or correct the option \"" + KafkaOptions.TOPIC + "\"");
            }
            throw failed("looking for topic \"" + name + "\"", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** The result of a call. */
    <T> T await(String doing, KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw failed(doing, e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private RuntimeException failed(String doing, ExecutionException error) {
        return error.getCause() instanceof TimeoutException
                ? unreachable(settings, error.getCause())
                : KafkaErrors.of(doing, error);
    }

    static RuntimeException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return CodedException.of(ErrorCode.CANCELLED, "interrupted while waiting for kafka")
                .cause(e);
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
