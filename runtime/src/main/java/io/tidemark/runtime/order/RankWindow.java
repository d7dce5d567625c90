package io.tidemark.runtime.order;

/** Goes along the rows of a partition, and says of each which of its copies have a rank that is wanted. */
final class RankWindow {

    private final Ranking ranking;
    private final long first;
    private final long last;
    private long before;
    private long rank;
    private long places;
    private long number;
    private long count;

    RankWindow(Ranking ranking, long first, long last) {
        this.ranking = ranking;
        this.first = first;
        this.last = last;
    }

    /** Begins a partition. */
    void begin() {
        before = 0;
        rank = 0;
        places = 0;
    }

    /**
     * Goes to the next row.
     *
     * @param weight how many copies there are of it
     * @param ties whether it is equal to the row before in the columns of the order
     */
    void next(long weight, boolean ties) {
        if (!ties) {
            rank = before + 1;
            places++;
        }
        switch (ranking) {
            case ROW_NUMBER -> {
                number = Math.max(before + 1, first);
                count = Math.max(0, Math.min(before + weight, last) - number + 1);
            }
            case RANK -> set(rank, weight);
            case DENSE_RANK -> set(places, weight);
        }
        before += weight;
    }

    private void set(long its, long weight) {
        number = its;
        count = its >= first && its <= last ? weight : 0;
    }

    /** The rank of the row; where each copy has its own, that of the first copy wanted. */
    long number() {
        return number;
    }

    /** How many copies of the row are wanted. */
    long count() {
        return count;
    }

    /**
     * Whether no row after this one is wanted.
     *
     * @param ties whether the one after it is equal to it in the columns of the order
     */
    boolean isPast(boolean ties) {
        return switch (ranking) {
            case ROW_NUMBER -> before >= last;
            case RANK -> !ties && before >= last;
            case DENSE_RANK -> !ties && places >= last;
        };
    }
}
