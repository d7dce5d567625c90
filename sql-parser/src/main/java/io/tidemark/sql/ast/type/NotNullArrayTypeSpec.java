package io.tidemark.sql.ast.type;

import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Litmus;

/** {@code ARRAY<type NOT NULL>}; an array whose elements may be NULL is Calcite's own node. */
public final class NotNullArrayTypeSpec extends SqlCollectionTypeNameSpec {
    private NotNullArrayTypeSpec(SqlTypeNameSpec element, SqlParserPos pos) {
        super(element, false, SqlTypeName.ARRAY, pos);
    }

    /** Makes an array type. */
    public static SqlTypeNameSpec of(SqlTypeNameSpec element, boolean nullable, SqlParserPos pos) {
        return nullable
                ? new SqlCollectionTypeNameSpec(element, true, SqlTypeName.ARRAY, pos)
                : new NotNullArrayTypeSpec(element, pos);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ARRAY");
        SqlWriter.Frame frame = writer.startList("<", ">");
        getElementTypeName().unparse(writer, 0, 0);
        writer.keyword("NOT NULL");
        writer.endList(frame);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec that, Litmus litmus) {
        return that instanceof NotNullArrayTypeSpec
                ? super.equalsDeep(that, litmus)
                : litmus.fail("{} != {}", this, that);
    }
}
