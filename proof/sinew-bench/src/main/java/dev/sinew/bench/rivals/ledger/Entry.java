package dev.sinew.bench.rivals.ledger;

import java.util.Map;

/**
 * What a piece of work gave.
 *
 * @param seconds that it took, on a machine that may have been busy
 */
public record Entry(Map<String, double[]> numbers, double seconds) {
    /** The single number of that name. */
    public double number(String name) {
        return numbers.get(name)[0];
    }
}
