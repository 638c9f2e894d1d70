/** Geometric queries: nearest points, inside tests, voxels, the Laplacian. Used by solvers, not exported. */
package dev.sinew.geometry;
