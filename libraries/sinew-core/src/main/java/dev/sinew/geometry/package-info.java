/** Questions about shapes: nearest points, what lies inside, voxels, the Laplacian. Used by solvers, not exported. */
package dev.sinew.geometry;
