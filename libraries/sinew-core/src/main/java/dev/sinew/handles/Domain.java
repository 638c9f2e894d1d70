package dev.sinew.handles;

import dev.sinew.linalg.SparseMatrix;

/**
 * The domain on which weights are smooth: nodes with a Laplacian, and the interpolation to vertices.
 *
 * @param stiffness L, nodes×nodes, positive semidefinite, rows summing to 0
 * @param mass lumped mass per node, positive
 * @param xyz positions of the nodes
 * @param toVertices N×nodes, rows non-negative and summing to 1, empty for vertices outside the domain
 */
record Domain(SparseMatrix stiffness, double[] mass, double[] xyz, SparseMatrix toVertices) {
    int nodeCount() {
        return mass.length;
    }
}
