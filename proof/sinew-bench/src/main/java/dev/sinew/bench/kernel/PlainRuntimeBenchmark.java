package dev.sinew.bench.kernel;

import org.openjdk.jmh.annotations.Fork;

/** {@link RuntimeBenchmark} in plain Java. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "-Dsinew.kernels=plain"})
public class PlainRuntimeBenchmark extends RuntimeBenchmark {
    @Override
    String kernelName() {
        return "plain";
    }
}
