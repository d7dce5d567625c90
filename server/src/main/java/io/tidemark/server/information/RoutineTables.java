package io.tidemark.server.information;

import static io.tidemark.server.information.InformationTable.CATALOG;
import static io.tidemark.server.information.InformationTable.yesOrNo;

import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.RelationName;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.translate.RelationSchemas;
import io.tidemark.server.catalog.CatalogStore;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.catalog.StoredFunction;
import io.tidemark.server.system.SystemRows;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** ROUTINES and PARAMETERS: the functions that CREATE FUNCTION made, which belong to no schema and are listed in the default one. */
record RoutineTables(ServerCatalog catalog, CatalogStore store) {

    List<InformationTable> all() {
        return List.of(
                new InformationTable("ROUTINES", routineColumns(), this::routines),
                new InformationTable("PARAMETERS", parameterColumns(), this::parameters));
    }

    private static String routineColumns() {
        return new Columns()
                .names("SPECIFIC_CATALOG", "SPECIFIC_SCHEMA", "SPECIFIC_NAME")
                .names("ROUTINE_CATALOG", "ROUTINE_SCHEMA", "ROUTINE_NAME", "ROUTINE_TYPE")
                .absentName("MODULE")
                .absentName("UDT")
                .lengths()
                .absentName("CHARACTER_SET")
                .absentName("COLLATION")
                .digits()
                .absentName("TYPE_UDT")
                .absentName("SCOPE")
                .numbers("MAXIMUM_CARDINALITY")
                .texts("DTD_IDENTIFIER")
                .names("ROUTINE_BODY")
                .texts("ROUTINE_DEFINITION", "EXTERNAL_NAME")
                .names("EXTERNAL_LANGUAGE", "PARAMETER_STYLE")
                .flags("IS_DETERMINISTIC")
                .names("SQL_DATA_ACCESS")
                .flagsOrNull("IS_NULL_CALL")
                .texts("SQL_PATH")
                .flags("SCHEMA_LEVEL_ROUTINE")
                .numbers("MAX_DYNAMIC_RESULT_SETS")
                .flagsOrNull("IS_USER_DEFINED_CAST", "IS_IMPLICITLY_INVOCABLE")
                .texts("SECURITY_TYPE")
                .absentName("TO_SQL_SPECIFIC")
                .flagsOrNull("AS_LOCATOR")
                .times("CREATED", "LAST_ALTERED")
                .text();
    }

    private static SystemRows name(SystemRows rows, FunctionDefinition function) {
        return rows.text(CATALOG).text(RelationName.DEFAULT_SCHEMA).text(function.name());
    }

    private void routines(SystemRows rows) {
        Map<String, StoredFunction> stored =
                store.functions().stream().collect(Collectors.toMap(StoredFunction::name, Function.identity()));
        for (FunctionDefinition function : catalog.functions()) {
            StoredFunction source = stored.get(function.name());
            name(name(rows, function), function)
                    .text(function.kind() == FunctionDefinition.Kind.AGGREGATE ? "AGGREGATE" : "FUNCTION")
                    .none(6);
            type(rows, RelationSchemas.result(function))
                    .none(7)
                    .text("0")
                    .text("EXTERNAL")
                    .text(source == null ? null : source.statement())
                    .text(source == null ? null : source.className())
                    .text("JAVA")
                    .text("JAVA")
                    .text(yesOrNo(function.deterministic()))
                    .text("NO SQL")
                    .none(2)
                    .text("YES")
                    .none(10)
                    .end();
        }
    }

    private static SystemRows type(SystemRows rows, DataType type) {
        return TypeDescriptor.digits(TypeDescriptor.lengths(rows, type).none(6), type);
    }

    private static String parameterColumns() {
        return new Columns()
                .names("SPECIFIC_CATALOG", "SPECIFIC_SCHEMA", "SPECIFIC_NAME")
                .positions("ORDINAL_POSITION")
                .names("PARAMETER_MODE")
                .flags("IS_RESULT", "AS_LOCATOR")
                .texts("PARAMETER_NAME")
                .absentName("FROM_SQL_SPECIFIC")
                .lengths()
                .absentName("CHARACTER_SET")
                .absentName("COLLATION")
                .digits()
                .absentName("UDT")
                .absentName("SCOPE")
                .numbers("MAXIMUM_CARDINALITY")
                .texts("DTD_IDENTIFIER", "PARAMETER_DEFAULT")
                .text();
    }

    private void parameters(SystemRows rows) {
        for (FunctionDefinition function : catalog.functions()) {
            List<DataType> parameters = RelationSchemas.parameters(function);
            for (int i = 0; i < parameters.size(); i++) {
                name(rows, function)
                        .number(i + 1L)
                        .text("IN")
                        .text("NO")
                        .text("NO")
                        .none(4);
                type(rows, parameters.get(i))
                        .none(7)
                        .text(String.valueOf(i + 1))
                        .none(1)
                        .end();
            }
        }
    }
}
