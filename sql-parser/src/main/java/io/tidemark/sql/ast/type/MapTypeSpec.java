package io.tidemark.sql.ast.type;

import java.util.Objects;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlWriter;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.util.Litmus;

/** {@code MAP<key, value [NOT NULL]>}: keys are never NULL, values may be unless it says otherwise. */
public final class MapTypeSpec extends SqlMapTypeNameSpec {
    /** Makes a type whose parts carry their nullability. */
    public MapTypeSpec(SqlDataTypeSpec key, SqlDataTypeSpec value, SqlParserPos pos) {
        super(key, value, pos);
    }

    @Override
    public void unparse(SqlWriter writer, int leftPrec, int rightPrec) {
        writer.keyword("MAP");
        SqlWriter.Frame frame = writer.startList("<", ">");
        writer.sep(",");
        getKeyType().unparse(writer, 0, 0);
        writer.sep(",");
        getValType().unparse(writer, 0, 0);
        if (Boolean.FALSE.equals(getValType().getNullable())) {
            writer.keyword("NOT NULL");
        }
        writer.endList(frame);
    }

    @Override
    public boolean equalsDeep(SqlTypeNameSpec node, Litmus litmus) {
        boolean same = node instanceof MapTypeSpec that
                && Objects.equals(that.getValType().getNullable(), getValType().getNullable());
        return same ? super.equalsDeep(node, litmus) : litmus.fail("{} != {}", this, node);
    }
}
