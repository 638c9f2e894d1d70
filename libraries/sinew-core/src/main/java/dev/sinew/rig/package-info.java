/**
 * Example poses → skeleton, joints, weights, motion (Le & Deng 2014).
 *
 * <p>Beyond the notation of {@link dev.sinew.solve}: bones form a tree, c is a bone that is not the root, p(c) its
 * parent, C_c the joint between them in the rest pose, S(c) the bones at and below c, W_ic = Σ_{j ∈ S(c)} w_ij.
 */
package dev.sinew.rig;
