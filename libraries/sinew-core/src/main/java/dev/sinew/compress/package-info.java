/**
 * Dense weights in two sparse layers (LD13). The paper's notation, in addition to that of {@code solve}:
 *
 * <pre>
 * W  k×n  weights, stored vertex by vertex      k = B master bones, n = N vertices
 * D  k×m  atoms d_j: how virtual bone j blends the master bones, at most c of them, Σ = 1
 * A  m×n  coefficients α_i: at most two virtual bones r, s a vertex, Σ = 1
 * E_i²    what Dα_i costs vertex i more than w_i does; Δ² its mean
 * </pre>
 */
package dev.sinew.compress;
