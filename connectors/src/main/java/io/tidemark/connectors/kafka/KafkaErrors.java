package io.tidemark.connectors.kafka;

import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;

/** What Kafka's client throws, in words, divided into what may pass and what a person must mend. */
final class KafkaErrors {

    private KafkaErrors() {}

    /**
     * The error of a failed call.
     *
     * @param doing what was being done: {@code reading topic "orders"}
     * @return an {@link UncheckedIOException} if trying again may help, else a {@link CodedException}
     */
    static RuntimeException of(String doing, Throwable error) {
        Throwable cause = root(error);
        String message = doing + " failed: " + cause.getMessage();
        if (cause instanceof AuthenticationException || cause instanceof AuthorizationException) {
            return CodedException.of(ErrorCode.EXTERNAL_REJECTED, message)
                    .cause(error)
                    .hint(
                            "correct the credentials in the options that begin with \"properties.\", or the rights of their user");
        }
        if (cause instanceof RecordTooLargeException
                || cause instanceof RecordBatchTooLargeException
                || cause instanceof InvalidTopicException
                || cause instanceof InvalidConfigurationException) {
            return CodedException.of(ErrorCode.EXTERNAL_REJECTED, message).cause(error);
        }
        if (cause instanceof RetriableException || cause instanceof InterruptException) {
            return new UncheckedIOException(message, new IOException(cause));
        }
        return CodedException.externalIo(message, error);
    }

    /** The error below the wrappings that carry none of their own. */
    static Throwable root(Throwable error) {
        Throwable current = error;
        while (isWrapping(current) && current.getCause() != null) {
            current = current.getCause();
        }
        return current;
    }

    private static boolean isWrapping(Throwable error) {
        return error.getClass() == KafkaException.class
                || error instanceof ExecutionException
                || error instanceof CompletionException;
    }
}
