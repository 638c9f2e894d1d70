/**
 * Plays models frame by frame: single precision, flat arrays (rest, offsets, weights, result), no allocation per frame, on one thread or
 * several, no dependencies beyond the JDK.
 *
 * <p>Create a runtime from a model once, set a pose, and read positions and normals. Vertices are processed in blocks: a blending kernel
 * fills a block of 4×4 matrices that stays in the L1 cache, from which positions and normals are computed. The reference implementations in
 * double precision are in {@code dev.sinew.skin}.
 */
package dev.sinew.skin.runtime;
