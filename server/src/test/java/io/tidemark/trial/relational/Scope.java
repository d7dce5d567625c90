package io.tidemark.trial.relational;

import io.tidemark.trial.data.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The columns that an expression can name. */
record Scope(List<Name> names) {

    Scope {
        names = List.copyOf(names);
    }

    /**
     * A column of what stands in FROM.
     *
     * @param unique whether no two rows of its relation have the same value
     */
    record Name(String text, Type type, boolean unique) {}

    static Scope empty() {
        return new Scope(List.of());
    }

    Scope with(Scope other) {
        List<Name> all = new ArrayList<>(names);
        all.addAll(other.names);
        return new Scope(all);
    }

    boolean has(Type type) {
        return names.stream().anyMatch(name -> name.type() == type);
    }

    /** Any column of a type, of which there is one. */
    String any(Type type, Random random) {
        List<Name> fitting = names.stream().filter(name -> name.type() == type).toList();
        return fitting.get(random.nextInt(fitting.size())).text();
    }

    /** The columns that tell the rows of each relation apart. */
    List<String> identity() {
        return names.stream().filter(Name::unique).map(Name::text).toList();
    }
}
