package io.tidemark.runtime.translate.user;

import io.tidemark.planner.catalog.FunctionBody;
import io.tidemark.runtime.translate.function.RowFailures;
import io.tidemark.runtime.translate.function.RowFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * A user's scalar function as generated code calls it: one virtual call and one through a method handle, without reflection.
 *
 * <p><b>Errors</b>: ROW_ERROR_EVALUATION for whatever the function throws, but for errors of the virtual machine.
 */
final class ScalarBody implements RowFunction, FunctionBody {

    private final String name;
    private final MethodHandle method;

    ScalarBody(String name, MethodHandle method, int parameters) {
        this.name = name;
        this.method = method.asSpreader(Object[].class, parameters)
                .asType(MethodType.methodType(Object.class, Object[].class));
    }

    @Override
    public @Nullable Object evaluate(@Nullable Object[] arguments, long nowMicros) {
        try {
            return (Object) method.invokeExact(arguments);
        } catch (StackOverflowError e) {
            throw RowFailures.evaluation(quoted(), e.toString());
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) {
            throw RowFailures.evaluation(quoted(), reason(e)).cause(e);
        }
    }

    private String quoted() {
        return "function \"" + name + "\"";
    }

    private static String reason(Throwable e) {
        String type = e.getClass().getSimpleName();
        return e.getMessage() == null ? type : type + ": " + e.getMessage();
    }
}
