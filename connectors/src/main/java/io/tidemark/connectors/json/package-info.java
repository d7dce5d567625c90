/**
 * JSON: decoding objects into columns, encoding rows as objects, and JSON lines as a file format. Message connectors use the decoder and
 * encoder without the file format.
 *
 * <p>Nothing here knows where bytes come from. Read {@link io.tidemark.connectors.json.JsonRowDecoder} and {@link
 * io.tidemark.connectors.json.JsonRowEncoder} first.
 */
@NullMarked
package io.tidemark.connectors.json;

import org.jspecify.annotations.NullMarked;
