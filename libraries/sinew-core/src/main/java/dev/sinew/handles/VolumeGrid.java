package dev.sinew.handles;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Voxels;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import java.util.Arrays;

/** The grid around a mesh and, where there is one, its cage. */
final class VolumeGrid {
    private static final int TRIAL = 24;

    private VolumeGrid() {}

    /** @param resolution cubes along the longest side */
    static GridDomain of(Mesh mesh, HandleSet handles, int resolution) {
        float[] around = withCage(mesh, handles);
        Box box = Box.around(around);
        double[] min = {box.minX(), box.minY(), box.minZ()};
        double[] extent = {box.maxX() - box.minX(), box.maxY() - box.minY(), box.maxZ() - box.minZ()};
        double edge = Math.max(extent[0], Math.max(extent[1], extent[2])) / resolution;
        int[] size = new int[3];
        double[] origin = new double[3];
        for (int d = 0; d < 3; d++) {
            int cubes = (int) Math.ceil(extent[d] / edge) + 2;
            size[d] = cubes * GridDomain.FINE;
            origin[d] = min[d] - (cubes * edge - extent[d]) / 2;
        }
        double spacing = edge / GridDomain.FINE;
        Voxels voxels = Voxels.of(mesh, origin, size, spacing);
        if (handles.hasCage()) {
            voxels.include(Voxels.of(cage(handles), origin, size, spacing));
        }
        return new GridDomain(voxels);
    }

    /** The resolution that gives about this many nodes: nodes grow with its third power. */
    static int resolutionFor(Mesh mesh, HandleSet handles, int nodes) {
        int trial = of(mesh, handles, TRIAL).nodeCount();
        double wanted = TRIAL * Math.cbrt((double) nodes / Math.max(1, trial));
        return (int) Math.max(8, Math.min(WeightsOptions.MAX_RESOLUTION, Math.round(wanted)));
    }

    private static float[] withCage(Mesh mesh, HandleSet handles) {
        Handle.CageVertex[] cage = handles.hasCage() ? handles.cageVertices() : new Handle.CageVertex[0];
        float[] all = Arrays.copyOf(mesh.positions(), mesh.positions().length + 3 * cage.length);
        for (int k = 0; k < cage.length; k++) {
            for (int d = 0; d < 3; d++) {
                all[mesh.positions().length + 3 * k + d] = (float) cage[k].position()[d];
            }
        }
        return all;
    }

    private static Mesh cage(HandleSet handles) {
        Handle.CageVertex[] vertices = handles.cageVertices();
        float[] positions = new float[3 * vertices.length];
        for (int k = 0; k < vertices.length; k++) {
            for (int d = 0; d < 3; d++) {
                positions[3 * k + d] = (float) vertices[k].position()[d];
            }
        }
        return Mesh.ofTriangles(positions, handles.cageTriangles());
    }
}
