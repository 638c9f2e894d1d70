package dev.sinew.compress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.compress.Factorisation.WorstVertex;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tournament against a linear search, at awkward sizes. */
class WorstVertexTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 13, 207})
    void findsTheLargestAfterEveryChange(int n) {
        Random random = new Random(n);
        double[] errors = random.doubles(n).toArray();
        WorstVertex worst = new WorstVertex(errors);
        for (int round = 0; round < 50; round++) {
            assertThat(errors[worst.get()])
                    .isEqualTo(Arrays.stream(errors).max().orElseThrow());
            int i = random.nextInt(n);
            errors[i] = random.nextDouble() - 0.5;
            worst.changed(i);
        }
    }
}
