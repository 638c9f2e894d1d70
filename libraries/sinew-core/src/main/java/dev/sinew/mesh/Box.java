package dev.sinew.mesh;

/** The axis-aligned box around points. */
public record Box(double minX, double minY, double minZ, double maxX, double maxY, double maxZ) {
    /** @param positions coordinates of at least one point, three each, not modified */
    public static Box around(float[] positions) {
        double[] min = {positions[0], positions[1], positions[2]};
        double[] max = min.clone();
        for (int k = 3; k < positions.length; k++) {
            min[k % 3] = Math.min(min[k % 3], positions[k]);
            max[k % 3] = Math.max(max[k % 3], positions[k]);
        }
        return new Box(min[0], min[1], min[2], max[0], max[1], max[2]);
    }

    /** Length of the diagonal: the "size" of a mesh everywhere in Sinew. */
    public double diagonal() {
        double x = maxX - minX;
        double y = maxY - minY;
        double z = maxZ - minZ;
        return Math.sqrt(x * x + y * y + z * z);
    }
}
