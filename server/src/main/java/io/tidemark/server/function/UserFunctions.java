package io.tidemark.server.function;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.statement.Statement;
import io.tidemark.runtime.checkpoint.DurableFiles;
import io.tidemark.runtime.translate.user.FunctionBinder;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredFunction;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import java.net.MalformedURLException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The functions that CREATE FUNCTION made: checked, their jars copied, made durable, then visible.
 *
 * <p>To be called under the server's definition lock. Who still needs a function is for the caller to find out.
 */
public final class UserFunctions {

    private final ServerCatalog catalog;
    private final CatalogStore store;
    private final JarDirectory jars;

    /** The functions of a catalog, with their jars in a directory. */
    public UserFunctions(ServerCatalog catalog, CatalogStore store, Path directory, DurableFiles files) {
        this.catalog = catalog;
        this.store = store;
        this.jars = new JarDirectory(directory, files);
    }

    /**
     * Makes a function, in place of the one with its name if there is one.
     *
     * @throws CodedException DUPLICATE_NAME for the name of one of the dialect's own, INVALID_DEFINITION for a class that is no function,
     *     EXTERNAL_NOT_FOUND for a jar that there is not
     */
    public void create(Statement.CreateFunction create) {
        String name = create.name();
        if (DialectOperators.functionNames().stream().anyMatch(name::equalsIgnoreCase)) {
            throw CodedException.of(
                            ErrorCode.DUPLICATE_NAME, "there is a function \"" + name + "\" of the dialect's own")
                    .hint("give another name");
        }
        Optional<String> jar =
                create.jar().map(path -> copy(path, create.source().sql()));
        StoredFunction stored = new StoredFunction(
                name, create.className(), jar, create.source().sql());
        FunctionDefinition definition;
        try {
            definition = define(stored);
        } catch (CodedException e) {
            jar.ifPresent(this::deleteUnused);
            throw e;
        }
        Optional<StoredFunction> replaced = catalog.function(name).flatMap(former -> stored(former.name()));
        store.addFunction(stored);
        catalog.putFunction(definition);
        replaced.flatMap(StoredFunction::jar).ifPresent(this::deleteUnused);
    }

    private String copy(Statement.JarPath jar, String sql) {
        try {
            return jars.copy(path(jar.path()));
        } catch (CodedException e) {
            throw e.at(jar.position(), sql);
        }
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw CodedException.of(ErrorCode.EXTERNAL_NOT_FOUND, "\"" + text + "\" is no path")
                    .cause(e);
        }
    }

    private FunctionDefinition define(StoredFunction stored) {
        ClassLoader loader = stored.jar().map(this::loader).orElseGet(() -> UserFunctions.class.getClassLoader());
        try {
            return FunctionBinder.bind(stored.name(), Class.forName(stored.className(), true, loader));
        } catch (ClassNotFoundException e) {
            throw CodedException.of(
                            ErrorCode.INVALID_DEFINITION,
                            "there is no class \"" + stored.className() + "\" in "
                                    + stored.jar().map(jar -> "the jar").orElse("the server"))
                    .hint("name the class with its package, and its jar with USING JAR")
                    .cause(e);
        } catch (LinkageError e) {
            throw CodedException.of(
                            ErrorCode.INVALID_DEFINITION, "class \"" + stored.className() + "\" cannot be loaded: " + e)
                    .hint("put what it needs into its jar, and compile it for Java 17")
                    .cause(e);
        }
    }

    private ClassLoader loader(String digits) {
        try {
            return new FunctionClassLoader(jars.verified(digits).toUri().toURL());
        } catch (MalformedURLException e) {
            throw CodedException.internal("a path that is no URL").cause(e);
        }
    }

    /** Brings a function back at the start of a server. */
    public void restore(StoredFunction stored) {
        catalog.putFunction(define(stored));
    }

    /** Removes a function. */
    public void drop(String name) {
        FunctionDefinition definition = require(name);
        Optional<String> jar = stored(definition.name()).flatMap(StoredFunction::jar);
        store.removeFunction(definition.name());
        catalog.removeFunction(name);
        jar.ifPresent(this::deleteUnused);
    }

    private void deleteUnused(String digits) {
        boolean used = store.functions().stream()
                .anyMatch(function -> function.jar().filter(digits::equals).isPresent());
        if (!used) {
            jars.delete(digits);
        }
    }

    /**
     * The function with this name.
     *
     * @throws CodedException UNKNOWN_OBJECT if there is none
     */
    public FunctionDefinition require(String name) {
        return catalog.function(name).orElseThrow(() -> CodedException.unknownObject("function", name, names()));
    }

    /** Whether there is a function with this name. */
    public boolean exists(String name) {
        return catalog.function(name).isPresent();
    }

    /** The statement that made a function. */
    public String statement(String name) {
        return stored(require(name).name()).map(StoredFunction::statement).orElseThrow();
    }

    private Optional<StoredFunction> stored(String name) {
        return store.functions().stream()
                .filter(function -> function.name().equals(name))
                .findFirst();
    }

    /** The names of all functions, in alphabetical order. */
    public List<String> names() {
        return catalog.functions().stream().map(FunctionDefinition::name).toList();
    }
}
