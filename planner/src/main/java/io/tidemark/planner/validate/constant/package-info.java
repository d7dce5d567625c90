/** What can be told of constant expressions without computing them, which is the engine's business. */
@NullMarked
package io.tidemark.planner.validate.constant;

import org.jspecify.annotations.NullMarked;
