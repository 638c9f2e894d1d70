/**
 * What plays models frame after frame: single precision, flat arrays a field (rest, offsets, weights, result), nothing
 * allocated per frame, on one thread or several, nothing beyond the JDK.
 *
 * <p>A runtime is made once from a model, given a pose, and asked for positions and normals. Vertices are worked on in
 * blocks: a blending kernel fills a block of 4×4 matrices that stays in the nearest cache, and what positions and normals
 * need is taken from it. The readable twins in double precision are in {@code dev.sinew.skin}.
 */
package dev.sinew.skin.runtime;
