/**
 * The ways to blend bone transforms, Φ(w; C_1 … C_B), in readable double precision: linear, dual quaternion, two-phase for bones that
 * scale, and iterative. Each has derivatives by the weights.
 */
package dev.sinew.skin.operator;
