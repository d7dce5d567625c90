package io.tidemark.runtime.translate;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.rel.type.RelDataTypeSystemImpl;
import org.apache.calcite.sql.type.SqlTypeFactoryImpl;
import org.apache.calcite.sql.type.SqlTypeName;

/** Types as wide as the engine stores them, with UTF-8 text, for expressions that the translation makes itself. */
final class PlanTypeFactory extends SqlTypeFactoryImpl {

    PlanTypeFactory() {
        super(new Limits());
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }

    private static final class Limits extends RelDataTypeSystemImpl {
        private static final int DECIMAL_DIGITS = 38;
        private static final int SECOND_DIGITS = 6;

        @Override
        public int getMaxPrecision(SqlTypeName type) {
            return switch (type) {
                case DECIMAL -> DECIMAL_DIGITS;
                case TIME, TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE -> SECOND_DIGITS;
                default -> super.getMaxPrecision(type);
            };
        }

        @Override
        public int getMaxScale(SqlTypeName type) {
            return type == SqlTypeName.DECIMAL ? DECIMAL_DIGITS : super.getMaxScale(type);
        }
    }
}
