/** Poses of rigid bones that keep their joints: the rotations of all bones of a frame at once. */
package dev.sinew.solve.joints;
