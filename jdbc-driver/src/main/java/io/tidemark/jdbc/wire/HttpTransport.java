package io.tidemark.jdbc.wire;

import io.tidemark.jdbc.embedded.Reply;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * One HTTP request for each message, over the JDK's HTTP client, which opens as many TCP connections as there are calls at a time, so that push
 * queries, each of which keeps one waiting, do not starve the rest.
 */
public final class HttpTransport implements Transport {

    private final HttpClient http;
    private final URI uri;
    private final Optional<String> authorization;

    /**
     * A transport to the server at a URL.
     *
     * @param authorization the value of the header Authorization, which says with each call who makes it
     */
    public HttpTransport(HttpClient http, String url, Optional<String> authorization) {
        this.http = http;
        this.authorization = authorization;
        this.uri = URI.create(url);
    }

    @Override
    public String server() {
        return uri.getAuthority();
    }

    @Override
    public CompletableFuture<Reply> send(byte[] message, Duration timeout) {
        HttpRequest.Builder post = HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/octet-stream")
                .POST(HttpRequest.BodyPublishers.ofByteArray(message));
        authorization.ifPresent(sender -> post.header("Authorization", sender));
        if (!timeout.isZero()) {
            post.timeout(timeout);
        }
        CompletableFuture<HttpResponse<byte[]>> response =
                http.sendAsync(post.build(), HttpResponse.BodyHandlers.ofByteArray());
        CompletableFuture<Reply> reply = response.thenApply(answer -> new Reply(answer.statusCode(), answer.body()));
        // Cancelling a dependent future leaves the one it depends on alone, and with it the TCP connection.
        CompletableFuture<Reply> unused = reply.whenComplete((answer, failure) -> {
            if (reply.isCancelled()) {
                response.cancel(true);
            }
        });
        return reply;
    }

    @Override
    public void close() {
        // The client is shared by the connections of the driver.
    }
}
