package io.tidemark.planner.translate;

import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSetOperation.Kind;
import io.tidemark.planner.incremental.trait.Changelog;
import io.tidemark.planner.incremental.trait.ColumnWatermark;
import io.tidemark.planner.incremental.trait.Emission;
import io.tidemark.planner.incremental.trait.Traits;
import io.tidemark.planner.logical.LogicalSetOperation;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.error.ErrorCode;
import io.tidemark.sql.error.SourcePosition;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** INTERSECT and EXCEPT. */
final class SetOperationTranslator {
    private static final String BRANCH = "$branch";

    private final CalcBuilder calcs;
    private final Purpose purpose;
    private final String sql;
    private final LogicalSetOperation operation;
    private final IncrementalSetOperation.Spec spec;
    private final SourcePosition position;

    SetOperationTranslator(
            CalcBuilder calcs, Purpose purpose, String sql, LogicalSetOperation operation, SourcePosition statement) {
        this.calcs = calcs;
        this.purpose = purpose;
        this.sql = sql;
        this.operation = operation;
        this.spec = new IncrementalSetOperation.Spec(
                operation.kind == SqlKind.INTERSECT ? Kind.INTERSECT : Kind.EXCEPT,
                operation.all,
                operation.getInputs().size());
        this.position = operation.position().orElse(statement);
    }

    Part translate(List<Part> branches) {
        RelDataType tagged = taggedType(branches);
        List<Part> inputs = new ArrayList<>();
        for (Part branch : branches) {
            inputs.add(tagged(branch, inputs.size(), tagged));
        }
        Part all = UnionTranslator.union(inputs, tagged, position, spec.words());
        Traits below = all.node().traits();
        List<ColumnWatermark> closing = below.watermarks();
        boolean growsOnly = spec.kind() == Kind.INTERSECT && below.changelog() == Changelog.APPEND;
        if (purpose == Purpose.FINAL && closing.isEmpty() && !growsOnly) {
            throw neverFinal(below);
        }
        boolean finalRows = purpose == Purpose.FINAL && !closing.isEmpty() && !growsOnly;
        boolean appends = purpose == Purpose.SNAPSHOT || finalRows || growsOnly;
        Traits traits = new Traits(
                appends ? Changelog.APPEND : Changelog.RETRACT,
                finalRows ? Emission.FINAL : Emission.EARLY,
                closing,
                below.watermarkLoss(),
                keys(branches));
        return new Part(
                new IncrementalSetOperation(all.node(), spec, closing, operation.getRowType(), traits, position));
    }

    private CodedException neverFinal(Traits below) {
        String can = spec.kind() == Kind.EXCEPT
                ? " can withdraw a row when one like it comes to a later branch"
                : " can withdraw a row when a branch takes one like it back";
        String lost = below.watermarkLoss()
                .map(loss -> " (it was lost: " + loss + ")")
                .orElse("");
        return CodedException.of(
                        ErrorCode.MODE_03,
                        "EMIT APPEND is not possible: " + spec.words() + can
                                + ", because no column of it has a watermark" + lost)
                .at(position, sql)
                .hint("keep a column with a WATERMARK in every branch, or use EMIT UPDATE");
    }

    /** The columns as the branches give them once they have the common types, then the branch. */
    private RelDataType taggedType(List<Part> branches) {
        RelDataTypeFactory factory = operation.getCluster().getTypeFactory();
        RelDataTypeFactory.Builder type = factory.builder();
        for (RelDataTypeField field : operation.getRowType().getFieldList()) {
            boolean nullable = branches.stream()
                    .anyMatch(branch -> branch.node()
                            .rowType()
                            .getFieldList()
                            .get(field.getIndex())
                            .getType()
                            .isNullable());
            type.add(field.getName(), factory.createTypeWithNullability(field.getType(), nullable));
        }
        return type.add(BRANCH, SqlTypeName.INTEGER).build();
    }

    private Part tagged(Part branch, int number, RelDataType tagged) {
        RexBuilder builder = operation.getCluster().getRexBuilder();
        Part cast = calcs.cast(branch, operation.getRowType(), builder);
        List<RexNode> columns = new ArrayList<>();
        RelDataType from = cast.node().rowType();
        IntStream.range(0, from.getFieldCount()).forEach(i -> columns.add(RexInputRef.of(i, from)));
        RelDataType type = tagged.getFieldList().get(columns.size()).getType();
        columns.add(builder.makeExactLiteral(BigDecimal.valueOf(number), type));
        return calcs.project(cast, columns, tagged);
    }

    /** A key of a branch that all rows come from is one of the result; and each different row is one where they count once. */
    private List<List<Integer>> keys(List<Part> branches) {
        Set<List<Integer>> keys = new LinkedHashSet<>();
        int giving = spec.kind() == Kind.INTERSECT ? branches.size() : 1;
        branches.stream()
                .limit(giving)
                .forEach(branch -> keys.addAll(branch.node().traits().keys()));
        if (!spec.all()) {
            keys.add(IntStream.range(0, operation.getRowType().getFieldCount())
                    .boxed()
                    .toList());
        }
        return List.copyOf(keys);
    }
}
