package dev.sinew.handles;

import dev.sinew.linalg.SparseMatrix;

/**
 * Where weights are smooth: nodes with a Laplacian, and how vertices read from them.
 *
 * @param stiffness L, nodes×nodes, positive semidefinite, rows summing to 0
 * @param mass lumped mass a node, positive
 * @param xyz where the nodes are
 * @param toVertices N×nodes, rows non-negative and summing to 1, empty for vertices that lie outside of the domain
 */
record Domain(SparseMatrix stiffness, double[] mass, double[] xyz, SparseMatrix toVertices) {
    int nodeCount() {
        return mass.length;
    }
}
