package io.tidemark.tpch;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random transactions, each a few statements: first what is sold and by whom, then orders with their lines, among them changes of all tables, and
 * deletions of orders, customers and parts' suppliers.
 */
final class TpchChanges {

    private static final int PARTS = 200;
    private static final int CUSTOMERS_WITHOUT_ORDERS = 3;
    private static final int FIRST_CUSTOMERS = 60;
    private static final int PARTS_AT_ONCE = 50;

    private final Random random;
    private final TpchRows rows;
    private final List<Integer> orders = new ArrayList<>();
    private int lastSupplier;
    private int lastPart;
    private int lastCustomer;
    private int lastOrder;

    TpchChanges(long seed) {
        this.random = new Random(seed);
        this.rows = new TpchRows(random);
    }

    /** The statements of the next transaction. */
    List<String> next() {
        if (lastSupplier == 0) {
            return List.of(suppliers());
        }
        if (lastPart < PARTS) {
            return parts();
        }
        if (lastCustomer == 0) {
            return List.of(customers(FIRST_CUSTOMERS));
        }
        List<String> statements = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            statements.addAll(change());
        }
        return statements;
    }

    private List<String> change() {
        int kind = orders.size() < 50 ? 0 : random.nextInt(16);
        return switch (kind) {
            case 10 -> List.of(customers(1 + random.nextInt(3)));
            case 11 -> deleteOrder();
            case 12 -> List.of(updateLines(), updateOrder());
            case 13 -> List.of(updateCustomer(), updateSupplier());
            case 14 -> List.of(updatePart(), updateCost());
            case 15 -> List.of(deleteLine(), random.nextInt(4) == 0 ? deleteCustomer() : updateOrder());
            default -> newOrders(1 + random.nextInt(4));
        };
    }

    private String suppliers() {
        List<String> values = new ArrayList<>();
        while (lastSupplier < TpchRows.SUPPLIERS) {
            values.add(rows.supplier(++lastSupplier));
        }
        return "INSERT INTO supplier VALUES " + String.join(", ", values);
    }

    private List<String> parts() {
        List<String> parts = new ArrayList<>();
        List<String> partsupps = new ArrayList<>();
        for (int i = 0; i < PARTS_AT_ONCE; i++) {
            parts.add(rows.part(++lastPart));
            for (int number = 0; number < TpchRows.SUPPLIERS_OF_PART; number++) {
                partsupps.add(rows.partsupp(lastPart, number));
            }
        }
        return List.of(
                "INSERT INTO part VALUES " + String.join(", ", parts),
                "INSERT INTO partsupp VALUES " + String.join(", ", partsupps));
    }

    private String customers(int count) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(rows.customer(++lastCustomer));
        }
        return "INSERT INTO customer VALUES " + String.join(", ", values);
    }

    /** Every third customer never orders. */
    private int orderingCustomer() {
        int customer = 1 + random.nextInt(lastCustomer);
        return customer % CUSTOMERS_WITHOUT_ORDERS == 0 ? Math.max(1, customer - 1) : customer;
    }

    private List<String> newOrders(int count) {
        List<String> heads = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int order = ++lastOrder;
            LocalDate day = rows.day();
            heads.add(rows.order(order, orderingCustomer(), day));
            for (int line = 1 + random.nextInt(7); line > 0; line--) {
                lines.add(rows.lineitem(order, line, 1 + random.nextInt(PARTS), day));
            }
            orders.add(order);
        }
        return List.of(
                "INSERT INTO orders VALUES " + String.join(", ", heads),
                "INSERT INTO lineitem VALUES " + String.join(", ", lines));
    }

    private int order() {
        return orders.get(random.nextInt(orders.size()));
    }

    private List<String> deleteOrder() {
        int order = orders.remove(random.nextInt(orders.size()));
        return List.of(
                "DELETE FROM lineitem WHERE l_orderkey = " + order, "DELETE FROM orders WHERE o_orderkey = " + order);
    }

    private String deleteLine() {
        return "DELETE FROM lineitem WHERE l_orderkey = " + order() + " AND l_linenumber = " + (1 + random.nextInt(4));
    }

    private String deleteCustomer() {
        return "DELETE FROM customer WHERE c_custkey = " + (1 + random.nextInt(lastCustomer));
    }

    private String updateLines() {
        return "UPDATE lineitem SET l_quantity = " + (1 + random.nextInt(50)) + ", l_shipdate = DATE '" + rows.day()
                + "', l_discount = 0.0" + random.nextInt(10) + " WHERE l_orderkey = " + order();
    }

    private String updateOrder() {
        return "UPDATE orders SET o_totalprice = " + rows.amount(1000, 300_000) + ", o_custkey = " + orderingCustomer()
                + ", o_orderdate = DATE '" + rows.day() + "' WHERE o_orderkey = " + order();
    }

    private String updateCustomer() {
        return "UPDATE customer SET c_acctbal = " + rows.amount(-999, 9999)
                + ", c_mktsegment = 'BUILDING' WHERE c_custkey = " + (1 + random.nextInt(lastCustomer));
    }

    private String updateSupplier() {
        return "UPDATE supplier SET s_acctbal = " + rows.amount(-999, 9999) + ", s_comment = '"
                + (random.nextInt(4) == 0 ? "Customer some Complaints" : "good") + "' WHERE s_suppkey = "
                + (1 + random.nextInt(lastSupplier));
    }

    private String updatePart() {
        return "UPDATE part SET p_size = " + (1 + random.nextInt(12)) + ", p_brand = 'Brand#23' WHERE p_partkey = "
                + (1 + random.nextInt(PARTS));
    }

    private String updateCost() {
        return "UPDATE partsupp SET ps_supplycost = " + rows.amount(1, 1000) + ", ps_availqty = "
                + (1 + random.nextInt(9999)) + " WHERE ps_partkey = " + (1 + random.nextInt(PARTS));
    }
}
