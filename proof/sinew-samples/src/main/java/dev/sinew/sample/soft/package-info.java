/** A bouncing soft body: neo-Hookean tetrahedra on a lattice, and an embedded smooth surface. */
package dev.sinew.sample.soft;
