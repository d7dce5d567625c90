package io.tidemark.jdbc.wire;

import java.io.IOException;
import org.apache.calcite.avatica.proto.Common.WireMessage;
import org.apache.calcite.avatica.proto.Requests;

/**
 * Translates the names in Avatica's messages.
 *
 * <p>Each message carries the Java class name of its content. In the self-contained jar those classes have been moved to
 * another package, and so have names that the server does not know. On the wire they are what they were.
 *
 * <p><b>Cost</b>: two copies of the message, and none where the classes have not been moved.
 */
final class WireNames {

    // Joined at run time, because the relocation of classes would change a constant too.
    private static final String WIRE_PACKAGE = String.join(".", "org", "apache", "calcite", "avatica", "proto") + ".";
    private static final String HERE_PACKAGE = Requests.class.getPackage().getName() + ".";
    private static final boolean MOVED = !WIRE_PACKAGE.equals(HERE_PACKAGE);

    private WireNames() {}

    static byte[] toWire(byte[] message) throws IOException {
        return MOVED ? rename(message, HERE_PACKAGE, WIRE_PACKAGE) : message;
    }

    static byte[] fromWire(byte[] message) throws IOException {
        return MOVED ? rename(message, WIRE_PACKAGE, HERE_PACKAGE) : message;
    }

    private static byte[] rename(byte[] bytes, String from, String to) throws IOException {
        WireMessage message = WireMessage.parseFrom(bytes);
        String name = message.getName();
        if (!name.startsWith(from)) {
            return bytes;
        }
        return message.toBuilder()
                .setName(to + name.substring(from.length()))
                .build()
                .toByteArray();
    }
}
