package io.tidemark.server.metadata;

import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.server.catalog.ServerCatalog;
import io.tidemark.server.security.RelationPrivileges;
import io.tidemark.sql.error.CodedException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * {@link java.sql.DatabaseMetaData} from the catalog. Names and patterns of names match in any case; the catalog is always {@value #CATALOG}.
 *
 * <p><b>Errors</b>: UNSUPPORTED for a method that there is not.
 */
public final class CatalogMetadata {

    /** The name of the one catalog. */
    public static final String CATALOG = "tidemark";

    private static final int CLIENT_INFO_LENGTH = 255;

    private final ServerCatalog catalog;
    private final RelationMetadata relations;
    private final FunctionMetadata functions;
    private final PrivilegeMetadata privileges;

    /**
     * The metadata of what a catalog holds.
     *
     * @param catalog the catalog
     * @param relations those of its relations that are to be told of
     * @param privileges the privileges on them that are to be told of
     */
    public CatalogMetadata(
            ServerCatalog catalog, List<RelationDefinition> relations, List<RelationPrivileges.Held> privileges) {
        this.catalog = catalog;
        this.relations = new RelationMetadata(relations);
        this.functions = new FunctionMetadata(catalog);
        this.privileges = new PrivilegeMetadata(privileges);
    }

    /** The answer to a call, with the arguments that the method of {@link java.sql.DatabaseMetaData} has, all as text. */
    public MetadataTable answer(MetadataCall call) {
        if (AbsentTables.has(call.method())) {
            return AbsentTables.of(call.method());
        }
        return switch (call.method()) {
            case "getCatalogs" -> new MetadataTable("TABLE_CAT").add(CATALOG);
            case "getTableTypes" -> RelationMetadata.tableTypes();
            case "getTypeInfo" -> TypeMetadata.types();
            case "getClientInfoProperties" -> clientInfo();
            default -> isOfCatalog(call) ? ofCatalog(call) : ofCatalog(none(call));
        };
    }

    /** An argument that names another catalog is met by nothing. */
    private static boolean isOfCatalog(MetadataCall call) {
        String asked = call.argument(0);
        return asked == null || asked.isEmpty() || asked.equalsIgnoreCase(CATALOG);
    }

    /** The same call for what there is not. */
    private static MetadataCall none(MetadataCall call) {
        return new MetadataCall(call.method(), List.of("", "\n", "\n", "\n"));
    }

    private MetadataTable ofCatalog(MetadataCall call) {
        String second = call.argument(1);
        String third = call.argument(2);
        String fourth = call.argument(3);
        return switch (call.method()) {
            case "getSchemas" -> schemas(NamePattern.of(second));
            case "getTables" -> relations.tables(NamePattern.of(second), NamePattern.of(third), types(call));
            case "getColumns" ->
                relations.columns(NamePattern.of(second), NamePattern.of(third), NamePattern.of(fourth));
            case "getPrimaryKeys" -> relations.primaryKeys(NamePattern.exactly(second), NamePattern.exactly(third));
            case "getBestRowIdentifier" ->
                relations.bestRowIdentifier(NamePattern.exactly(second), NamePattern.exactly(third));
            case "getIndexInfo" ->
                relations.indexes(
                        NamePattern.exactly(second), NamePattern.exactly(third), Boolean.parseBoolean(fourth));
            case "getFunctions" -> functions.functions(second, NamePattern.of(third));
            case "getFunctionColumns" ->
                functions.functionColumns(second, NamePattern.of(third), NamePattern.of(fourth));
            case "getTablePrivileges" -> privileges.ofTables(NamePattern.of(second), NamePattern.of(third));
            case "getColumnPrivileges" ->
                privileges.ofColumns(NamePattern.exactly(second), NamePattern.exactly(third), NamePattern.of(fourth));
            default -> throw CodedException.unsupported("the metadata call " + call.method());
        };
    }

    private static List<String> types(MetadataCall call) {
        List<@Nullable String> arguments = call.arguments();
        return arguments.size() <= 3
                ? List.of()
                : arguments.subList(3, arguments.size()).stream()
                        .filter(Objects::nonNull)
                        .toList();
    }

    private MetadataTable schemas(NamePattern pattern) {
        MetadataTable table = new MetadataTable("TABLE_SCHEM", "TABLE_CATALOG");
        for (String schema : catalog.schemas()) {
            if (pattern.matches(schema)) {
                table.add(schema, CATALOG);
            }
        }
        return table.sortedBy(0);
    }

    private static MetadataTable clientInfo() {
        return new MetadataTable("NAME", "MAX_LEN:int", "DEFAULT_VALUE", "DESCRIPTION")
                .add("ApplicationName", CLIENT_INFO_LENGTH, null, "The program's name.")
                .add("ClientHostname", CLIENT_INFO_LENGTH, null, "The name of the program's machine.")
                .add("ClientUser", CLIENT_INFO_LENGTH, null, "The name of the program's user.");
    }
}
