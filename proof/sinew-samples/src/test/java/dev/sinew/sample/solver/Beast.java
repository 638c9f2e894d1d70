package dev.sinew.sample.solver;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.rig.Joints;
import dev.sinew.sample.rig.SoftSkin;
import dev.sinew.sample.rig.SoftSkin.Flesh;
import dev.sinew.sample.rig.SparseRows.Largest;
import dev.sinew.sample.surface.Blend;
import dev.sinew.sample.surface.Limb;
import dev.sinew.sample.surface.PolygonSoup;
import dev.sinew.sample.surface.Polygoniser;
import dev.sinew.sample.surface.Vec;
import java.util.ArrayList;
import java.util.List;

/** Four-legged animals with known skeletons: an elephant, a lion, a camel. Metres, y up, looking along +z, left at +x. */
public final class Beast {
    private static final int INFLUENCES = 6;

    private final Joints joints = new Joints();
    private final List<Flesh> flesh = new ArrayList<>();

    private Beast() {}

    public static SkinnedModel of(String name, int vertices) {
        return switch (name) {
            case "elephant" -> elephant(vertices);
            case "lion" -> lion(vertices);
            default -> camel(vertices);
        };
    }

    /** Thick legs, a trunk of five bones, and ears. */
    public static SkinnedModel elephant(int vertices) {
        Beast b = new Beast();
        int pelvis = b.joints.root("pelvis", Vec.of(0, 1.15, -0.55));
        b.limb(pelvis, 0.2, Vec.of(0, 1.1, -0.62), Vec.of(0, 1.1, -0.4), 0.36, 0.40);
        int chest = b.joints.add("chest", pelvis, Vec.of(0, 1.2, 0));
        b.limb(chest, 0.2, Vec.of(0, 1.1, -0.15), Vec.of(0, 1.12, 0.35), 0.42, 0.36);
        int head = b.joints.add("head", chest, Vec.of(0, 1.4, 0.62));
        b.limb(head, 0.15, Vec.of(0, 1.45, 0.68), Vec.of(0, 1.35, 0.85), 0.26, 0.22);
        b.chain(
                "trunk",
                head,
                0.05,
                0.15,
                0.06,
                Vec.of(0, 1.3, 1.0),
                Vec.of(0, 1.08, 1.1),
                Vec.of(0, 0.86, 1.13),
                Vec.of(0, 0.64, 1.15),
                Vec.of(0, 0.43, 1.18),
                Vec.of(0, 0.25, 1.25));
        b.chain("tail", pelvis, 0.03, 0.05, 0.03, Vec.of(0, 1.15, -0.98), Vec.of(0, 0.9, -1.08), Vec.of(0, 0.6, -1.1));
        for (int side = -1; side <= 1; side += 2) {
            String name = side > 0 ? "_left" : "_right";
            int ear = b.joints.add("ear" + name, head, Vec.of(0.2 * side, 1.5, 0.68));
            b.limb(ear, 0.03, Vec.of(0.25 * side, 1.5, 0.66), Vec.of(0.52 * side, 1.58, 0.72), 0.08, 0.1);
            b.leg(
                    "hind" + name,
                    pelvis,
                    0.16,
                    0.11,
                    side,
                    Vec.of(0.22, 1.0, -0.55),
                    Vec.of(0.22, 0.58, -0.47),
                    Vec.of(0.22, 0.2, -0.55),
                    Vec.of(0.22, 0.08, -0.5));
            b.leg(
                    "fore" + name,
                    chest,
                    0.16,
                    0.11,
                    side,
                    Vec.of(0.24, 0.95, 0.3),
                    Vec.of(0.24, 0.56, 0.25),
                    Vec.of(0.24, 0.2, 0.3),
                    Vec.of(0.24, 0.08, 0.34));
        }
        return b.model(vertices, 0.12);
    }

    /** Slim, with legs close together and a long tail. */
    public static SkinnedModel lion(int vertices) {
        Beast b = new Beast();
        int pelvis = b.joints.root("pelvis", Vec.of(0, 0.78, -0.45));
        b.limb(pelvis, 0.1, Vec.of(0, 0.76, -0.5), Vec.of(0, 0.76, -0.32), 0.13, 0.14);
        int spine = b.joints.add("spine", pelvis, Vec.of(0, 0.8, -0.2));
        b.limb(spine, 0.1, Vec.of(0, 0.75, -0.2), Vec.of(0, 0.74, 0), 0.14, 0.16);
        int chest = b.joints.add("chest", spine, Vec.of(0, 0.8, 0.1));
        b.limb(chest, 0.1, Vec.of(0, 0.74, 0.1), Vec.of(0, 0.75, 0.3), 0.18, 0.18);
        int neck = b.joints.add("neck", chest, Vec.of(0, 0.88, 0.38));
        b.limb(neck, 0.08, Vec.of(0, 0.86, 0.38), Vec.of(0, 0.95, 0.5), 0.15, 0.13);
        int head = b.joints.add("head", neck, Vec.of(0, 0.98, 0.54));
        b.limb(head, 0.06, Vec.of(0, 1.0, 0.6), Vec.of(0, 0.95, 0.8), 0.12, 0.06);
        b.chain(
                "tail",
                pelvis,
                0.02,
                0.04,
                0.025,
                Vec.of(0, 0.8, -0.62),
                Vec.of(0, 0.75, -0.8),
                Vec.of(0, 0.62, -0.95),
                Vec.of(0, 0.5, -1.05),
                Vec.of(0, 0.42, -1.2),
                Vec.of(0, 0.4, -1.38));
        for (int side = -1; side <= 1; side += 2) {
            String name = side > 0 ? "_left" : "_right";
            b.leg(
                    "hind" + name,
                    pelvis,
                    0.08,
                    0.035,
                    side,
                    Vec.of(0.11, 0.7, -0.46),
                    Vec.of(0.11, 0.45, -0.36),
                    Vec.of(0.11, 0.25, -0.55),
                    Vec.of(0.11, 0.05, -0.5),
                    Vec.of(0.11, 0.04, -0.4));
            b.leg(
                    "fore" + name,
                    chest,
                    0.07,
                    0.04,
                    side,
                    Vec.of(0.11, 0.64, 0.3),
                    Vec.of(0.11, 0.42, 0.2),
                    Vec.of(0.11, 0.18, 0.24),
                    Vec.of(0.11, 0.05, 0.26),
                    Vec.of(0.11, 0.04, 0.36));
        }
        return b.model(vertices, 0.07);
    }

