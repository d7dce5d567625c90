package io.tidemark.runtime.translate;

import io.tidemark.planner.incremental.IncrementalAggregate;
import io.tidemark.planner.incremental.IncrementalAsofJoin;
import io.tidemark.planner.incremental.IncrementalCalc;
import io.tidemark.planner.incremental.IncrementalExpand;
import io.tidemark.planner.incremental.IncrementalJoin;
import io.tidemark.planner.incremental.IncrementalLimit;
import io.tidemark.planner.incremental.IncrementalLookupJoin;
import io.tidemark.planner.incremental.IncrementalMatch;
import io.tidemark.planner.incremental.IncrementalNode;
import io.tidemark.planner.incremental.IncrementalOver;
import io.tidemark.planner.incremental.IncrementalScan;
import io.tidemark.planner.incremental.IncrementalSession;
import io.tidemark.planner.incremental.IncrementalSetOperation;
import io.tidemark.planner.incremental.IncrementalSort;
import io.tidemark.planner.incremental.IncrementalTopN;
import io.tidemark.planner.incremental.IncrementalUnion;
import io.tidemark.planner.incremental.IncrementalUnnest;
import io.tidemark.planner.incremental.IncrementalValues;
import io.tidemark.planner.incremental.IncrementalWatermark;
import io.tidemark.planner.incremental.IncrementalWindow;
import io.tidemark.runtime.operator.Dataflow;
import io.tidemark.runtime.parallel.Workers;
import io.tidemark.runtime.translate.code.ClassCache;
import io.tidemark.runtime.translate.type.TypeMapper;
import io.tidemark.sql.error.CodedException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Turns an incremental plan into operators: node by node, inputs first, with all expressions compiled once. Safe for use by several threads.
 *
 * <p><b>Errors</b>: {@code FEAT-01}, with the node's place in the statement, for what the engine can't compute exactly. <b>Cost</b>: about 20 ms
 * for each Calc whose code has not been compiled before.
 */
public final class PlanTranslator {

    private final ClassCache classes;
    private final Workers workers;
    private final TableLookups lookups;

    /** A translator whose dataflows are worked on by {@code workers}, and look nothing up. */
    public PlanTranslator(Workers workers) {
        this(workers, TableLookups.NONE);
    }

    /** A translator whose dataflows are worked on by {@code workers}. */
    public PlanTranslator(Workers workers, TableLookups lookups) {
        this(new ClassCache(), workers, lookups);
    }

    private PlanTranslator(ClassCache classes, Workers workers, TableLookups lookups) {
        this.classes = classes;
        this.workers = workers;
        this.lookups = lookups;
    }

    /** A translator for other workers, which shares the compiled code of this one. */
    public PlanTranslator forWorkers(Workers others) {
        return new PlanTranslator(classes, others, lookups);
    }

    /** Translates a plan into what makes its dataflows. */
    public Dataflow.Factory translate(IncrementalNode root, TranslationSettings settings) {
        return translatePlan(root, settings).factory();
    }

    /** Translates a plan, keeping what EXPLAIN and the server want to know of it. */
    public TranslatedPlan translatePlan(IncrementalNode root, TranslationSettings settings) {
        StageBuilder builder = new StageBuilder(classes, settings, workers, isLinear(root), lookups);
        Translation translation = new Translation(builder, SharedNodes.of(root));
        translation.translateTables(root, new Spot("0", false));
        builder.endPresentScans();
        Stage.Input input = translation.translate(root, new Spot("0", false));
        return builder.build(input, TypeMapper.schema(root.rowType()));
    }

    private static boolean isLinear(IncrementalNode node) {
        return node.inputs().size() <= 1 && node.inputs().stream().allMatch(PlanTranslator::isLinear);
    }

    /**
     * Where a node stands.
     *
     * @param path from the root
     * @param sliced whether it is below an aggregate that is worked out by slices, down to the windows
     */
    private record Spot(String path, boolean sliced) {}

    /** The translation of one plan: what is computed at several places becomes one stage with several readers. */
    private static final class Translation {
        private final StageBuilder builder;
        private final SharedNodes shared;
        private final IdentityHashMap<IncrementalNode, Stage.Input> done = new IdentityHashMap<>();

