/**
 * Learns drivers: helper bones that follow the pose and its motion, so that they also work in clips that nobody simulated. Notation:
 *
 * <pre>
 * h      helper of H        X_fh = M_ref⁻¹·M_h   its transform relative to its reference bone in frame f
 * z_f    inputs of frame f, I numbers: rotations, gravity, rates, motion of the carrier
 * y_f    outputs of frame f, O numbers: X_fh of every helper, as {@link dev.sinew.model.Drivers} encodes it
 * A      O×I coefficients, y = y₀ + A·(z − μ)/σ, by ridge regression
 * </pre>
 */
package dev.sinew.drive;
