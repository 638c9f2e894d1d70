package dev.sinew.show.page;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A swaying tube of quads on a hard-edged block: two shells, two materials, any resolution. */
final class Tentacle {
    private static final int[][] BLOCK_FACES = {
        {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}
    };

    private final int around;
    private final int along;

    private Tentacle(int around, int along) {
        this.around = around;
        this.along = along;
    }

    /** A sequence of around·along + 8 vertices. */
    static MeshSequence of(int around, int along, int frames) {
        Tentacle tentacle = new Tentacle(around, along);
        float[][] poses = new float[frames][];
        Arrays.setAll(poses, f -> tentacle.positions(2 * Math.PI * f / frames));
        Mesh rest = tentacle.mesh(tentacle.positions(0));
        return new MeshSequence("tentacle", rest, FrameSource.of(poses), 30);
    }

    private float[] positions(double phase) {
        float[] xyz = new float[3 * (around * along + 8)];
        for (int a = 0; a < along; a++) {
            double t = (double) a / (along - 1);
            double radius = 0.22 * (1 - 0.75 * t) * (1 + 0.06 * Math.sin(9 * t - 2 * phase));
            double swayX = 0.5 * t * t * Math.sin(phase + 2.2 * t);
            double swayZ = 0.35 * t * t * Math.sin(2 * phase + 1.5 * t);
            double twist = 0.8 * t * Math.sin(phase);
            for (int r = 0; r < around; r++) {
                double angle = 2 * Math.PI * r / around + twist;
                int at = 3 * (a * around + r);
                xyz[at] = (float) (swayX + radius * Math.cos(angle));
                xyz[at + 1] = (float) (0.2 + 1.6 * t * (1 - 0.08 * Math.sin(phase) * Math.sin(phase)));
                xyz[at + 2] = (float) (swayZ + radius * Math.sin(angle));
            }
        }
        for (int c = 0; c < 8; c++) {
            int at = 3 * (around * along + c);
            xyz[at] = (c & 1) == 0 ? -0.35f : 0.35f;
            xyz[at + 1] = (c & 2) == 0 ? 0f : 0.2f;
            xyz[at + 2] = (c & 4) == 0 ? -0.35f : 0.35f;
        }
        return xyz;
    }

    private Mesh mesh(float[] positions) {
        List<int[]> faces = new ArrayList<>();
        for (int a = 0; a + 1 < along; a++) {
            for (int r = 0; r < around; r++) {
                int s = (r + 1) % around;
                faces.add(new int[] {a * around + r, (a + 1) * around + r, (a + 1) * around + s, a * around + s});
            }
        }
        int tube = faces.size();
        for (int[] face : BLOCK_FACES) {
            faces.add(Arrays.stream(face).map(c -> around * along + c).toArray());
        }
        int[] starts = new int[faces.size() + 1];
        Arrays.setAll(starts, k -> 4 * k);
        int[] corners = faces.stream().flatMapToInt(Arrays::stream).toArray();
        int[] materials = new int[faces.size()];
        Arrays.fill(materials, tube, materials.length, 1);
        return Mesh.of(positions, starts, corners, surface(corners, tube, materials));
    }

    /** Normals are shared per vertex on the tube and per face on the block; only the sharing matters here. */
    private Mesh.Surface surface(int[] corners, int tube, int[] materials) {
        int vertices = around * along + 8;
        float[] values = new float[3 * (vertices + 6)];
        int[] rows = new int[corners.length];
        for (int r = 0; r < values.length / 3; r++) {
            double angle = r * 0.7;
            values[3 * r] = (float) Math.cos(angle);
            values[3 * r + 2] = (float) Math.sin(angle);
        }
        Arrays.setAll(rows, c -> c < 4 * tube ? corners[c] : vertices + c / 4 - tube);
        List<Material> palette = List.of(
                new Material("skin", 0.62f, 0.24f, 0.16f, 1, 0.6f, 0, Optional.empty()),
                new Material("stone", 0.34f, 0.36f, 0.4f, 1, 0.9f, 0, Optional.empty()));
        return new Mesh.Surface(
                Optional.empty(),
                Optional.of(new CornerAttribute(3, values, rows)),
                Optional.empty(),
                palette,
                materials,
                List.of(),
                new int[0]);
    }
}
