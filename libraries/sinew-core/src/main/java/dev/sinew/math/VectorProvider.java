package dev.sinew.math;

import java.util.Optional;
import java.util.function.Supplier;

/** Chooses between providers of inner loops: the Vector API's where the module is there and its code links, else plain Java. */
public final class VectorProvider {
    private VectorProvider() {}

    /**
     * @param vectors name of a class of this module with a constructor without parameters, which uses the Vector API
     * @param plain what runs without it, or where the property {@code sinew.kernels} is {@code plain}
     */
    public static <T> T choose(Class<T> kind, String vectors, Supplier<T> plain) {
        Optional<Module> api = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if ("plain".equals(System.getProperty("sinew.kernels")) || api.isEmpty()) {
            return plain.get();
        }
        // Not in module-info: `requires static` of an incubating module can not be compiled with --release.
        VectorProvider.class.getModule().addReads(api.get());
        try {
            var constructor = Class.forName(vectors).getDeclaredConstructor();
            constructor.setAccessible(true);
            return kind.cast(constructor.newInstance());
        } catch (ReflectiveOperationException | LinkageError unusable) {
            // An incubating API may change between releases; plain Java gives the same answers, later.
            return plain.get();
        }
    }
}
