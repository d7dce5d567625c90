package io.tidemark.sql.ast.type;

import java.util.List;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;

/** {@code ROW(name type [NOT NULL], …)}: fields may be NULL unless they say otherwise, as columns may. */
public final class RowTypeSpec extends SqlRowTypeNameSpec {
    /** Makes a type whose field types carry their nullability. */
    public RowTypeSpec(SqlParserPos pos, List<SqlIdentifier> names, List<SqlDataTypeSpec> types) {
        super(pos, names, types);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ROW");
        SqlWriter.Frame frame = writer.startList("(", ")");
        for (int i = 0; i < getArity(); i++) {
            writer.sep(",");
            getFieldNames().get(i).unparse(writer, 0, 0);
            SqlDataTypeSpec type = getFieldTypes().get(i);
            type.unparse(writer, 0, 0);
            if (Boolean.FALSE.equals(type.getNullable())) {
                writer.keyword("NOT NULL");
            }
        }
        writer.endList(frame);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec node, Litmus litmus) {
        boolean same = node instanceof RowTypeSpec that && nullability(that).equals(nullability(this));
        return same ? super.equalsDeep(node, litmus) : litmus.fail("{} != {}", this, node);
    }

    private static List<Boolean> nullability(RowTypeSpec row) {
        return row.getFieldTypes().stream()
                .map(type -> !Boolean.FALSE.equals(type.getNullable()))
                .toList();
    }
}
