/**
 * The tables of the schema {@code INFORMATION_SCHEMA}: what the catalog holds, under the names and columns that the SQL standard gives them.
 *
 * <p>How the server runs is in {@code io.tidemark.server.system}, which these tables are declared and read by. Read {@link
 * io.tidemark.server.information.InformationSchema} first; {@code docs/information-schema.md} tells what is particular to Tidemark.
 *
 * <p><b>Source</b>: ISO/IEC 9075-11 (SQL/Schemata); INDEXES and INDEX_COLUMNS, which it lacks, are as H2 has them.
 */
@NullMarked
package io.tidemark.server.information;

import org.jspecify.annotations.NullMarked;
