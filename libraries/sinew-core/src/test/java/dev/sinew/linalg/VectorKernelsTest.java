package dev.sinew.linalg;

/** Runs with the Vector API switched on, as the module's build does. */
class VectorKernelsTest extends KernelsContract {
    @Override
    Kernels kernels() {
        return new VectorKernels();
    }
}
