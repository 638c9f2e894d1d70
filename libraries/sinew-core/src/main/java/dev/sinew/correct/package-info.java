/**
 * Corrective shapes for what linear skinning cannot reproduce, added to the rest pose before the bones move it (after Kry, James and Pai's
 * EigenSkin, and KSO10's Table 2). Notation: {@code i} vertex of N, {@code r} row of normals of R, {@code f} frame of F, {@code k} shape of
 * K, {@code j} bone of B; {@code L} the linear part of a vertex's matrix, {@code c} weight of a shape in a frame, {@code d} a shape's
 * positions and {@code e} its normals.
 */
package dev.sinew.correct;
