package dev.sinew.bench.kernel;

import org.openjdk.jmh.annotations.Fork;

/** {@link RuntimeBenchmark} on the Vector API. */
@Fork(
        value = 1,
        jvmArgsAppend = {"-Xmx2g", "--add-modules=jdk.incubator.vector"})
public class VectorRuntimeBenchmark extends RuntimeBenchmark {
    @Override
    String kernelName() {
        return "vector";
    }
}
