package dev.sinew.studio.shelf;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;

/** A mesh that does not move, as a sequence of one frame. */
public final class Still {
    private Still() {}

    public static MeshSequence of(Mesh mesh) {
        FrameSource one = new FrameSource() {
            @Override
            public int frameCount() {
                return 1;
            }

            @Override
            public float[] frame(int f) {
                return mesh.positions();
            }
        };
        return new MeshSequence("", mesh, one, 1);
    }
}
