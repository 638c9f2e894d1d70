package dev.sinew.io.gltf;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Mesh.Surface;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;

/** Synthetic models: tubes of quads along x with bones along them, and motions of all kinds. */
public final class TestModels {
    /** A red pixel. */
    public static final byte[] PNG = Base64.getDecoder()
            .decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");

    private TestModels() {}

    /** An open tube from x = 0 to x = 4, radius 0.5, quads. */
    public static Mesh tube(int rings, int sides) {
        float[] positions = new float[3 * rings * sides];
        for (int r = 0; r < rings; r++) {
            for (int s = 0; s < sides; s++) {
                double angle = 2 * Math.PI * s / sides;
                int at = 3 * (r * sides + s);
                positions[at] = 4f * r / (rings - 1);
                positions[at + 1] = (float) (0.5 * Math.cos(angle));
                positions[at + 2] = (float) (0.5 * Math.sin(angle));
            }
        }
        int faces = (rings - 1) * sides;
        int[] corners = new int[4 * faces];
        for (int k = 0; k < faces; k++) {
            int r = k / sides;
            int s = k % sides;
            int next = (s + 1) % sides;
            corners[4 * k] = r * sides + s;
            corners[4 * k + 1] = r * sides + next;
            corners[4 * k + 2] = (r + 1) * sides + next;
            corners[4 * k + 3] = (r + 1) * sides + s;
        }
        return Mesh.of(
                positions, IntStream.rangeClosed(0, faces).map(k -> 4 * k).toArray(), corners, Surface.bare());
    }

    /** The tube with a UV seam, a hard edge, colours, two materials (one with an image), two groups. */
    public static Mesh dressedTube(int rings, int sides) {
        Mesh tube = tube(rings, sides);
        int faces = tube.faceCount();
        float[] uvs = new float[2 * rings * (sides + 1)];
        for (int k = 0; k < uvs.length / 2; k++) {
            uvs[2 * k] = (float) (k % (sides + 1)) / sides;
            uvs[2 * k + 1] = (float) (k / (sides + 1)) / (rings - 1);
        }
        int[] uvRows = new int[4 * faces];
        float[] normals = new float[6 * sides];
        for (int s = 0; s < 2 * sides; s++) {
            // The second half of the table is tilted forward: a hard edge where the two meet.
            double lean = s < sides ? 0 : 0.6;
            normals[3 * s] = (float) Math.sin(lean);
            normals[3 * s + 1] = (float) (Math.cos(lean) * Math.cos(2 * Math.PI * s / sides));
            normals[3 * s + 2] = (float) (Math.cos(lean) * Math.sin(2 * Math.PI * s / sides));
        }
        int[] normalRows = new int[4 * faces];
        int[] faceMaterials = new int[faces];
        int[] faceGroups = new int[faces];
        for (int k = 0; k < faces; k++) {
            int r = k / sides;
            int s = k % sides;
            for (int c = 0; c < 4; c++) {
                int ring = r + (c > 1 ? 1 : 0);
                int side = s + (c == 1 || c == 2 ? 1 : 0);
                uvRows[4 * k + c] = ring * (sides + 1) + side;
                normalRows[4 * k + c] = side % sides + (r < rings / 2 ? 0 : sides);
            }
            faceMaterials[k] = r % 2;
            faceGroups[k] = r < rings / 3 ? 0 : 1;
        }
        float[] colours = new float[3 * tube.vertexCount()];
        for (int k = 0; k < colours.length; k++) {
            colours[k] = (k % 7) / 6f;
        }
        List<Material> materials = List.of(
                new Material(
                        "skin",
                        0.8f,
                        0.25f,
                        0.1f,
                        1,
                        0.5f,
                        0,
                        Optional.of(new Material.Texture("red.png", "image/png", PNG)),
                        Optional.of(new Material.NormalMap(new Material.Texture("red.png", "image/png", PNG), 0.5f))),
                new Material("glass", 0.1f, 0.5f, 0.9f, 0.5f, 0.05f, 0.25f, Optional.empty()),
                Material.plain("unused"));
        return tube.withSurface(new Surface(
                Optional.of(new CornerAttribute(2, uvs, uvRows)),
                Optional.of(new CornerAttribute(3, normals, normalRows)),
                Optional.of(colours),
                materials,
                faceMaterials,
                List.of("front", "back"),
                faceGroups));
    }