        Translation(StageBuilder builder, SharedNodes shared) {
            this.builder = builder;
            this.shared = shared;
        }

        /** Translates the tables of temporal joins before anything else: scans are read in the order in which they are made, and tables come first. */
        void translateTables(IncrementalNode node, Spot spot) {
            for (int i = 0; i < node.inputs().size(); i++) {
                translateTables(node.inputs().get(i), below(node, spot, i));
            }
            if (node instanceof IncrementalJoin join && join.kind().isTemporal()) {
                translate(join.right(), below(node, spot, 1));
            }
        }

        private static Spot below(IncrementalNode node, Spot spot, int input) {
            return new Spot(spot.path() + "." + input, SharedNodes.isSliced(node, spot.sliced()));
        }

        Stage.Input translate(IncrementalNode node, Spot spot) {
            Stage.Input known = done.get(shared.first(node));
            if (known != null) {
                return known;
            }
            List<Stage.Input> inputs = new ArrayList<>();
            for (IncrementalNode input : node.inputs()) {
                inputs.add(translate(input, below(node, spot, inputs.size())));
            }
            try {
                Stage.Input stage = stage(node, spot, inputs, builder);
                done.put(shared.first(node), stage);
                return stage;
            } catch (CodedException refused) {
                throw refused.position().isPresent() ? refused : refused.at(node.position());
            }
        }
    }

    private static Stage.Input stage(IncrementalNode node, Spot spot, List<Stage.Input> inputs, StageBuilder builder) {
        StageBuilder.Place place = new StageBuilder.Place(spot.path(), inputs);
        if (node instanceof IncrementalScan scan) {
            return builder.scan(scan, place);
        } else if (node instanceof IncrementalCalc calc) {
            return builder.calc(calc, place);
        } else if (node instanceof IncrementalWatermark watermark) {
            return builder.watermark(watermark, place);
        } else if (node instanceof IncrementalValues values) {
            return builder.values(values, place);
        } else if (node instanceof IncrementalUnion union) {
            return builder.union(union, place);
        } else if (node instanceof IncrementalWindow window) {
            return builder.stateful(window, place, WindowStages.window(window, spot.sliced()));
        } else if (node instanceof IncrementalSession session) {
            return builder.stateful(session, place, WindowStages.session(session, builder.workers()));
        } else if (node instanceof IncrementalUnnest unnest) {
            return builder.stateful(unnest, place, StatefulStages.unnest(unnest));
        } else if (node instanceof IncrementalExpand expand) {
            return builder.stateful(expand, place, StatefulStages.expand(expand));
        } else if (node instanceof IncrementalAggregate aggregate) {
            return builder.stateful(aggregate, place, StatefulStages.aggregate(aggregate, builder.workers()));
        } else if (node instanceof IncrementalJoin join) {
            return builder.join(join, place);
        } else if (node instanceof IncrementalAsofJoin join) {
            return builder.stateful(join, place, JoinStages.asof(join, builder.workers()));
        } else if (node instanceof IncrementalLookupJoin join) {
            return builder.lookup(join, place);
        } else if (node instanceof IncrementalMatch match) {
            return builder.stateful(match, place, new MatchStages(match, builder.compiler()).maker(builder.workers()));
        } else if (node instanceof IncrementalSetOperation operation) {
            return builder.stateful(operation, place, StatefulStages.setOperation(operation, builder.workers()));
        } else if (node instanceof IncrementalSort sort) {
            return builder.stateful(sort, place, StatefulStages.sort(sort));
        } else if (node instanceof IncrementalOver over) {
            return builder.stateful(over, place, OrderStages.over(over, builder.workers()));
        } else if (node instanceof IncrementalTopN top) {
            return builder.stateful(top, place, OrderStages.top(top, builder.workers()));
        } else if (node instanceof IncrementalLimit limit) {
            return builder.stateful(limit, place, StatefulStages.limit(limit));
        }
        throw CodedException.internal("no operator for " + node.getClass().getSimpleName());
    }
}
