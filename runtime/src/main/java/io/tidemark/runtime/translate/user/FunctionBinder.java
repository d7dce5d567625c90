package io.tidemark.runtime.translate.user;

import io.tidemark.function.AggregateFunction;
import io.tidemark.function.DecimalResult;
import io.tidemark.function.ScalarFunction;
import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.type.DialectTypeFactory;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;

/**
 * Makes a function's definition of its Java class.
 *
 * <p><b>Errors</b>: INVALID_DEFINITION if the class is not what {@code io.tidemark.function} asks for, with what is missing.
 */
public final class FunctionBinder {

    private static final String SCALAR_METHOD = "eval";
    private static final int DEFAULT_PRECISION = 38;
    private static final int DEFAULT_SCALE = 18;

    private final String name;
    private final Class<?> type;
    private final RelDataTypeFactory types = new DialectTypeFactory();

    private FunctionBinder(String name, Class<?> type) {
        this.name = name;
        this.type = type;
    }

    /** The function of this name that a class implements. */
    public static FunctionDefinition bind(String name, Class<?> type) {
        return new FunctionBinder(name, type).bind();
    }

    private FunctionDefinition bind() {
        boolean scalar = ScalarFunction.class.isAssignableFrom(type);
        if (scalar == AggregateFunction.class.isAssignableFrom(type)) {
            throw refused("implements not one of " + ScalarFunction.class.getName() + " and "
                    + AggregateFunction.class.getName());
        }
        if (!Modifier.isPublic(type.getModifiers()) || Modifier.isAbstract(type.getModifiers())) {
            throw refused("is not a public class that can be instantiated");
        }
        return scalar ? scalar() : aggregate();
    }

    private FunctionDefinition scalar() {
        Method method = method(SCALAR_METHOD);
        ScalarFunction instance = (ScalarFunction) instance();
        return new FunctionDefinition(
                name,
                FunctionDefinition.Kind.SCALAR,
                parameters(method.getParameterTypes()),
                result(method),
                false,
                instance.isDeterministic(),
                new ScalarBody(name, handle(method, instance), method.getParameterCount()));
    }

    private FunctionDefinition aggregate() {
        Method add = method("add");
        Method result = method("result");
        Optional<Method> retract = hasMethod("retract") ? Optional.of(method("retract")) : Optional.empty();
        if (add.getParameterCount() == 0 || result.getParameterCount() != 1) {
            throw refused("has a method \"add\" without an accumulator, or \"result\" with more than one");
        }
        Class<?>[] arguments = Arrays.copyOfRange(add.getParameterTypes(), 1, add.getParameterCount());
        retract.filter(method -> !Arrays.equals(method.getParameterTypes(), add.getParameterTypes()))
                .ifPresent(method -> {
                    throw refused("has a method \"retract\" that does not take what \"add\" takes");
                });
        Object instance = instance();
        @SuppressWarnings("unchecked")
        AggregateFunction<Object> function = (AggregateFunction<Object>) instance;
        return new FunctionDefinition(
                name,
                FunctionDefinition.Kind.AGGREGATE,
                parameters(arguments),
                result(result),
                retract.isPresent(),
                true,
                new AggregateBody(
                        name,
                        function,
                        spread(add, instance),
                        retract.map(method -> spread(method, instance)),
                        handle(result, instance).asType(MethodType.methodType(Object.class, Object.class))));
    }

    /** A method of an accumulator and the arguments of a row, which come in an array. */
    private MethodHandle spread(Method method, Object instance) {
        return handle(method, instance)
                .asType(MethodType.genericMethodType(method.getParameterCount()).changeReturnType(void.class))
                .asSpreader(Object[].class, method.getParameterCount() - 1);
    }

    private boolean hasMethod(String called) {
        return Arrays.stream(type.getMethods())
                .anyMatch(method -> method.getName().equals(called) && !method.isBridge());
    }

    private Method method(String called) {
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> method.getName().equals(called) && !method.isBridge())
                .toList();
        if (methods.size() != 1) {
            throw refused("has " + methods.size() + " public methods \"" + called + "\" instead of one");
        }
        Method method = methods.get(0);
        if (Modifier.isStatic(method.getModifiers()) || method.isVarArgs()) {
            throw refused("has a method \"" + called + "\" that is static, or takes any number of arguments");
        }
        return method;
    }

    private List<RelDataType> parameters(Class<?>[] arguments) {
        List<RelDataType> parameters = new ArrayList<>();
        for (Class<?> parameter : arguments) {
            parameters.add(sqlType(parameter, DEFAULT_PRECISION, DEFAULT_SCALE));
        }
        return parameters;
    }

    private RelDataType result(Method method) {
        DecimalResult digits = method.getAnnotation(DecimalResult.class);
        if (digits == null) {
            return sqlType(method.getReturnType(), DEFAULT_PRECISION, DEFAULT_SCALE);
        }
        boolean possible = digits.precision() >= 1
                && digits.precision() <= DEFAULT_PRECISION
                && digits.scale() >= 0
                && digits.scale() <= digits.precision();
        if (!possible) {
            throw refused("gives a DECIMAL(" + digits.precision() + ", " + digits.scale() + "), which there is not");
        }
        return sqlType(method.getReturnType(), digits.precision(), digits.scale());
    }

    private RelDataType sqlType(Class<?> java, int precision, int scale) {
        return JavaType.of(java)
                .orElseThrow(() -> refused("takes or gives " + java.getSimpleName() + ", which is no type of SQL")
                        .hint("the types are " + JavaType.names()))
                .sqlType(java, precision, scale, types);
    }

    private Object instance() {
        try {
            return type.getConstructor().newInstance();
        } catch (NoSuchMethodException e) {
            throw refused("has no public constructor without parameters").cause(e);
        } catch (InvocationTargetException e) {
            throw refused("cannot be instantiated: " + e.getCause()).cause(e);
        } catch (ReflectiveOperationException e) {
            throw refused("cannot be instantiated: " + e).cause(e);
        } catch (LinkageError e) {
            throw refused("needs a class that is not in its jar: " + e.getMessage())
                    .cause(e);
        }
    }

    private MethodHandle handle(Method method, Object instance) {
        try {
            return MethodHandles.publicLookup().unreflect(method).bindTo(instance);
        } catch (IllegalAccessException e) {
            throw refused("has a method \"" + method.getName() + "\" that cannot be called")
                    .cause(e);
        }
    }

    private CodedException refused(String reason) {
        return CodedException.of(ErrorCode.INVALID_DEFINITION, "class \"" + type.getName() + "\" " + reason);
    }
}
