package io.tidemark.planner.type;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** Makes the types of the dialect. Text is UTF-8; FLOAT is another name of DOUBLE. Types are interned by Calcite, so those of two factories are equal. */
public final class DialectTypeFactory extends SqlTypeFactoryImpl {

    /** Makes a factory. */
    public DialectTypeFactory() {
        super(DialectTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    @Override
    public RelDataType createSqlType(SqlTypeName name) {
        return super.createSqlType(name == SqlTypeName.FLOAT ? SqlTypeName.DOUBLE : name);
    }
}
