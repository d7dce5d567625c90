package io.tidemark.planner.type;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;

/** Makes the types of the dialect. Text is UTF-8. Types are interned by Calcite, so those of two factories are equal. */
public final class DialectTypeFactory extends SqlTypeFactoryImpl {

    /** Makes a factory. */
    public DialectTypeFactory() {
        super(DialectTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }
}
