package io.tidemark.tpch;

import java.util.List;
import java.util.Map;

/** The tables of TPC-H. */
final class TpchSchema {

    private static final List<String> REGIONS = List.of("AFRICA", "AMERICA", "ASIA", "EUROPE", "MIDDLE EAST");

    /** The nations with the number of their region; a nation's place is its key. */
    private static final List<String> NATIONS = List.of(
            "ALGERIA 0",
            "ARGENTINA 1",
            "BRAZIL 1",
            "CANADA 1",
            "EGYPT 4",
            "ETHIOPIA 0",
            "FRANCE 3",
            "GERMANY 3",
            "INDIA 2",
            "INDONESIA 2",
            "IRAN 4",
            "IRAQ 4",
            "JAPAN 2",
            "JORDAN 4",
            "KENYA 0",
            "MOROCCO 0",
            "MOZAMBIQUE 0",
            "PERU 1",
            "CHINA 2",
            "ROMANIA 3",
            "SAUDI ARABIA 4",
            "VIETNAM 2",
            "RUSSIA 3",
            "UNITED KINGDOM 3",
            "UNITED STATES 1");

    /** How many nations there are. */
    static final int NATION_COUNT = NATIONS.size();

    /** Columns by table. */
    static final Map<String, String> COLUMNS = Map.of(
            "region",
            "r_regionkey INT NOT NULL, r_name STRING",
            "nation",
            "n_nationkey INT NOT NULL, n_name STRING, n_regionkey INT",
            "supplier",
            "s_suppkey INT NOT NULL, s_name STRING, s_address STRING, s_nationkey INT, s_phone STRING, s_acctbal DECIMAL(15, 2),"
                    + " s_comment STRING",
            "part",
            "p_partkey INT NOT NULL, p_name STRING, p_mfgr STRING, p_brand STRING, p_type STRING, p_size INT, p_container STRING,"
                    + " p_retailprice DECIMAL(15, 2), p_comment STRING",
            "partsupp",
            "ps_partkey INT NOT NULL, ps_suppkey INT NOT NULL, ps_availqty INT, ps_supplycost DECIMAL(15, 2), ps_comment STRING",
            "customer",
            "c_custkey INT NOT NULL, c_name STRING, c_address STRING, c_nationkey INT, c_phone STRING, c_acctbal DECIMAL(15, 2),"
                    + " c_mktsegment STRING, c_comment STRING",
            "orders",
            "o_orderkey INT NOT NULL, o_custkey INT, o_orderstatus STRING, o_totalprice DECIMAL(15, 2), o_orderdate DATE,"
                    + " o_orderpriority STRING, o_clerk STRING, o_shippriority INT, o_comment STRING",
            "lineitem",
            "l_orderkey INT NOT NULL, l_partkey INT, l_suppkey INT, l_linenumber INT NOT NULL, l_quantity DECIMAL(15, 2),"
                    + " l_extendedprice DECIMAL(15, 2), l_discount DECIMAL(15, 2), l_tax DECIMAL(15, 2), l_returnflag STRING,"
                    + " l_linestatus STRING, l_shipdate DATE, l_commitdate DATE, l_receiptdate DATE, l_shipinstruct STRING,"
                    + " l_shipmode STRING, l_comment STRING");

    private static final Map<String, String> KEYS = Map.of(
            "region", "r_regionkey",
            "nation", "n_nationkey",
            "supplier", "s_suppkey",
            "part", "p_partkey",
            "partsupp", "ps_partkey, ps_suppkey",
            "customer", "c_custkey",
            "orders", "o_orderkey",
            "lineitem", "l_orderkey, l_linenumber");

    private TpchSchema() {}

    /** The statements that make the tables, with keys. */
    static List<String> tables() {
        return COLUMNS.entrySet().stream()
                .map(table -> "CREATE TABLE " + table.getKey() + " (" + table.getValue() + ", PRIMARY KEY ("
                        + KEYS.get(table.getKey()) + "))")
                .toList();
    }

    /** The statements that make the tables, without keys. */
    static List<String> tablesWithoutKeys() {
        return COLUMNS.entrySet().stream()
                .map(table -> "CREATE TABLE " + table.getKey() + " (" + table.getValue() + ")")
                .toList();
    }

    /** The statements that fill the tables that do not change. */
    static List<String> fixedRows() {
        StringBuilder regions = new StringBuilder();
        for (int i = 0; i < REGIONS.size(); i++) {
            regions.append(i == 0 ? "" : ", ")
                    .append("(")
                    .append(i)
                    .append(", '")
                    .append(REGIONS.get(i))
                    .append("')");
        }
        StringBuilder nations = new StringBuilder();
        for (int i = 0; i < NATIONS.size(); i++) {
            String nation = NATIONS.get(i);
            int last = nation.lastIndexOf(' ');
            nations.append(i == 0 ? "" : ", ")
                    .append("(" + i + ", '" + nation.substring(0, last) + "', " + nation.substring(last + 1) + ")");
        }
        return List.of("INSERT INTO region VALUES " + regions, "INSERT INTO nation VALUES " + nations);
    }
}
