package io.tidemark.server.session;

import java.util.Map;
import java.util.TreeMap;

/** Settings as rows of {@code key, value}. */
final class SettingRows {

    private SettingRows() {}

    static StatementResult of(Map<String, String> settings) {
        TextRows rows = new TextRows("key", "value");
        new TreeMap<>(settings).forEach((key, value) -> rows.add(key, value));
        return rows.result();
    }
}
