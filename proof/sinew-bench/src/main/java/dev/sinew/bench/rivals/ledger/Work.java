package dev.sinew.bench.rivals.ledger;

import java.util.Map;
import java.util.function.Supplier;

/**
 * Something to be measured once.
 *
 * @param subject data and sizes, for people and for {@code --only}: {@code elastic-cow/18}
 * @param data fingerprint of what is read
 * @param method what is run on it
 * @param version goes up when the method changes, so that old numbers are not taken for its own
 * @param run gives numbers by name
 */
public record Work(String subject, String data, String method, String version, Supplier<Map<String, double[]>> run) {
    /** What people and {@code --only} call it. */
    public String name() {
        return subject + "/" + method;
    }

    String key() {
        return name() + "@" + version + "#" + data;
    }
}
