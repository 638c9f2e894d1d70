/** Mirror planes, and which vertices, bones and names are mirrored counterparts. Used by solvers, not exported. */
package dev.sinew.symmetry;
