/**
 * The results of solvers and the input of engines: weights, bone motion, skeletons. Compact and immutable; no solver state.
 *
 * <p>Transforms are skinning matrices M: 3×4, row-major, from rest position to posed position.
 */
package dev.sinew.model;
