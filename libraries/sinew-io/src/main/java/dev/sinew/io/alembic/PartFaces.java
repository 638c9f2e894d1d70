package dev.sinew.io.alembic;

import java.util.Arrays;

/**
 * The faces of a mesh as ours go round, anticlockwise seen from outside; Alembic's go clockwise. Faces of fewer than three
 * corners are left out.
 *
 * @param starts of the faces kept, with the number of corners behind the last
 * @param corners vertices
 * @param cornerSources which corner of the file each corner was
 * @param faceSources which face of the file each face was
 * @param fileFaces faces in the file, kept or not
 * @param fileCorners corners in the file
 */
record PartFaces(int[] starts, int[] corners, int[] cornerSources, int[] faceSources, int fileFaces, int fileCorners) {
    /** Which way round the faces of the file are to go. */
    enum Turn {
        REVERSE,
        /** A mirroring transform has turned them round already. */
        KEEP
    }

    /**
     * @param counts corners of each face, checked
     * @param indices vertices of all corners, checked
     */
    static PartFaces of(int[] counts, int[] indices, Turn turn) {
        int[] starts = new int[counts.length + 1];
        int[] corners = new int[indices.length];
        int[] cornerSources = new int[indices.length];
        int[] faceSources = new int[counts.length];
        int faces = 0;
        int filled = 0;
        int at = 0;
        for (int k = 0; k < counts.length; k++) {
            if (counts[k] >= 3) {
                for (int c = 0; c < counts[k]; c++) {
                    int source = turn == Turn.KEEP ? at + c : at + counts[k] - 1 - c;
                    cornerSources[filled] = source;
                    corners[filled++] = indices[source];
                }
                faceSources[faces++] = k;
                starts[faces] = filled;
            }
            at += counts[k];
        }
        return new PartFaces(
                Arrays.copyOf(starts, faces + 1),
                Arrays.copyOf(corners, filled),
                Arrays.copyOf(cornerSources, filled),
                Arrays.copyOf(faceSources, faces),
                counts.length,
                indices.length);
    }

    int faceCount() {
        return faceSources.length;
    }
}
