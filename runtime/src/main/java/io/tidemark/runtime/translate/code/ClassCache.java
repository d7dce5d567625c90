package io.tidemark.runtime.translate.code;

import io.tidemark.sql.error.CodedException;
import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.ClassBodyEvaluator;

/**
 * Compiles generated source, and keeps what has been compiled by its text. Safe for use by several threads.
 *
 * <p><b>Cost</b>: about 20 ms for source not seen before; each class has a loader of its own, so that it goes when it is forgotten here and by
 * its users.
 */
public final class ClassCache {

    private static final int MAX_CLASSES = 500;
    private static final String[] IMPORTS = {
        "io.tidemark.runtime.batch.*",
        "io.tidemark.runtime.calc.*",
        "io.tidemark.runtime.translate.function.*",
        "io.tidemark.runtime.translate.library.*",
        "io.tidemark.sql.error.CodedException",
        "io.tidemark.sql.error.SourcePosition",
        "java.math.*",
        "java.time.ZoneId",
    };

    private final ClassLoader classes = new NamesThatAreNoClass(ClassCache.class.getClassLoader());
    private final Map<String, ProgramMaker> compiled = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, ProgramMaker> eldest) {
            return size() > MAX_CLASSES;
        }
    };

    /** The class for a factory's body. <b>Errors</b>: {@code INT-01} if the source is not Java. */
    public ProgramMaker compile(String source) {
        synchronized (compiled) {
            ProgramMaker known = compiled.get(source);
            if (known != null) {
                return known;
            }
        }
        ProgramMaker made = compileNow(source);
        synchronized (compiled) {
            compiled.put(source, made);
        }
        return made;
    }

    private ProgramMaker compileNow(String source) {
        ClassBodyEvaluator evaluator = new ClassBodyEvaluator();
        evaluator.setParentClassLoader(classes);
        evaluator.setDefaultImports(IMPORTS);
        evaluator.setImplementedInterfaces(new Class<?>[] {ProgramMaker.class});
        evaluator.setClassName("io.tidemark.runtime.translate.code.GeneratedMaker");
        try {
            return (ProgramMaker) evaluator.createInstance(new StringReader(source));
        } catch (CompileException | IOException notJava) {
            throw CodedException.internal("generated code does not compile: " + notJava.getMessage())
                    .cause(notJava);
        }
    }
}
