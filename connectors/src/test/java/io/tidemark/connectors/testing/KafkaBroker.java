package io.tidemark.connectors.testing;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A Kafka broker in a JVM of its own, on free ports of the loopback interface.
 *
 * <p>It runs from the class path of the tests, where {@code kafka_2.13} has to be, and keeps its data and output in a directory given.
 */
public final class KafkaBroker implements AutoCloseable {

    private static final int START_MILLIS = 120_000;
    private static final String CLUSTER_ID = "MkU3OEVBNTcwNTJENDM2Qk";

    private final Path directory;
    private final int port;
    private final Thread exitHook = new Thread(this::kill);
    private Process process;

    private KafkaBroker(Path directory, int port, Process process) {
        this.directory = directory;
        this.port = port;
        this.process = process;
        Runtime.getRuntime().addShutdownHook(exitHook);
    }

    /** Starts a broker without topics and waits until it answers. */
    public static KafkaBroker start(Path directory) throws Exception {
        int port = freePort();
        Files.writeString(settings(directory), settings(directory, port, freePort()));
        Process format = java(directory, "kafka.tools.StorageTool", "format", "-t", CLUSTER_ID, "-c");
        if (!format.waitFor(START_MILLIS, TimeUnit.MILLISECONDS) || format.exitValue() != 0) {
            format.destroyForcibly();
            throw new IllegalStateException("formatting failed:\n" + output(directory));
        }
        KafkaBroker broker = new KafkaBroker(directory, port, java(directory, "kafka.Kafka"));
        try {
            broker.awaitReady();
            return broker;
        } catch (Exception e) {
            broker.close();
            throw e;
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static Path settings(Path directory) {
        return directory.resolve("server.properties");
    }

    private static String output(Path directory) throws IOException {
        return Files.readString(directory.resolve("output.txt"));
    }

    private static String settings(Path directory, int port, int controllerPort) {
        List<String> lines = List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@127.0.0.1:" + controllerPort,
                "listeners=PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort,
                "advertised.listeners=PLAINTEXT://127.0.0.1:" + port,
                "controller.listener.names=CONTROLLER",
                "log.dirs=" + directory.resolve("data"),
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "transaction.state.log.num.partitions=1",
                "share.coordinator.state.topic.replication.factor=1",
                "share.coordinator.state.topic.min.isr=1",
                "share.coordinator.state.topic.num.partitions=1",
                "group.initial.rebalance.delay.ms=0",
                "auto.create.topics.enable=false",
                "log.cleaner.enable=false");
        return String.join("\n", lines) + "\n";
    }

    private static Process java(Path directory, String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                classPath(),
                main));
        command.addAll(Arrays.asList(arguments));
        command.add(settings(directory).toString());
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("output.txt").toFile()))
                .start();
    }

    /** The libraries of the tests, without our own classes and without a log that would be written to the end of the disk. */
    private static String classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("logback"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void awaitReady() throws Exception {
        try (Admin admin = admin()) {
            CompletableFuture<Object> nodes = admin.describeCluster(
                            new DescribeClusterOptions().timeoutMs(START_MILLIS))
                    .nodes()
                    .toCompletionStage()
                    .<Object>thenApply(found -> found)
                    .toCompletableFuture();
            CompletableFuture.anyOf(nodes, process.onExit()).get(START_MILLIS, TimeUnit.MILLISECONDS);
            if (!process.isAlive()) {
                throw new IllegalStateException("the broker has ended:\n" + output(directory));
            }
        }
    }

    /** Its address, for {@code properties.bootstrap.servers}. */
    public String servers() {
        return "127.0.0.1:" + port;
    }

    /** A new admin client. */
    public Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, servers()));
    }

    /** Creates a topic. */
    public void createTopic(String name, int partitions, Map<String, String> settings) throws Exception {
        try (Admin admin = admin()) {
            admin.createTopics(List.of(new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings)))
                    .all()
                    .get();
        }
    }

    /** Kills the process, as a power cut would. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Starts it again after a kill, with its data, at the same address. */
    public void startAgain() throws Exception {
        process = java(directory, "kafka.Kafka");
        awaitReady();
    }

    @Override
    public void close() {
        kill();
        Runtime.getRuntime().removeShutdownHook(exitHook);
    }
}
