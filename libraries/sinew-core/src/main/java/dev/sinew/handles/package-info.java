/**
 * Weights for handles, and posing by handles (YLWXG19): bounded biharmonic weights on the surface or in the volume, weights
 * learnt from examples, and transforms from target positions of handles. Notation as in {@code dev.sinew.solve}, plus:
 *
 * <pre>
 * j  handle of H          w_j   weights of handle j on the nodes of a domain, then on the vertices
 * L  stiffness, positive semidefinite; M lumped mass; Q = L·M⁻¹·L
 * K  N×4H  row i: w_ij·ũ_iᵀ in block j            (YLWXG19 eq. 20)
 * T  4H×3  the handles' transforms, transposed
 * g  group of edges with one rotation R_g
 * </pre>
 */
package dev.sinew.handles;