    /** Thin legs, a hump, a long neck. */
    public static SkinnedModel camel(int vertices) {
        Beast b = new Beast();
        int pelvis = b.joints.root("pelvis", Vec.of(0, 1.25, -0.5));
        b.limb(pelvis, 0.1, Vec.of(0, 1.22, -0.55), Vec.of(0, 1.22, -0.35), 0.19, 0.22);
        int chest = b.joints.add("chest", pelvis, Vec.of(0, 1.3, 0));
        b.limb(chest, 0.1, Vec.of(0, 1.22, -0.1), Vec.of(0, 1.18, 0.4), 0.27, 0.22);
        b.limb(chest, 0.15, Vec.of(0, 1.5, -0.1), Vec.of(0, 1.55, 0), 0.14, 0.1);
        int[] neck = b.chain(
                "neck",
                chest,
                0.08,
                0.14,
                0.09,
                Vec.of(0, 1.2, 0.6),
                Vec.of(0, 1.15, 0.85),
                Vec.of(0, 1.35, 1.05),
                Vec.of(0, 1.65, 1.1));
        int head = b.joints.add("head", neck[neck.length - 1], Vec.of(0, 1.7, 1.1));
        b.limb(head, 0.05, Vec.of(0, 1.72, 1.14), Vec.of(0, 1.62, 1.4), 0.1, 0.06);
        b.chain(
                "tail",
                pelvis,
                0.02,
                0.04,
                0.03,
                Vec.of(0, 1.25, -0.75),
                Vec.of(0, 1.0, -0.85),
                Vec.of(0, 0.75, -0.85));
        for (int side = -1; side <= 1; side += 2) {
            String name = side > 0 ? "_left" : "_right";
            b.leg(
                    "hind" + name,
                    pelvis,
                    0.12,
                    0.045,
                    side,
                    Vec.of(0.13, 1.12, -0.5),
                    Vec.of(0.14, 0.8, -0.42),
                    Vec.of(0.13, 0.45, -0.58),
                    Vec.of(0.13, 0.08, -0.52),
                    Vec.of(0.13, 0.05, -0.42));
            b.leg(
                    "fore" + name,
                    chest,
                    0.1,
                    0.045,
                    side,
                    Vec.of(0.13, 1.05, 0.38),
                    Vec.of(0.13, 0.78, 0.3),
                    Vec.of(0.13, 0.42, 0.34),
                    Vec.of(0.13, 0.08, 0.35),
                    Vec.of(0.13, 0.05, 0.45));
        }
        return b.model(vertices, 0.08);
    }

    private void limb(int joint, double fillet, Vec a, Vec c, double ra, double rc) {
        flesh.add(new Flesh(Limb.of(a, c, ra, rc), joint, fillet));
    }

    private int[] chain(String name, int parent, double fillet, double thick, double thin, Vec... points) {
        int[] made = new int[points.length - 1];
        for (int k = 0; k < made.length; k++) {
            made[k] = joints.add(name + "_" + (k + 1), k == 0 ? parent : made[k - 1], points[k]);
            double ra = thick + (thin - thick) * k / made.length;
            double rb = thick + (thin - thick) * (k + 1) / made.length;
            limb(made[k], fillet, points[k], points[k + 1], ra, rb);
        }
        return made;
    }

    private void leg(String name, int parent, double thick, double thin, int side, Vec... points) {
        Vec[] transformed = new Vec[points.length];
        for (int k = 0; k < points.length; k++) {
            transformed[k] = Vec.of(side * points[k].x(), points[k].y(), points[k].z());
        }
        chain(name, parent, 0.04, thick, thin, transformed);
    }

    private SkinnedModel model(int vertices, double reach) {
        Blend.Builder blend = new Blend.Builder();
        flesh.forEach(part -> blend.add(part.limb(), part.fillet()));
        Blend shape = blend.build();
        PolygonSoup soup = new Polygoniser(shape).mesh(vertices);
        float[] rest = soup.positionsAsFloats();
        Mesh mesh = Mesh.of(rest, soup.faceStarts(), soup.corners(), Mesh.Surface.bare());
        Skeleton skeleton = joints.skeleton();
        SkinWeights weights =
                Largest.of(SoftSkin.bind(rest, flesh, skeleton.boneCount(), reach), mesh.vertexCount(), INFLUENCES);
        return new SkinnedModel(mesh, weights, skeleton, BoneType.RIGID, List.of());
    }
}
