/**
 * Dense algebra on flat arrays, row-major: products, factorisations, small constrained least squares. The only room that
 * sees a linear-algebra library. Kernels assume what their callers have checked.
 */
package dev.sinew.linalg;
