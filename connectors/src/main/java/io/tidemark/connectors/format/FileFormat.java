package io.tidemark.connectors.format;

import io.tidemark.runtime.connector.Option;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A format of files: the value of {@code 'format' = '…'}, and the ending of the files written. */
public interface FileFormat {

    /** The name, in lower case. */
    String name();

    /** The options of this format, each beginning with its name and a dot, none with a default. */
    List<Option> options();

    /**
     * Checks the options' values and that every column has a type that the format can hold.
     *
     * @throws io.tidemark.sql.error.CodedException naming the option or column
     */
    void validate(FormatSpec spec);

    /** How files of this format are cut and read. */
    FileReading reading(FormatSpec spec);

    /** Begins a file. */
    RowWriter writer(FormatSpec spec, OutputStream out) throws IOException;

    /**
     * Whether a file is its records one after the other, behind what {@link #writer} writes at its beginning: so that records can be made apart, and be
     * put together.
     */
    default boolean isSequence() {
        return false;
    }

    /** Begins to write records that follow others in a file, of a format that {@linkplain #isSequence is a sequence}. */
    default RowWriter recordWriter(FormatSpec spec, OutputStream out) throws IOException {
        return writer(spec, out);
    }
}
