package io.tidemark.planner;

import io.tidemark.planner.rule.LogicalPhases;
import io.tidemark.planner.syntax.SyntaxTrees;
import io.tidemark.planner.validate.LogicalPlan;
import io.tidemark.sql.error.CodedException;
import io.tidemark.sql.parser.StatementParser;
import java.util.List;
import org.apache.calcite.plan.RelOptUtil;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queries of {@code logical/NAME.sql} have the logical plans in {@code logical/NAME.txt}. */
class LogicalPlanGoldenTest {
    private static final String SEPARATOR = ";\n";

    private static final FakeCatalog CATALOG = FakeCatalog.of(
            "CREATE TABLE r (a INT, b INT, c INT, PRIMARY KEY (a))",
            "CREATE TABLE s (x INT, y INT, z STRING)",
            "CREATE TABLE t (k INT NOT NULL, v INT NOT NULL, u DOUBLE)",
            "CREATE TABLE lists (id INT PRIMARY KEY, xs ARRAY<INT>)",
            "CREATE TABLE region (r_regionkey INT PRIMARY KEY, r_name STRING NOT NULL, r_comment STRING)",
            """
            CREATE TABLE nation (n_nationkey INT PRIMARY KEY, n_name STRING NOT NULL, n_regionkey INT NOT NULL,
              n_comment STRING)""",
            """
            CREATE TABLE part (p_partkey INT PRIMARY KEY, p_name STRING NOT NULL, p_mfgr STRING NOT NULL,
              p_brand STRING NOT NULL, p_type STRING NOT NULL, p_size INT NOT NULL, p_container STRING NOT NULL,
              p_retailprice DECIMAL(15, 2) NOT NULL, p_comment STRING)""",
            """
            CREATE TABLE supplier (s_suppkey INT PRIMARY KEY, s_name STRING NOT NULL, s_address STRING NOT NULL,
              s_nationkey INT NOT NULL, s_phone STRING NOT NULL, s_acctbal DECIMAL(15, 2) NOT NULL, s_comment STRING)""",
            """
            CREATE TABLE partsupp (ps_partkey INT, ps_suppkey INT, ps_availqty INT NOT NULL,
              ps_supplycost DECIMAL(15, 2) NOT NULL, ps_comment STRING, PRIMARY KEY (ps_partkey, ps_suppkey))""",
            """
            CREATE TABLE customer (c_custkey INT PRIMARY KEY, c_name STRING NOT NULL, c_address STRING NOT NULL,
              c_nationkey INT NOT NULL, c_phone STRING NOT NULL, c_acctbal DECIMAL(15, 2) NOT NULL,
              c_mktsegment STRING NOT NULL, c_comment STRING)""",
            """
            CREATE TABLE orders (o_orderkey INT PRIMARY KEY, o_custkey INT NOT NULL, o_orderstatus STRING NOT NULL,
              o_totalprice DECIMAL(15, 2) NOT NULL, o_orderdate DATE NOT NULL, o_orderpriority STRING NOT NULL,
              o_clerk STRING NOT NULL, o_shippriority INT NOT NULL, o_comment STRING)""",
            """
            CREATE TABLE lineitem (l_orderkey INT, l_partkey INT NOT NULL, l_suppkey INT NOT NULL, l_linenumber INT,
              l_quantity DECIMAL(15, 2) NOT NULL, l_extendedprice DECIMAL(15, 2) NOT NULL,
              l_discount DECIMAL(15, 2) NOT NULL, l_tax DECIMAL(15, 2) NOT NULL, l_returnflag STRING NOT NULL,
              l_linestatus STRING NOT NULL, l_shipdate DATE NOT NULL, l_commitdate DATE NOT NULL,
              l_receiptdate DATE NOT NULL, l_shipinstruct STRING NOT NULL, l_shipmode STRING NOT NULL,
              l_comment STRING, PRIMARY KEY (l_orderkey, l_linenumber))""");

    @ParameterizedTest
    @ValueSource(strings = {"subqueries", "tpch"})
    void plans(String name) {
        StringBuilder text = new StringBuilder();
        for (String query :
                List.of(new GoldenFile("logical/" + name + ".sql").read().split(SEPARATOR))) {
            text.append(query.strip())
                    .append("\n\n")
                    .append(plan(query.strip()))
                    .append("\n");
        }
        new GoldenFile("logical/" + name + ".txt").check(text.toString());
    }

    private static String plan(String sql) {
        try {
            LogicalPlan plan = SelectPlanner.session(CATALOG, PlannerSettings.defaults(), sql)
                    .convert(SyntaxTrees.copy(new StatementParser().parse(sql)));
            if (Boolean.getBoolean("raw")) {
                return RelOptUtil.toString(plan.rel())
                        + RelOptUtil.toString(LogicalPhases.run(plan).rel());
            }
            return RelOptUtil.toString(LogicalPhases.run(plan).rel());
        } catch (CodedException refused) {
            return refused.code().code() + " "
                    + refused.position().map(p -> p.line() + ":" + p.column()).orElse("-") + " " + refused.getMessage()
                    + "\n";
        }
    }
}
