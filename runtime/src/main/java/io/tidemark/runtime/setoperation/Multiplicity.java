package io.tidemark.runtime.setoperation;

/** How often a row is in the result, by how often it is in each branch. <b>Source</b>: SQL:2016, 7.17, query expression. */
public enum Multiplicity {
    /** As often as it is in the branch that has it least. */
    INTERSECT_ALL {
        @Override
        long of(long[] weights, int from, int branches) {
            long least = weights[from];
            for (int i = 1; i < branches; i++) {
                least = Math.min(least, weights[from + i]);
            }
            return least;
        }
    },
    /** Once, if it is in every branch. */
    INTERSECT {
        @Override
        long of(long[] weights, int from, int branches) {
            return Math.min(1, INTERSECT_ALL.of(weights, from, branches));
        }
    },
    /** As often as it is more in the first branch than in the others together. */
    EXCEPT_ALL {
        @Override
        long of(long[] weights, int from, int branches) {
            long left = weights[from];
            for (int i = 1; i < branches; i++) {
                left -= weights[from + i];
            }
            return Math.max(0, left);
        }
    },
    /** Once, if it is in the first branch and in no other. */
    EXCEPT {
        @Override
        long of(long[] weights, int from, int branches) {
            for (int i = 1; i < branches; i++) {
                if (weights[from + i] > 0) {
                    return 0;
                }
            }
            return Math.min(1, weights[from]);
        }
    };

    /** How often, by the weights of the branches, which stand in {@code weights} from {@code from} on and are not negative. */
    abstract long of(long[] weights, int from, int branches);
}
