package dev.sinew.assimp;

import java.util.List;

/**
 * The content of an FBX file as plain Java records, exchanged in both directions with the process that runs Assimp.
 *
 * @param nodes parents before their children; the first is the root
 * @param metres length of one file unit in metres
 */
record Scene(List<Node> nodes, List<Part> parts, List<Paint> materials, List<Animation> animations, double metres) {
    /** Means "no parent". */
    static final int NONE = -1;

    /**
     * A node.
     *
     * @param parent index of its parent, {@link #NONE} for the root
     * @param local 3×4 matrix to its parent's space, without animation
     * @param meshes indices of the parts that it shows
     */
    record Node(String name, int parent, double[] local, int[] meshes) {}

    /** A material, by name and linear base colour. */
    record Paint(String name, float red, float green, float blue) {}

    /**
     * A mesh with one material. Its vertices are already split where normals or UVs differ.
     *
     * @param normals three per vertex, or empty
     * @param uvs two per vertex, or empty
     * @param faceStarts faces + 1 offsets into {@code corners}
     * @param strayCorners corners of points and lines, which are not faces
     */
    record Part(
            String name,
            float[] positions,
            float[] normals,
            float[] uvs,
            int[] faceStarts,
            int[] corners,
            int strayCorners,
            int material,
            List<Bone> bones) {}

    /**
     * A bone of a mesh.
     *
     * @param node name of the node that moves it
     * @param offset 3×4 from the mesh's space to the node's
     */
    record Bone(String node, double[] offset, int[] vertices, float[] weights) {}

    /**
     * A clip.
     *
     * @param seconds duration
     * @param ticks per second
     */
    record Animation(String name, double seconds, double ticks, List<Channel> channels) {}

    /** The motion of a node: keys of position, rotation (x, y, z, w) and scale, with times in seconds. */
    record Channel(String node, Keys position, Keys rotation, Keys scale) {}

    /** Values at increasing times. */
    record Keys(int width, double[] seconds, double[] values) {}
}
