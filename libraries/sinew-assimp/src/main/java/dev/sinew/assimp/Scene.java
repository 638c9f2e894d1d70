package dev.sinew.assimp;

import java.util.List;

/**
 * What an FBX file holds, in plain Java: what goes between this program and the process that Assimp runs in, both ways.
 *
 * @param nodes parents before their children; the first is the root
 * @param metres what one unit of the file is
 */
record Scene(List<Node> nodes, List<Part> parts, List<Paint> materials, List<Animation> animations, double metres) {
    /** Stands for "no parent". */
    static final int NONE = -1;

    /**
     * A node.
     *
     * @param parent number of its parent, {@link #NONE} for the root
     * @param local 3×4 matrix to its parent's space, without animation
     * @param meshes numbers of the parts that it shows
     */
    record Node(String name, int parent, double[] local, int[] meshes) {}

    /** A material, by name and linear base colour. */
    record Paint(String name, float red, float green, float blue) {}

    /**
     * A mesh of one material. Its vertices are already parted where normals or UVs differ.
     *
     * @param normals three per vertex, or none
     * @param uvs two per vertex, or none
     * @param faceStarts faces + 1 offsets into {@code corners}
     * @param strayCorners corners of points and lines, which are no faces
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
     * @param seconds how long it lasts
     * @param ticks a second
     */
    record Animation(String name, double seconds, double ticks, List<Channel> channels) {}

    /** How a node moves: keys of position, rotation (x, y, z, w) and scale, their times in seconds. */
    record Channel(String node, Keys position, Keys rotation, Keys scale) {}

    /** Values at times that rise. */
    record Keys(int width, double[] seconds, double[] values) {}
}
