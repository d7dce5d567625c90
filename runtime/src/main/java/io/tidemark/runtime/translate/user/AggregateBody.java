package io.tidemark.runtime.translate.user;

import io.tidemark.function.AggregateFunction;
import io.tidemark.planner.catalog.FunctionBody;
import io.tidemark.runtime.aggregate.ObjectAggregate;
import io.tidemark.runtime.batch.Batch;
import io.tidemark.runtime.batch.BytesPool;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.TypeKind;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.sql.error.CodedException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user's aggregate function.
 *
 * <p><b>Errors</b>: ROW_ERROR_EVALUATION for whatever it throws, but for errors of the virtual machine.
 *
 * @param name the function's name, for messages
 * @param function the instance
 * @param add {@code (accumulator, arguments)}, an Object and an Object[]
 * @param retract likewise, if there is one
 * @param result {@code (accumulator)}
 */
public record AggregateBody(
        String name,
        AggregateFunction<Object> function,
        MethodHandle add,
        Optional<MethodHandle> retract,
        MethodHandle result)
        implements FunctionBody {

    /** A parameter of a call: the column that it comes from, its type, and whether a NULL leaves the row out. */
    public record Parameter(int column, TypeKind type, boolean strict) {}

    /** The function over columns of an input. */
    public ObjectAggregate over(List<Parameter> parameters, DataType resultType) {
        return new OfColumns(this, List.copyOf(parameters), resultType);
    }

    private interface Step<T> {
        T run() throws Throwable;
    }

    private <T> T guarded(Step<T> step) {
        try {
            return step.run();
        } catch (CodedException e) {
            throw e;
        } catch (StackOverflowError e) {
            throw failed(e);
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private CodedException failed(Throwable e) {
        String type = e.getClass().getSimpleName();
        String reason = e.getMessage() == null ? type : type + ": " + e.getMessage();
        return RowFailures.evaluation("aggregate function \"" + name + "\"", reason)
                .cause(e);
    }

    private record OfColumns(AggregateBody body, List<Parameter> parameters, DataType resultType)
            implements ObjectAggregate {

        @Override
        public Object create() {
            return body.guarded(() -> body.function.create());
        }

        @Override
        public void change(Object accumulator, Batch batch, int position, int times) {
            @Nullable Object[] arguments = new Object[parameters.size()];
            for (int i = 0; i < arguments.length; i++) {
                Parameter parameter = parameters.get(i);
                arguments[i] = JavaCells.read(batch.column(parameter.column()), position, parameter.type());
                if (arguments[i] == null && parameter.strict()) {
                    return;
                }
            }
            MethodHandle change = times < 0
                    ? body.retract.orElseThrow(() -> CodedException.internal(
                            "a row was taken back from aggregate function \"" + body.name + "\", which only adds"))
                    : body.add;
            body.guarded(() -> {
                for (int i = Math.abs(times); i > 0; i--) {
                    change.invoke(accumulator, arguments);
                }
                return accumulator;
            });
        }

        @Override
        public void merge(Object into, Object other) {
            body.guarded(() -> {
                body.function.merge(into, other);
                return into;
            });
        }

        @Override
        public byte[] write(Object accumulator) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            body.guarded(() -> {
                body.function.write(accumulator, new DataOutputStream(bytes));
                return accumulator;
            });
            if (bytes.size() > BytesPool.MAX_VALUE_BYTES) {
                throw RowFailures.tooLong(bytes.size());
            }
            return bytes.toByteArray();
        }

        @Override
        public Object read(byte[] bytes, int offset, int length) {
            return body.guarded(
                    () -> body.function.read(new DataInputStream(new ByteArrayInputStream(bytes, offset, length))));
        }

        @Override
        public @Nullable Object result(Object accumulator) {
            Object value = body.<@Nullable Object>guarded(() -> (Object) body.result.invoke(accumulator));
            return value == null ? null : JavaCells.write(value, resultType);
        }
    }
}
