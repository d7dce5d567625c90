package io.tidemark.server.function;

import io.tidemark.function.ScalarFunction;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * The classes of one jar, which sees Java and {@code io.tidemark.function} beside itself: nothing of the server, so that its libraries and the
 * server's don't get into each other's way.
 */
final class FunctionClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String SHARED = ScalarFunction.class.getPackageName() + ".";

    FunctionClassLoader(URL jar) {
        super(new URL[] {jar}, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith(SHARED)
                ? ScalarFunction.class.getClassLoader().loadClass(name)
                : super.loadClass(name, resolve);
    }
}
