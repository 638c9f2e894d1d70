/**
 * What the solvers share. The notation of every solver body:
 *
 * <pre>
 * i  vertex of N          u_i   rest position, ũ_i = (u_i, 1)
 * j  bone of B            v_if  posed position of vertex i in frame f
 * f  frame of F           w_ij  weight of bone j on vertex i, ≥ 0, Σ_j w_ij = 1, at most K of them not 0
 * d  reduced dimensions   M_jf  3×4 transform of bone j in frame f
 *
 * A  3F×N  the animation, row 3f+x = coordinate x of frame f
 * P  3F×d  orthonormal basis, A ≈ P·C       (KSO10 writes B; here B counts bones)
 * C  d×N   the animation in reduced coordinates, stored vertex by vertex
 * T  d×4B  the bones in reduced coordinates, [M_jf] = P·T
 * X  4B×N  w_ij·ũ_i in block (j, i), so that A ≈ P·T·X
 * </pre>
 */
package dev.sinew.solve;
