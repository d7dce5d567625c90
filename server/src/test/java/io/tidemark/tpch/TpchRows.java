package io.tidemark.tpch;

import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes rows of TPC-H as the text of VALUES, from lists of words so short that every query finds some of them. */
final class TpchRows {

    /** How many suppliers there are: one in each nation. */
    static final int SUPPLIERS = TpchSchema.NATION_COUNT;

    /** How many suppliers a part has. */
    static final int SUPPLIERS_OF_PART = 4;

    private static final LocalDate FIRST_DAY = LocalDate.of(1992, 1, 1);
    private static final LocalDate TODAY = LocalDate.of(1995, 6, 17);
    private static final int DAYS = 2405;
    private static final List<String> COLOURS = List.of(
            "almond", "azure", "blush", "coral", "forest", "green", "ivory", "lemon", "navy", "olive", "plum",
            "violet");
    private static final List<String> BRANDS = List.of("Brand#12", "Brand#23", "Brand#34", "Brand#45");
    private static final List<String> CONTAINERS = List.of("SM CASE", "MED BOX", "LG BOX", "JUMBO PKG");
    private static final List<String> TYPES = List.of("STANDARD", "ECONOMY", "PROMO");
    private static final List<String> FINISHES = List.of("ANODIZED", "BURNISHED");
    private static final List<String> METALS = List.of("TIN", "BRASS", "STEEL");
    private static final List<String> SEGMENTS =
            List.of("AUTOMOBILE", "BUILDING", "FURNITURE", "HOUSEHOLD", "MACHINERY");
    private static final List<String> PRIORITIES =
            List.of("1-URGENT", "2-HIGH", "3-MEDIUM", "4-NOT SPECIFIED", "5-LOW");
    private static final List<String> INSTRUCTIONS =
            List.of("DELIVER IN PERSON", "COLLECT COD", "NONE", "TAKE BACK RETURN");
    private static final List<String> MODES = List.of("AIR", "MAIL", "SHIP", "RAIL");
    private static final int SIZES = 12;

    private final Random random;

    TpchRows(Random random) {
        this.random = random;
    }

    private String oneOf(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private static String quoted(String text) {
        return "'" + text + "'";
    }

    private static String row(Object... values) {
        StringBuilder row = new StringBuilder("(");
        for (Object value : values) {
            row.append(row.length() == 1 ? "" : ", ").append(value);
        }
        return row.append(")").toString();
    }

    /** An amount of money between two numbers. */
    String amount(int least, int greatest) {
        int cents = least * 100 + random.nextInt((greatest - least) * 100);
        return String.format(
                Locale.ROOT, "%s%d.%02d", cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }

    private String phone(int nation) {
        return quoted((10 + nation) + "-" + (100 + random.nextInt(900)) + "-" + (1000 + random.nextInt(9000)));
    }

    private String comment(String special) {
        return quoted(
                oneOf(COLOURS) + " " + (random.nextInt(8) == 0 ? special : oneOf(COLOURS)) + " " + oneOf(COLOURS));
    }

    String supplier(int key) {
        int nation = key % TpchSchema.NATION_COUNT;
        return row(
                key,
                quoted("Supplier#" + key),
                quoted("street " + random.nextInt(100)),
                nation,
                phone(nation),
                amount(-999, 9999),
                comment("Customer old Complaints"));
    }

    String part(int key) {
        return row(
                key,
                quoted(oneOf(COLOURS) + " " + oneOf(COLOURS) + " " + oneOf(COLOURS)),
                quoted("Manufacturer#" + (1 + random.nextInt(5))),
                quoted(oneOf(BRANDS)),
                quoted(oneOf(TYPES) + " " + oneOf(FINISHES) + " " + oneOf(METALS)),
                1 + random.nextInt(SIZES),
                quoted(oneOf(CONTAINERS)),
                amount(900, 2000),
                comment("new"));
    }

    /** The supplier of a part with a number below {@link #SUPPLIERS_OF_PART}. */
    static int supplierOf(int part, int number) {
        return 1 + (part * 7 + number * (SUPPLIERS / SUPPLIERS_OF_PART)) % SUPPLIERS;
    }

    String partsupp(int part, int number) {
        return row(part, supplierOf(part, number), 1 + random.nextInt(9999), amount(1, 1000), comment("new"));
    }

    String customer(int key) {
        int nation = random.nextInt(TpchSchema.NATION_COUNT);
        return row(
                key,
                quoted("Customer#" + key),
                quoted("street " + random.nextInt(100)),
                nation,
                phone(nation),
                amount(-999, 9999),
                quoted(oneOf(SEGMENTS)),
                comment("new"));
    }

    LocalDate day() {
        return FIRST_DAY.plusDays(random.nextInt(DAYS));
    }

    String order(int key, int customer, LocalDate day) {
        String status = day.plusDays(100).isBefore(TODAY) ? "F" : day.isAfter(TODAY) ? "O" : "P";
        return row(
                key,
                customer,
                quoted(status),
                amount(1000, 300_000),
                "DATE '" + day + "'",
                quoted(oneOf(PRIORITIES)),
                quoted("Clerk#" + random.nextInt(10)),
                0,
                comment("special odd requests"));
    }

    String lineitem(int order, int line, int part, LocalDate ordered) {
        LocalDate shipped = ordered.plusDays(1 + random.nextInt(121));
        LocalDate received = shipped.plusDays(1 + random.nextInt(30));
        int quantity = 1 + random.nextInt(50);
        return row(
                order,
                part,
                supplierOf(part, random.nextInt(SUPPLIERS_OF_PART)),
                line,
                quantity,
                amount(900 * quantity, 2000 * quantity),
                String.format(Locale.ROOT, "0.%02d", random.nextInt(11)),
                String.format(Locale.ROOT, "0.%02d", random.nextInt(9)),
                quoted(received.isAfter(TODAY) ? "N" : random.nextBoolean() ? "R" : "A"),
                quoted(shipped.isAfter(TODAY) ? "O" : "F"),
                "DATE '" + shipped + "'",
                "DATE '" + ordered.plusDays(30 + random.nextInt(61)) + "'",
                "DATE '" + received + "'",
                quoted(oneOf(INSTRUCTIONS)),
                quoted(oneOf(MODES)),
                comment("new"));
    }
}
