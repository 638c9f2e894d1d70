/**
 * Nonlinear skinning played by linear skinning with a few blend bones (KCO09). Notation beyond that of
 * {@code dev.sinew.solve}:
 *
 * <pre>
 * k      blend bone of β        u_kl   weight of master bone l on blend bone k, ≥ 0, Σ_l u_kl = 1
 * w_ij   weight of master j in the input; w'_ia weight of bone a (master or blend) in the output, at most four
 * p_ia   3F   bone a's rigid prediction of vertex i, stacked over the frames
 * v_i    3F   where the nonlinear operator has vertex i
 * r_ia = p_ia − v_i,   e_i = Σ_a w'_ia·r_ia,   E = Σ_i ‖e_i‖²  (formula 2)
 * </pre>
 */
package dev.sinew.linearize;
