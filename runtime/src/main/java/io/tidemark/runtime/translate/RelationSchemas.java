package io.tidemark.runtime.translate;

import io.tidemark.planner.PlannedQuery;
import io.tidemark.planner.catalog.ColumnDefinition;
import io.tidemark.planner.catalog.FunctionDefinition;
import io.tidemark.planner.catalog.IndexDefinition;
import io.tidemark.planner.catalog.RelationDefinition;
import io.tidemark.runtime.batch.DataType;
import io.tidemark.runtime.batch.Field;
import io.tidemark.runtime.batch.Schema;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.List;

/** The planner's relations and plans as the engine's schemas, for those who may not see the planner's types. */
public final class RelationSchemas {

    private RelationSchemas() {}

    /** All columns of a relation, in declared order. */
    public static Schema columns(RelationDefinition relation) {
        return of(relation.columns());
    }

    /** The columns that its source delivers, or that its storage keeps: all but the computed ones. */
    public static Schema stored(RelationDefinition relation) {
        return of(relation.storedColumns());
    }

    /** The columns that a query writing to the relation gives. */
    public static Schema written(RelationDefinition relation) {
        return of(
                relation.columns().stream().filter(ColumnDefinition::isWritable).toList());
    }

    private static Schema of(List<ColumnDefinition> columns) {
        return new Schema(columns.stream()
                .map(column -> new Field(column.name(), TypeMapper.dataType(column.type())))
                .toList());
    }

    /** The indexes of the primary key's columns among the written ones; empty without a key. */
    public static List<Integer> keyColumns(RelationDefinition relation) {
        Schema written = written(relation);
        List<Integer> key = new ArrayList<>();
        for (String column : relation.primaryKey()) {
            int index = written.indexOf(column);
            if (index < 0) {
                throw CodedException.internal(
                        "key column \"" + column + "\" of \"" + relation.name() + "\" is not written");
            }
            key.add(index);
        }
        return key;
    }

    /** The indexes of an index's columns among the stored ones. */
    public static List<Integer> indexColumns(RelationDefinition relation, IndexDefinition index) {
        Schema stored = stored(relation);
        return index.columns().stream().map(stored::indexOf).toList();
    }

    /** The columns of a query's result, named as its statement names them. */
    public static Schema output(PlannedQuery query) {
        Schema schema = TypeMapper.schema(query.root().rowType());
        List<String> labels = query.labels();
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < schema.size(); i++) {
            fields.add(new Field(labels.get(i), schema.type(i)));
        }
        return new Schema(fields);
    }

    /** The types that a function of a user's takes, in order. */
    public static List<DataType> parameters(FunctionDefinition function) {
        return function.parameters().stream().map(TypeMapper::dataType).toList();
    }

    /** The type that a function of a user's gives. */
    public static DataType result(FunctionDefinition function) {
        return TypeMapper.dataType(function.result());
    }

    /** The types of a query's parameters, in order. */
    public static List<DataType> parameters(PlannedQuery query) {
        return query.parameterTypes().stream().map(TypeMapper::dataType).toList();
    }
}
