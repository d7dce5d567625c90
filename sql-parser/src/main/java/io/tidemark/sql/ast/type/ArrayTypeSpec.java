package io.tidemark.sql.ast.type;

import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.util.Litmus;

/** {@code ARRAY<type [NOT NULL]>}; the standard's {@code type ARRAY}, whose elements may be NULL, is Calcite's own node. */
public final class ArrayTypeSpec extends SqlCollectionTypeNameSpec {
    private final boolean elementNullable;

    /** Makes an array type. */
    public ArrayTypeSpec(SqlTypeNameSpec element, boolean elementNullable, SqlParserPos pos) {
        super(element, elementNullable, SqlTypeName.ARRAY, pos);
        this.elementNullable = elementNullable;
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("ARRAY");
        SqlWriter.Frame frame = writer.startList("<", ">");
        getElementTypeName().unparse(writer, 0, 0);
        if (!elementNullable) {
            writer.keyword("NOT NULL");
        }
        writer.endList(frame);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec node, Litmus litmus) {
        boolean same = node instanceof ArrayTypeSpec that && that.elementNullable == elementNullable;
        return same ? super.equalsDeep(node, litmus) : litmus.fail("{} != {}", this, node);
    }
}
