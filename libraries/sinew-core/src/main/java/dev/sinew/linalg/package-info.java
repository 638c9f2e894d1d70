/**
 * Dense and sparse algebra on flat arrays, row-major: products, factorisations, small constrained least squares. Kernels do not check their
 * arguments.
 */
package dev.sinew.linalg;
