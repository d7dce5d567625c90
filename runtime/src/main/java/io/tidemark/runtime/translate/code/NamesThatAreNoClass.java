package io.tidemark.runtime.translate.code;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A class loader that has no classes but its parent's, and remembers which names the parent does not know. The compiler asks for each simple name
 * in each package that is imported, and a name that is nowhere is looked for in every file of the class path, which took half the time of a
 * compilation.
 */
final class NamesThatAreNoClass extends ClassLoader {

    private static final int MOST = 20_000;

    private final Set<String> missing = ConcurrentHashMap.newKeySet();

    NamesThatAreNoClass(ClassLoader parent) {
        super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (missing.contains(name)) {
            throw new ClassNotFoundException(name);
        }
        try {
            return getParent().loadClass(name);
        } catch (ClassNotFoundException notThere) {
            if (missing.size() < MOST) {
                missing.add(name);
            }
            throw notThere;
        }
    }
}
