package io.tidemark.runtime.translate.function;

import io.tidemark.sql.error.CodedException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.linq4j.function.Function1;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexExecutorImpl;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** One call compiled by Calcite, over a row of its operands. */
public final class CalciteFunction implements RowFunction {

    private static final long MICROS_PER_MILLI = 1000;

    private final String name;
    private final Function1<DataContext, Object[]> compiled;
    private final TimeZone zone;

    private CalciteFunction(String name, Function1<DataContext, Object[]> compiled, TimeZone zone) {
        this.name = name;
        this.compiled = compiled;
        this.zone = zone;
    }

    /**
     * Compiles a call over a row type. <b>Errors</b>: {@code FEAT-01} if Calcite has no code for it.
     *
     * @param zone the zone of TIMESTAMP_LTZ values
     */
    public static CalciteFunction compile(RexCall call, RelDataType rowType, RexBuilder rexBuilder, ZoneId zone) {
        String name = call.getOperator().getName();
        try {
            Function1<DataContext, Object[]> compiled = RexExecutorImpl.getExecutable(
                            rexBuilder, List.of(call), rowType)
                    .getFunction();
            return new CalciteFunction(name, compiled, TimeZone.getTimeZone(zone));
        } catch (RuntimeException notCompiled) {
            throw CodedException.unsupported("function \"" + name + "\" with these arguments")
                    .cause(notCompiled);
        }
    }

    @Override
    public @Nullable Object evaluate(@Nullable Object[] arguments, long nowMicros) {
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof byte[] bytes) {
                arguments[i] = new ByteString(bytes);
            }
        }
        Object result;
        try {
            result = compiled.apply(new Row(arguments, nowMicros / MICROS_PER_MILLI, zone))[0];
        } catch (RuntimeException failed) {
            throw RowFailures.evaluation("\"" + name + "\"", String.valueOf(failed.getMessage()));
        }
        return result instanceof ByteString bytes ? bytes.getBytes() : result;
    }

    /** What Calcite's code asks for: the row, and the clock. */
    private static final class Row implements DataContext {
        private final @Nullable Object[] values;
        private final long nowMillis;
        private final TimeZone zone;

        Row(@Nullable Object[] values, long nowMillis, TimeZone zone) {
            this.values = values;
            this.nowMillis = nowMillis;
            this.zone = zone;
        }

        @Override
        public @Nullable Object get(String variable) {
            return switch (variable) {
                case "inputRecord" -> values;
                case "utcTimestamp", "currentTimestamp" -> nowMillis;
                case "localTimestamp" -> nowMillis + zone.getOffset(nowMillis);
                case "timeZone" -> zone;
                case "locale" -> Locale.ROOT;
                default -> null;
            };
        }

        @Override
        public @Nullable SchemaPlus getRootSchema() {
            return null;
        }

        @Override
        public JavaTypeFactory getTypeFactory() {
            throw new UnsupportedOperationException("types at run time");
        }

        @Override
        public QueryProvider getQueryProvider() {
            throw new UnsupportedOperationException("queries at run time");
        }
    }
}
