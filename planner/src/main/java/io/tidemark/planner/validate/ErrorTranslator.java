package io.tidemark.planner.validate;

import io.tidemark.planner.catalog.Catalog;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.planner.syntax.Places;
import io.tidemark.sql.ast.Positions;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.SourcePosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.runtime.CalciteException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Turns what Calcite throws into a {@link CodedException} with position: by its message where {@link ValidatorMessages} knows it, else with
 * Calcite's own words.
 */
final class ErrorTranslator {
    private final String sql;
    private final DialectValidator validator;
    private final KnownNames names;

    private ErrorTranslator(String sql, DialectValidator validator, KnownNames names) {
        this.sql = sql;
        this.validator = validator;
        this.names = names;
    }

    ErrorTranslator(String sql, DialectValidator validator, Catalog catalog, String defaultSchema) {
        this(sql, validator, new KnownNames(validator, () -> relations(catalog, defaultSchema), catalog.schemas()));
    }

    /** A translator for expressions over some columns of one relation. */
    static ErrorTranslator within(
            RelationDefinition definition, List<ColumnDefinition> columns, String sql, DialectValidator validator) {
        return new ErrorTranslator(sql, validator, KnownNames.of(definition, columns));
    }

    /** Runs a step of validation or conversion; {@code root} is the tree it is about. */
    <T> T translating(SqlNode root, Supplier<T> step) {
        try {
            return step.get();
        } catch (CodedException e) {
            throw e.position().map(position -> e.at(position, sql)).orElse(e);
        } catch (CalciteContextException e) {
            throw translated(root, e, position(e));
        } catch (CalciteException e) {
            throw translated(root, e, Optional.empty());
        } catch (UnsupportedOperationException e) {
            throw Places.at(
                    CodedException.unsupported("a construct of this statement").cause(e), blamed(root), sql);
        } catch (RuntimeException | AssertionError e) {
            CalciteContextException nested = nested(e);
            if (nested != null) {
                throw translated(root, nested, position(nested));
            }
            throw Places.at(
                    CodedException.internal("the statement could not be planned: " + e)
                            .cause(e),
                    blamed(root),
                    sql);
        }
    }

    private CodedException translated(SqlNode root, CalciteException error, Optional<SourcePosition> position) {
        Throwable cause = error.getCause();
        String message = cause == null || cause.getMessage() == null ? error.getMessage() : cause.getMessage();
        SqlNode failed = blamed(root);
        CodedException coded = new ValidatorMessages(names)
                .translate(message == null ? "the statement is not valid" : message, root, failed)
                .cause(error);
        Optional<SourcePosition> place = position.isPresent() ? position : Positions.of(failed);
        return place.map(p -> coded.at(p, sql)).orElse(coded);
    }

    private SqlNode blamed(SqlNode root) {
        SqlNode failed = validator.failed();
        return failed == null ? root : failed;
    }

    private static Optional<SourcePosition> position(CalciteContextException e) {
        return Positions.of(new SqlParserPos(e.getPosLine(), e.getPosColumn(), e.getEndPosLine(), e.getEndPosColumn()));
    }

    private static @Nullable CalciteContextException nested(Throwable error) {
        for (Throwable at = error; at != null; at = at.getCause()) {
            if (at instanceof CalciteContextException context) {
                return context;
            }
        }
        return null;
    }

    private static List<RelationDefinition> relations(Catalog catalog, String defaultSchema) {
        List<RelationDefinition> all = new ArrayList<>(catalog.relations(defaultSchema));
        for (String schema : catalog.schemas()) {
            if (!schema.equalsIgnoreCase(defaultSchema)) {
                all.addAll(catalog.relations(schema));
            }
        }
        return all;
    }
}
