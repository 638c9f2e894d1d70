package dev.sinew.show.result;

import dev.sinew.job.RetargetJobResult;
import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.BoneMap;
import dev.sinew.retarget.RetargetResult.Contact;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The view of a retargeted clip: the skeleton of the motion beside the model that follows it, the matches and the standing feet. */
record RetargetView(RetargetJobResult result) implements ResultView {
    @Override
    public ReportData page(String command) {
        SkinnedModel both = SideBySide.of(result.model(), result.clips().get(0), result.motion());
        return ReportData.titled(
                        result.request().input().toString(),
                        result.clips().get(0).name() + " from "
                                + result.request().motion())
                .withModel("motion and model", both, both.clips().get(0))
                .withFacts("Result", Showcase.facts(result.result()))
                .withFacts("Matched bones", matches(result.retargeted().map()))
                .withFacts(
                        "Standing feet, in frames of " + result.clips().get(0).name(), contacts())
                .withFacts("Seconds", Showcase.facts(result.seconds()))
                .withCommand(command)
                .withNotes(result.notes());
    }

    /** Draws nothing: there is no original to compare with. */
    @Override
    public void writePicture(Path file) {}

    private static List<Fact> matches(BoneMap map) {
        List<Fact> facts = new ArrayList<>();
        for (BoneMap.Entry entry : map.entries()) {
            String sources = entry.source().orElse("its parent")
                    + entry.second().map(second -> " and " + second).orElse("");
            String sure = entry.by() + ", " + Math.round(100 * entry.confidence()) + " % sure"
                    + entry.role().map(role -> ", " + role).orElse("");
            facts.add(Fact.of(entry.bone(), sources).meaning(sure));
        }
        if (!map.unmatched().isEmpty()) {
            facts.add(Fact.of("without a match", String.join(", ", map.unmatched())));
        }
        if (!map.unused().isEmpty()) {
            facts.add(Fact.of("not followed", String.join(", ", map.unused())));
        }
        return facts;
    }

    private List<Fact> contacts() {
        List<Contact> contacts = result.retargeted().contacts().get(0);
        return List.of("left", "right").stream()
                .filter(foot -> contacts.stream().anyMatch(c -> c.foot().equals(foot)))
                .map(foot -> Fact.of(
                        foot,
                        contacts.stream()
                                .filter(c -> c.foot().equals(foot))
                                .map(c -> c.from() + "–" + c.to())
                                .collect(Collectors.joining(", "))))
                .toList();
    }

    /** One model of two: a skeleton drawn as rods, as tall as the model and beside it, and the model itself. */
    private static final class SideBySide {
        private static final String PREFIX = "motion: ";
        /** Between the centres of both, of the height of the model's joints. */
        private static final double DISTANCE = 1;
        /** Half the width of a rod at its middle, as a fraction of its length. */
        private static final double ROD_WIDTH = 0.06;

        private static final int RING = 4;

        private final SkinnedModel model;
        private final Skeleton source;
        private final double scale;
        private final double[] shift = new double[3];
        private final List<double[]> vertices = new ArrayList<>();
        private final List<Integer> owners = new ArrayList<>();
        private final List<int[]> triangles = new ArrayList<>();

        static SkinnedModel of(SkinnedModel model, Clip clip, SkeletonMotion motion) {
            return new SideBySide(model, clip, motion)
                    .joined(clip, motion.clips().get(0).motion());
        }

        private SideBySide(SkinnedModel model, Clip clip, SkeletonMotion motion) {
            this.model = model;
            this.source = motion.skeleton();
            Box body = bounds(model.skeleton(), clip.motion());
            Box other = bounds(source, motion.clips().get(0).motion());
            double height = body.maxY() - body.minY();
            double otherHeight = other.maxY() - other.minY();
            this.scale = height > 0 && otherHeight > 0 ? height / otherHeight : 1;
            shift[0] = (body.minX() + body.maxX() - scale * (other.minX() + other.maxX())) / 2 - DISTANCE * height;
            shift[1] = body.minY() - scale * other.minY();
            shift[2] = (body.minZ() + body.maxZ() - scale * (other.minZ() + other.maxZ())) / 2;
            for (int j = 0; j < source.boneCount(); j++) {
                int parent = source.parents()[j];
                if (parent != Skeleton.NONE && Vec3.distance(source.pivot(parent), source.pivot(j)) > 0) {
                    addRod(parent, placed(source.pivot(parent)), placed(source.pivot(j)));
                }
            }
        }

        /** Around the joints in the first frame. */
        private static Box bounds(Skeleton skeleton, BoneMotion motion) {
            float[] joints = new float[3 * skeleton.boneCount()];
            for (int k = 0; k < joints.length; k++) {
                double[] c = skeleton.pivot(k / 3);
                joints[k] =
                        (float) Affine3.row(motion.matrices(), motion.offset(0, k / 3) + k % 3 * 4, c[0], c[1], c[2]);
            }
            return Box.around(joints);
        }

