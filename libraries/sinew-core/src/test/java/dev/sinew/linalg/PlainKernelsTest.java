package dev.sinew.linalg;

class PlainKernelsTest extends KernelsContract {
    @Override
    Kernels kernels() {
        return new PlainKernels();
    }
}
