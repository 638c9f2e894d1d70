package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import java.util.Map;

/** {@code sinew compress} of a dense model, measured on its poses. */
enum TwoLayerRun {
    /** Weights alone are approximated; poses are only measured by. */
    WITHOUT_EXAMPLES,
    WITH_EXAMPLES;

    /** @param size what is asked of the size: a name and a value of the request */
    Map<String, double[]> numbers(String dense, String examples, String out, String size, Object value) {
        Map<String, Object> asked = BenchJob.values("input", dense, size, value, "output", out);
        if (this == WITH_EXAMPLES) {
            asked.put("examples", examples);
            return Sinew.numbers(BenchJob.run("compress", asked));
        }
        Map<String, double[]> numbers = Sinew.numbers(BenchJob.run("compress", asked));
        numbers.put("erms", new double[] {
            BenchJob.run("evaluate", "input", out, "against", examples)
                    .at("/error/erms")
                    .asDouble()
        });
        return numbers;
    }
}
