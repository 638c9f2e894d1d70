package dev.sinew.platform;

import java.util.Optional;
import java.util.function.Supplier;

/** The processor and memory this program runs on. */
public final class Machine {
    /** Whether {@link Math#fma} is one instruction here; kernels that must agree to the bit use it then. */
    public static final boolean HAS_FUSED_MULTIPLY_ADD = measureFusedMultiplyAdd();

    private Machine() {}

    /** Threads that run at the same time. */
    public static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Bytes this program may use in all. */
    public static long memoryBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /**
     * Chooses between providers of inner loops: the Vector API's where the module is there and its code links, else plain Java.
     *
     * @param vectors name of a class of this module with a constructor without parameters, which uses the Vector API
     * @param plain what runs without it, or where the property {@code sinew.kernels} is {@code plain}
     */
    public static <T> T chooseKernels(Class<T> kind, String vectors, Supplier<T> plain) {
        Optional<Module> api = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if ("plain".equals(System.getProperty("sinew.kernels")) || api.isEmpty()) {
            return plain.get();
        }
        // Not in module-info: `requires static` of an incubating module cannot be compiled with --release.
        Machine.class.getModule().addReads(api.get());
        try {
            var constructor = Class.forName(vectors).getDeclaredConstructor();
            constructor.setAccessible(true);
            return kind.cast(constructor.newInstance());
        } catch (ReflectiveOperationException | LinkageError unusable) {
            // An incubating API may change between releases; plain Java gives the same results, more slowly.
            return plain.get();
        }
    }

    /**
     * Where the processor has no such instruction, the JVM computes {@link Math#fma} with big decimals: several microseconds per call instead of a
     * tenth of one, even interpreted. The best of several attempts counts, since the thread may be suspended during one.
     */
    private static boolean measureFusedMultiplyAdd() {
        int calls = 100;
        double sum = 1;
        for (int attempt = 0; attempt < 10; attempt++) {
            long start = System.nanoTime();
            for (int k = 0; k < calls; k++) {
                sum = Math.fma(sum, 1.0000001, 1e-9 * k);
            }
            if (sum > 0 && System.nanoTime() - start < calls * 1000L) {
                return true;
            }
        }
        return false;
    }
}
