package io.tidemark.runtime.batch;

/**
 * Collects the elements of one ARRAY, each set as a value of a column is.
 *
 * <p>For each array: {@link #clear}; for each element, set {@link #element} and call {@link #endElement}; then {@link #writeTo}. An element of which
 * nothing is set is NULL.
 */
public final class ArrayBuilder {

    private final ColumnBuilder element;
    private final ArrayWriter writer = new ArrayWriter();

    /** Makes one for arrays of elements of a type. */
    public ArrayBuilder(DataType elementType) {
        element = new ColumnBuilder(elementType, 1);
    }

    /** Begins an array without elements. */
    public void clear() {
        writer.clear();
        element.reset(new BytesPool());
    }

    /** What takes the value of the next element. */
    public ColumnBuilder element() {
        return element;
    }

    /** Ends an element. */
    public void endElement() {
        writer.add(element.build(1), 0);
        element.setNull();
    }

    /** The length in bytes of what has been collected. */
    public int size() {
        return writer.size();
    }

    /** Makes the array the value of a column's current row. */
    public void writeTo(ColumnBuilder target) {
        target.setBytes(writer.bytes(), 0, writer.size());
    }
}