        private double[] placed(double[] p) {
            return new double[] {scale * p[0] + shift[0], scale * p[1] + shift[1], scale * p[2] + shift[2]};
        }

        /** Two pyramids with a common base. */
        private void addRod(int bone, double[] from, double[] to) {
            double[] along = Vec3.fromTo(from, to);
            double[] least = {0, 0, 0};
            least[Math.abs(along[0]) < Math.abs(along[1]) ? 0 : 1] = 1;
            double[] u = Vec3.unit(Vec3.cross(along, least));
            double[] v = Vec3.unit(Vec3.cross(along, u));
            double[] middle = Vec3.midpoint(from, to);
            double width = ROD_WIDTH * Vec3.length(along);
            int first = vertices.size();
            vertices.add(from);
            vertices.add(to);
            for (int k = 0; k < RING; k++) {
                double angle = 2 * Math.PI * k / RING;
                double[] side = Vec3.along(middle, u, width * Math.cos(angle));
                vertices.add(Vec3.along(side, v, width * Math.sin(angle)));
                int here = first + 2 + k;
                int next = first + 2 + (k + 1) % RING;
                triangles.add(new int[] {first, next, here});
                triangles.add(new int[] {first + 1, here, next});
            }
            owners.addAll(Collections.nCopies(RING + 2, bone));
        }

        private SkinnedModel joined(Clip clip, BoneMotion motion) {
            int own = model.boneCount();
            List<String> names = new ArrayList<>(model.skeleton().names());
            source.names().forEach(name -> names.add(PREFIX + name));
            int[] parents = Arrays.copyOf(model.skeleton().parents(), own + source.boneCount());
            double[] pivots = Arrays.copyOf(model.skeleton().pivots(), 3 * parents.length);
            for (int j = 0; j < source.boneCount(); j++) {
                int parent = source.parents()[j];
                parents[own + j] = parent == Skeleton.NONE ? parent : own + parent;
                System.arraycopy(placed(source.pivot(j)), 0, pivots, 3 * (own + j), 3);
            }
            SkinnedModel both = new SkinnedModel(
                    mesh(), weights(), new Skeleton(names, parents, pivots), BoneType.AFFINE, List.of());
            return both.withClips(
                    List.of(new Clip(clip.name(), clip.framesPerSecond(), motion(clip.motion(), motion))));
        }

        private Mesh mesh() {
            int n = model.vertexCount();
            float[] positions = Arrays.copyOf(model.rest().positions(), 3 * (n + vertices.size()));
            for (int k = 3 * n; k < positions.length; k++) {
                positions[k] = (float) vertices.get(k / 3 - n)[k % 3];
            }
            int[] own = model.rest().triangles();
            int[] all = Arrays.copyOf(own, own.length + 3 * triangles.size());
            for (int k = own.length; k < all.length; k++) {
                all[k] = n + triangles.get((k - own.length) / 3)[(k - own.length) % 3];
            }
            return Mesh.ofTriangles(positions, all);
        }

        private SkinWeights weights() {
            int k = model.weights().influences();
            int from = model.vertexCount() * k;
            int[] bones = Arrays.copyOf(model.weights().bones(), from + k * owners.size());
            double[] weights = Arrays.copyOf(model.weights().weights(), bones.length);
            for (int i = 0; i < owners.size(); i++) {
                bones[from + i * k] = model.boneCount() + owners.get(i);
                weights[from + i * k] = 1;
            }
            return SkinWeights.of(k, bones, weights);
        }

        /** The rods move by T·M·T⁻¹ with T(p) = scale·p + shift; the shorter clip ends both. */
        private BoneMotion motion(BoneMotion body, BoneMotion rods) {
            int frames = Math.min(body.frameCount(), rods.frameCount());
            int all = body.boneCount() + rods.boneCount();
            double[] out = new double[frames * all * BoneMotion.STRIDE];
            for (int f = 0; f < frames; f++) {
                int at = f * all * BoneMotion.STRIDE;
                int own = body.boneCount() * BoneMotion.STRIDE;
                System.arraycopy(body.matrices(), body.offset(f, 0), out, at, own);
                System.arraycopy(
                        rods.matrices(), rods.offset(f, 0), out, at + own, rods.boneCount() * BoneMotion.STRIDE);
                for (int row = at + own; row < at + all * BoneMotion.STRIDE; row += 4) {
                    double moved = Vec3.dot(out, row, shift, 0);
                    out[row + 3] = scale * out[row + 3] + shift[(row - at) / 4 % 3] - moved;
                }
            }
            return new BoneMotion(all, frames, out);
        }
    }
}
