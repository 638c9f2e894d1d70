package dev.sinew.platform;

import java.util.Optional;
import java.util.function.Supplier;

/** The processor and memory this program runs on. */
public final class Machine {
    /** Whether {@link Math#fma} is a single instruction here; kernels that must agree bit for bit then use it. */
    public static final boolean HAS_FUSED_MULTIPLY_ADD = measureFusedMultiplyAdd();

    private Machine() {}

    /** Number of threads that can run at the same time. */
    public static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** Maximum memory of this program in bytes. */
    public static long memoryBytes() {
        return Runtime.getRuntime().maxMemory();
    }

    /**
     * Chooses the implementation of inner loops: the Vector API's if the module is present and its code links, else plain Java.
     *
     * @param vectors name of a class of this module with a no-argument constructor that uses the Vector API
     * @param plain fallback, also used if the property {@code sinew.kernels} is {@code plain}
     */
    public static <T> T chooseKernels(Class<T> kind, String vectors, Supplier<T> plain) {
        Optional<Module> api = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if ("plain".equals(System.getProperty("sinew.kernels")) || api.isEmpty()) {
            return plain.get();
        }
        // Not in module-info: `requires static` of an incubator module does not compile with --release.
        Machine.class.getModule().addReads(api.get());
        try {
            var constructor = Class.forName(vectors).getDeclaredConstructor();
            constructor.setAccessible(true);
            return kind.cast(constructor.newInstance());
        } catch (ReflectiveOperationException | LinkageError unusable) {
            // An incubator API may change between releases; plain Java gives the same results, more slowly.
            return plain.get();
        }
    }

    /**
     * Without such an instruction, the JVM computes {@link Math#fma} with big decimals: several microseconds per call instead of 0.1, even
     * interpreted. Takes the best of several attempts, because the thread may be suspended during one.
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
