/**
 * How a commit to several streams and tables is made one: {@link io.tidemark.runtime.storage.commit.CommitCoordinator} and its log. Knows nothing
 * of what streams and tables are but that they have logs.
 */
@NullMarked
package io.tidemark.runtime.storage.commit;

import org.jspecify.annotations.NullMarked;
