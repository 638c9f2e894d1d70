package dev.sinew.io.usd;

import java.util.List;
import java.util.Map;

/**
 * A value of a layer, whatever its type: tuples and arrays are laid out flat.
 *
 * @param numbers all numbers, in the order of the text
 * @param texts all strings, tokens, assets and paths, in the order of the text
 * @param entries of a dictionary, by name
 */
record UsdValue(double[] numbers, List<String> texts, Map<String, UsdValue> entries) {
    static final UsdValue NONE = new UsdValue(new double[0], List.of(), Map.of());

    static UsdValue of(double[] numbers) {
        return new UsdValue(numbers, List.of(), Map.of());
    }
}
