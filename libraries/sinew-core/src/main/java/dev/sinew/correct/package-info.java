/**
 * Correctives: shapes that say what linear skinning cannot, added to the rest pose before bones move it (after Kry, James and Pai's EigenSkin, and
 * KSO10's Table 2). Letters: {@code i} vertex of N, {@code r} row of normals of R, {@code f} frame of F, {@code k} shape of K, {@code j} bone of B; {@code L} the
 * linear part of what moves a vertex, {@code c} how much of a shape a frame has, {@code d} a shape's positions and {@code e} its normals.
 */
package dev.sinew.correct;
