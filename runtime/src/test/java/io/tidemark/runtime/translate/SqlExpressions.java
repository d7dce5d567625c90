package io.tidemark.runtime.translate;

import io.tidemark.planner.function.DialectOperators;
import io.tidemark.planner.type.DialectTypeFactory;
import java.util.List;
import java.util.Properties;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.sql2rel.StandardConvertletTable;

/** Turns the text of select lists over one table into expressions, by Calcite's own parser and validator. */
final class SqlExpressions {

    private final RelDataTypeFactory types = new DialectTypeFactory();
    private final RelDataType rowType;
    private final SqlValidator validator;
    private final CalciteCatalogReader reader;

    /** A table {@code t} with columns declared as in CREATE TABLE. */
    SqlExpressions(String columns) {
        CalciteSchema schema = CalciteSchema.createRootSchema(false);
        rowType = rowType(columns);
        schema.add("t", new AbstractTable() {
            @Override
            public RelDataType getRowType(RelDataTypeFactory factory) {
                return rowType;
            }
        });
        Properties settings = new Properties();
        settings.setProperty("caseSensitive", "false");
        reader = new CalciteCatalogReader(schema, List.of(), types, new CalciteConnectionConfigImpl(settings));
        validator = SqlValidatorUtil.newValidator(
                DialectOperators.table(),
                reader,
                types,
                SqlValidator.Config.DEFAULT.withConformance(SqlConformanceEnum.BABEL));
    }

    RelDataType rowType() {
        return rowType;
    }

    RelDataTypeFactory types() {
        return types;
    }

    /** The expressions of a select list. */
    List<RexNode> parse(String selectList) {
        SqlParser.Config config =
                SqlParser.config().withUnquotedCasing(Casing.UNCHANGED).withConformance(SqlConformanceEnum.BABEL);
        try {
            SqlNode query =
                    SqlParser.create("SELECT " + selectList + " FROM t", config).parseQuery();
            SqlNode valid = validator.validate(query);
            RelOptCluster cluster = RelOptCluster.create(new VolcanoPlanner(), new RexBuilder(types));
            SqlToRelConverter converter = new SqlToRelConverter(
                    (type, text, schemaPath, viewPath) -> {
                        throw new IllegalStateException("no views");
                    },
                    validator,
                    reader,
                    cluster,
                    StandardConvertletTable.INSTANCE,
                    SqlToRelConverter.config());
            RelNode rel = converter.convertQuery(valid, false, true).rel;
            return ((Project) rel).getProjects();
        } catch (SqlParseException notSql) {
            throw new IllegalArgumentException(selectList, notSql);
        }
    }

    private RelDataType rowType(String columns) {
        RelDataTypeFactory.Builder builder = types.builder();
        for (String column : columns.split(",(?![^(]*\\))", -1)) {
            String[] words = column.strip().split("\\s+", 2);
            builder.add(words[0], type(words[1]));
        }
        return builder.build();
    }

    private RelDataType type(String declared) {
        boolean notNull = declared.endsWith(" NOT NULL");
        String text = declared.replace(" NOT NULL", "").strip();
        String name = text.replaceAll("\\(.*", "").strip();
        SqlTypeName typeName = switch (name) {
            case "INT" -> SqlTypeName.INTEGER;
            case "TIMESTAMP_LTZ" -> SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE;
            default -> SqlTypeName.valueOf(name);
        };
        RelDataType type;
        if (text.contains("(")) {
            String[] numbers =
                    text.substring(text.indexOf('(') + 1, text.indexOf(')')).split(",", -1);
            int precision = Integer.parseInt(numbers[0].strip());
            type = numbers.length == 1
                    ? types.createSqlType(typeName, precision)
                    : types.createSqlType(typeName, precision, Integer.parseInt(numbers[1].strip()));
        } else {
            type = types.createSqlType(typeName);
        }
        return types.createTypeWithNullability(type, !notNull);
    }
}
