/**
 * Motion of one skeleton on another: which bones correspond, how their rest poses differ, and where feet stand. Poses of a skeleton for given
 * positions: of joints, of points, or of the whole mesh.
 */
package dev.sinew.retarget;
