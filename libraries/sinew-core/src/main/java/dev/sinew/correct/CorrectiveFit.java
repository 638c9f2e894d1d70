package dev.sinew.correct;

import dev.sinew.math.Workers;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Gives a skinned model the K shapes that bring it nearest to a sequence. min Σ ‖v − M·(u + Σ_k c_k·d_k)‖² over shapes, amounts, weights and, where bones are
 * affine, transforms, by turns: each is a small least-squares problem when the others are held, and none raises the error. Normals count beside
 * positions, with shapes of their own and the same amounts.
 */
public final class CorrectiveFit {
    /** Shapes at most: what engines play. */
    public static final int MAX_SHAPES = 64;

    /** What bones may do while shapes are solved for. */
    public enum Bones {
        /** Stay as they are: those of a skeleton. */
        KEEP,
        /** Are solved for in turn, where they are affine. */
        SOLVE
    }

    /**
     * @param shapes K
     * @param shading how much normals weigh: 0 not at all, 1 as usual
     * @param importance how much each vertex counts
     */
    public record Options(
            int shapes, Bones bones, double shading, Optional<Importance> importance, long seed, int threads) {
        public Options {
            if (shapes < 1 || shapes > MAX_SHAPES) {
                throw new IllegalArgumentException("shapes " + shapes + " must be from 1 to " + MAX_SHAPES);
            }
            if (!(shading >= 0)) {
                throw new IllegalArgumentException("shading " + shading + " must be at least 0");
            }
        }
    }

    private static final int ROUNDS = 24;
    /** Vertices by which amounts and bones are found, at least; and so many per bone. */
    private static final int LOOKED_AT = 1500;

    private static final int LOOKED_AT_PER_BONE = 60;
    private static final int SETTLING = 2;
    /** Rounds over all vertices at the end. */
    private static final int WHOLE = 2;

    private static final double ENOUGH = 5e-3;
    /** What all normals weigh beside all positions before anything is done for them: shapes of normals are their own, so little leads the amounts. */
    private static final double SHARE = 0.1;

    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    private final Options options;
    private final boolean affine;
    private final Progress progress;
    private final Workers workers;

    private CorrectiveFit(
            SkinnedModel model, MeshSequence sequence, Options options, Progress progress, Workers workers) {
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        affine = options.bones == Bones.SOLVE && model.boneType() == BoneType.AFFINE;
        goal = new Goal(sequence, options.importance, workers);
        skin = new Skin(model, model.clips().get(0), goal);
        shapes = new Shapes(Math.min(options.shapes, goal.frames()), goal);
    }

    /**
     * @param model with one clip, whose frames are those of the sequence, and its mesh the sequence's
     * @return the model with shapes, and other weights and bones
     * @throws dev.sinew.run.CancelledException when {@code progress} stops the run
     */
    public static SkinnedModel of(SkinnedModel model, MeshSequence sequence, Options options, Progress progress) {
        try (Workers workers = new Workers(options.threads)) {
            progress.say("correctives", 0, ROUNDS);
            CorrectiveFit fit = new CorrectiveFit(model, sequence, options, progress, workers);
            fit.solve();
            return fit.assembled(model);
        }
    }

    private void solve() {
        Part part = Part.some(goal, Math.max(LOOKED_AT, LOOKED_AT_PER_BONE * skin.bones), options.seed);
        double shading = byTurns(part);
        // The others get theirs, and a say in bones and amounts.
        Part all = Part.all(goal);
        for (int round = 0; round < WHOLE && part.vertices().length < all.vertices().length; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(all);
            refitSkin(all, shading);
            new AmountStep(goal, skin, shapes, workers).solve(all, shading);
            shapes.orthonormalise();
        }
        new ShapeStep(goal, skin, shapes, workers).solve(all);
        shapes.toFullSliders();
    }

    /** Bones, amounts and what belongs to a part of the vertices. @return how much the square of a normal counts */
    private double byTurns(Part part) {
        ErrorSums first = ErrorSums.of(goal, part, skin, shapes, workers);
        double shading = SHARE * options.shading * first.positions() / Math.max(first.normals(), Double.MIN_NORMAL);
        Sketch.of(goal, part, skin, shapes, shading, options.seed, workers);
        double last = first.total(shading);
        for (int round = 0; round < ROUNDS; round++) {
            new ShapeStep(goal, skin, shapes, workers).solve(part);
            if (round >= SETTLING) {
                refitSkin(part, shading);
            }
            new AmountStep(goal, skin, shapes, workers).solve(part, shading);
            ErrorSums now = ErrorSums.of(goal, part, skin, shapes, workers);
            progress.say("correctives", round + 1, ROUNDS, now.erms());
            shapes.orthonormalise();
            if (round > SETTLING && last - now.total(shading) < ENOUGH * last) {
                break;
            }
            last = now.total(shading);
        }
        return shading;
    }

    /** The skin again, now that shapes do a part of the work. */
    private void refitSkin(Part part, double shading) {
        if (affine) {
            new TransformStep(goal, part, skin, shapes, shading).solve(workers);
        }
        new WeightStep(goal, skin, shapes, shading).solve(part, workers);
    }

    private SkinnedModel assembled(SkinnedModel model) {
        Mesh mesh = model.rest();
        float[] rows = new float[skin.normals.length];
        for (int at = 0; at < rows.length; at++) {
            rows[at] = (float) skin.normals[at];
        }
        CornerAttribute normals = new CornerAttribute(3, rows, goal.truth.rows());
        Mesh rest = mesh.withSurface(mesh.surface().withNormals(Optional.of(normals)));
        Clip clip = model.clips().get(0);
        Clip moved = affine ? clip.withMotion(skin.motion(goal)) : clip;
        SkinWeights weights = skin.opened(goal);
        return model.withVertices(rest, weights)
                .withCorrectives(correctives(), List.of(moved.withShapes(shapes.amounts.clone())));
    }

    private Correctives correctives() {
        List<String> names = new ArrayList<>();
        int[] welded = goal.weld.weldedOf();
        float[][] positions = new float[shapes.count][3 * welded.length];
        float[][] normals = new float[shapes.count][3 * goal.rows()];
        for (int k = 0; k < shapes.count; k++) {
            names.add("corrective_" + (k + 1));
            for (int at = 0; at < positions[k].length; at++) {
                double d = shapes.positions[3 * (welded[at / 3] * shapes.count + k) + at % 3];
                positions[k][at] = (float) (d / goal.scale);
            }
            for (int at = 0; at < normals[k].length; at++) {
                normals[k][at] = (float) shapes.normals[3 * (at / 3 * shapes.count + k) + at % 3];
            }
        }
        return new Correctives(names, positions, normals);
    }
}