    /**
     * Bones evenly along x; a vertex follows its nearest {@code influences} bones with weights that decrease with distance.
     */
    public static SkinWeights weightsAlong(Mesh mesh, int bones, int influences) {
        int n = mesh.vertexCount();
        int[] boneOf = new int[n * influences];
        double[] weights = new double[n * influences];
        double[] pivots = pivots(bones);
        for (int i = 0; i < n; i++) {
            double x = mesh.positions()[3 * i];
            Integer[] nearest = IntStream.range(0, bones).boxed().toArray(Integer[]::new);
            Arrays.sort(nearest, (a, b) -> Double.compare(Math.abs(pivots[3 * a] - x), Math.abs(pivots[3 * b] - x)));
            double sum = 0;
            for (int k = 0; k < influences; k++) {
                double reach = 4.0 / bones;
                double d = (pivots[3 * nearest[k]] - x) / reach;
                weights[i * influences + k] = Math.exp(-d * d) + 1e-4;
                boneOf[i * influences + k] = nearest[k];
                sum += weights[i * influences + k];
            }
            for (int k = 0; k < influences; k++) {
                weights[i * influences + k] /= sum;
            }
        }
        return SkinWeights.of(influences, boneOf, weights);
    }

    public static double[] pivots(int bones) {
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            pivots[3 * j] = 4 * (j + 0.5) / bones;
        }
        return pivots;
    }

    public static SkinnedModel model(Mesh mesh, int bones, int influences, BoneType type, BoneMotion... motions) {
        List<Clip> clips = IntStream.range(0, motions.length)
                .mapToObj(k -> new Clip("clip " + k, 24 + k, motions[k]))
                .toList();
        Skeleton skeleton = Skeleton.flat(pivots(bones));
        return new SkinnedModel(mesh, weightsAlong(mesh, bones, influences), skeleton, type, clips);
    }

    /** Smooth random affine motion about the pivots; {@code wild} 0.3 is moderate, 2 includes reflections. */
    public static BoneMotion affine(int bones, int frames, double wild, long seed) {
        double[] pivots = pivots(bones);
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int j = 0; j < bones; j++) {
            Random random = new Random(seed + 977 * j);
            double[] size = random.doubles(24, -1, 1).toArray();
            for (int f = 0; f < frames; f++) {
                double[] g = new double[12];
                for (int k = 0; k < 12; k++) {
                    double wave =
                            size[k] * Math.sin(f * 0.37 + 6 * size[12 + k]) + 0.3 * size[12 + k] * Math.cos(f * 0.9);
                    g[k] = (k % 5 == 0 ? 1 : 0) + wild * wave;
                }
                put(m, (f * bones + j) * 12, g, pivots, j);
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    /** Rotation about a changing axis, uniform scale, translation. */
    public static BoneMotion similarity(int bones, int frames, double turn, double swell, long seed) {
        double[] pivots = pivots(bones);
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int j = 0; j < bones; j++) {
            Random random = new Random(seed + 977 * j);
            double[] p = random.doubles(9, -1, 1).toArray();
            for (int f = 0; f < frames; f++) {
                double angle = turn * (1 + p[0]) * Math.sin(f * 0.3 + p[1]) + turn * p[2];
                double scale = Math.exp(swell * p[3] * Math.sin(f * 0.41 + p[4]));
                double[] g = turned(p[5], p[6] + Math.sin(0.1 * f), p[7], angle);
                for (int r = 0; r < 3; r++) {
                    for (int c = 0; c < 3; c++) {
                        g[4 * r + c] *= scale;
                    }
                    g[4 * r + 3] = 0.3 * p[8] * Math.sin(0.2 * f + r);
                }
                put(m, (f * bones + j) * 12, g, pivots, j);
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    /** A chain: bone j rotates about its pivot relative to bone j − 1. */
    public static BoneMotion chain(int bones, int frames, double turn) {
        double[] pivots = pivots(bones);
        double[] m = new double[bones * frames * BoneMotion.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                int at = (f * bones + j) * 12;
                double angle = turn * Math.sin(0.25 * f + 0.5 * j);
                double[] g = turned(0.2, 1, 0.3 * j, angle);
                g[3] = j == 0 ? 0.1 * f : 0;
                put(m, at, g, pivots, j);
                if (j > 0) {
                    double[] local = Arrays.copyOfRange(m, at, at + 12);
                    dev.sinew.math.Affine3.multiply(m, at - 12, local, 0, m, at);
                }
            }
        }
        return new BoneMotion(bones, frames, m);
    }

    public static double[] turned(double x, double y, double z, double angle) {
        double length = Math.sqrt(x * x + y * y + z * z);
        double s = Math.sin(angle / 2) / length;
        double[] q = {x * s, y * s, z * s, Math.cos(angle / 2)};
        double[] m = new double[12];
        dev.sinew.math.Quaternions.toMatrix(q, 0, m, 0, 4);
        return m;
    }

    /** M = [A | t + c − A·c]: the motion is about the pivot. */
    public static void put(double[] m, int at, double[] g, double[] pivots, int j) {
        System.arraycopy(g, 0, m, at, 12);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                m[at + 4 * r + 3] -= g[4 * r + c] * pivots[3 * j + c];
            }
            m[at + 4 * r + 3] += pivots[3 * j + r];
        }
    }
}
