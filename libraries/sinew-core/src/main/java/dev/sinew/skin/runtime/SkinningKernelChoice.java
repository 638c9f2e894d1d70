package dev.sinew.skin.runtime;

import java.lang.reflect.InvocationTargetException;
import java.util.Optional;

/** Picks the provider once: the Vector API's where the module is there and its code links, else plain Java. */
final class SkinningKernelChoice {
    static final SkinningKernels BEST = choose();

    private SkinningKernelChoice() {}

    private static SkinningKernels choose() {
        Optional<Module> vectors = ModuleLayer.boot().findModule("jdk.incubator.vector");
        if ("plain".equals(System.getProperty("sinew.kernels")) || vectors.isEmpty()) {
            return new PlainSkinningKernels();
        }
        // Not in module-info: `requires static` of an incubating module can not be compiled with --release.
        SkinningKernelChoice.class.getModule().addReads(vectors.get());
        try {
            return (SkinningKernels) Class.forName("dev.sinew.skin.runtime.VectorSkinningKernels")
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException
                | LinkageError unusable) {
            // An incubating API may change between releases; plain Java gives the same answers, later.
            return new PlainSkinningKernels();
        }
    }
}
