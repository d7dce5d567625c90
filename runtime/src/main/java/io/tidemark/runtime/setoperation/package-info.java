/** INTERSECT and EXCEPT. Begin with {@link io.tidemark.runtime.setoperation.SetOperationOperator}. UNION, which keeps nothing, is in the package of operators. */
@NullMarked
package io.tidemark.runtime.setoperation;

import org.jspecify.annotations.NullMarked;
