package io.tidemark.server.avatica;

import io.tidemark.planner.function.DialectFunction;
import io.tidemark.server.metadata.CatalogMetadata;
import io.tidemark.server.metadata.MetadataCall;
import io.tidemark.server.metadata.ProductProperties;
import io.tidemark.server.session.Session;
import io.tidemark.sql.parser.Keywords;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@link java.sql.DatabaseMetaData} for Avatica's clients: what its protocol asks for, and the properties of the product. */
abstract class CatalogMeta extends UncalledMetadata {

    /** The session of a connection. */
    abstract Session session(ConnectionHandle handle);

    @Override
    MetaResultSet metadata(ConnectionHandle handle, MetadataCall call) {
        CatalogMetadata metadata = metadata(session(handle));
        return SqlErrors.translated(() -> MetadataRows.of(createStatement(handle), true, metadata.answer(call)));
    }

    /** The answer to a call that has come as the text of a statement. */
    static MetaResultSet metadata(StatementHandle statement, Session session, MetadataCall call) {
        return MetadataRows.of(statement, false, metadata(session).answer(call));
    }

    private static CatalogMetadata metadata(Session session) {
        return new CatalogMetadata(session.catalog(), session.relations(), session.privileges());
    }

    @Override
    public Map<DatabaseProperty, Object> getDatabaseProperties(ConnectionHandle handle) {
        session(handle);
        ProductProperties product = ProductProperties.ofBuild();
        Map<DatabaseProperty, Object> properties = new EnumMap<>(DatabaseProperty.class);
        properties.put(
                DatabaseProperty.GET_NUMERIC_FUNCTIONS, ProductProperties.functions(DialectFunction.Kind.NUMERIC));
        properties.put(DatabaseProperty.GET_STRING_FUNCTIONS, ProductProperties.functions(DialectFunction.Kind.STRING));
        properties.put(DatabaseProperty.GET_SYSTEM_FUNCTIONS, ProductProperties.functions(DialectFunction.Kind.SYSTEM));
        properties.put(
                DatabaseProperty.GET_TIME_DATE_FUNCTIONS, ProductProperties.functions(DialectFunction.Kind.TIME_DATE));
        properties.put(DatabaseProperty.GET_S_Q_L_KEYWORDS, Keywords.beyondStandard());
        properties.put(
                DatabaseProperty.GET_DEFAULT_TRANSACTION_ISOLATION, java.sql.Connection.TRANSACTION_REPEATABLE_READ);
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_NAME, ProductProperties.NAME);
        properties.put(DatabaseProperty.GET_DATABASE_PRODUCT_VERSION, product.version());
        properties.put(DatabaseProperty.GET_DATABASE_MAJOR_VERSION, product.major());
        properties.put(DatabaseProperty.GET_DATABASE_MINOR_VERSION, product.minor());
        return properties;
    }

    @Override
    public MetaResultSet getCatalogs(ConnectionHandle handle) {
        return answer(handle, "getCatalogs");
    }

    @Override
    public MetaResultSet getSchemas(ConnectionHandle handle, String catalog, Pat pattern) {
        return answer(handle, "getSchemas", catalog, text(pattern));
    }

    @Override
    public MetaResultSet getTableTypes(ConnectionHandle handle) {
        return answer(handle, "getTableTypes");
    }

    @Override
    public MetaResultSet getTables(
            ConnectionHandle handle, String catalog, Pat schemaPattern, Pat tablePattern, List<String> types) {
        List<@Nullable String> arguments = new ArrayList<>();
        arguments.add(catalog);
        arguments.add(text(schemaPattern));
        arguments.add(text(tablePattern));
        if (types != null) {
            arguments.addAll(types);
        }
        return metadata(handle, new MetadataCall("getTables", arguments));
    }

    @Override
    public MetaResultSet getColumns(
            ConnectionHandle handle, String catalog, Pat schemaPattern, Pat tablePattern, Pat columnPattern) {
        return answer(handle, "getColumns", catalog, text(schemaPattern), text(tablePattern), text(columnPattern));
    }

    @Override
    public MetaResultSet getTypeInfo(ConnectionHandle handle) {
        return answer(handle, "getTypeInfo");
    }
}
