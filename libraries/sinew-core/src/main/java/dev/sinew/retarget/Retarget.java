package dev.sinew.retarget;

import dev.sinew.geometry.SpatialIndex;
import dev.sinew.math.Affine3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.BodyFollow.OtherSkin;
import dev.sinew.retarget.RetargetOptions.Contacts;
import dev.sinew.retarget.RetargetOptions.Loop;
import dev.sinew.retarget.RetargetOptions.Match;
import dev.sinew.retarget.RetargetOptions.RootMotion;
import dev.sinew.retarget.RetargetResult.Contact;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.BlendBoneSkinning;
import dev.sinew.skin.LinearSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Puts the motion of one skeleton onto a model with another one. */
public final class Retarget {
    /** Bones within this distance, as a fraction of the size, are at the same place. */
    private static final double SAME_PLACE = 1e-4;

    /** Part of the bones that must match by name where nothing else is known of two skeletons. */
    private static final double ENOUGH_NAMES = 0.3;

    /** Part of the bones of an animal that must have equal names for the names to decide. */
    private static final double MOST_NAMES = 0.7;

    private static final double SURE = 0.9;

    /** A bone that is nearer to the legs than this part of the root's distance is the pelvis. */
    private static final double NEARER = 0.6;

    /** Meshes with other faces that are nearer to each other than this, as a fraction of the size, are of the same body. */
    private static final double SAME_BODY = 0.015;

    private final SkinnedModel model;
    private final SkeletonMotion motion;
    private final RetargetSource source;
    private final RetargetOptions options;
    private final Skeleton own;
    private final Skeleton other;
    private final List<String> notes = new ArrayList<>();
    private PoseTree tree;

    private Retarget(SkinnedModel model, RetargetSource source, RetargetOptions options) {
        this.model = model;
        this.source = source;
        this.motion = source.motion();
        this.options = options;
        this.own = model.skeleton();
        this.other = motion.skeleton();
        this.tree = PoseTree.of(model);
    }

    /** Puts all clips of a motion onto a model; the result has one clip for each. */
    public static RetargetResult retarget(SkinnedModel model, RetargetSource source, RetargetOptions options) {
        return new Retarget(model, source, options).run();
    }

    /** The same for a model with blend bones, which follow. */
    public static RetargetResult retarget(LinearizedModel model, RetargetSource source, RetargetOptions options) {
        RetargetResult masters = new Retarget(mastersOf(model), source, options).run();
        BlendBoneSkinning blend = new BlendBoneSkinning(model.model(), model.blendBones());
        List<Clip> clips = masters.clips().stream()
                .map(clip -> clip.withMotion(blend.extend(clip.motion())))
                .toList();
        return new RetargetResult(clips, masters.match(), masters.map(), masters.contacts(), masters.notes());
    }

    /** The model without its blend bones, whose weights go to the bones that they blend. */
    private static SkinnedModel mastersOf(LinearizedModel linearized) {
        SkinnedModel model = linearized.model();
        BlendBones blend = linearized.blendBones();
        int b = linearized.masterCount();
        int k = model.weights().influences();
        int wide = Math.min(b, k * blend.weights().influences());
        int[] bones = new int[model.vertexCount() * wide];
        double[] weights = new double[bones.length];
        double[] row = new double[b];
        for (int i = 0; i < model.vertexCount(); i++) {
            Arrays.fill(row, 0);
            for (int at = i * k; at < (i + 1) * k; at++) {
                int bone = model.weights().bones()[at];
                double w = model.weights().weights()[at];
                if (bone < b) {
                    row[bone] += w;
                } else {
                    int drivers = blend.weights().influences();
                    for (int d = (bone - b) * drivers; d < (bone - b + 1) * drivers; d++) {
                        row[blend.weights().bones()[d]] += w * blend.weights().weights()[d];
                    }
                }
            }
            int filled = i * wide;
            for (int j = 0; j < b; j++) {
                if (row[j] > 0 && filled < (i + 1) * wide) {
                    bones[filled] = j;
                    weights[filled++] = row[j];
                }
            }
        }
        Skeleton all = model.skeleton();
        Skeleton masters = new Skeleton(
                all.names().subList(0, b),
                Arrays.copyOf(all.parents(), b),
                Arrays.copyOf(all.pivots(), 3 * b),
                Arrays.copyOf(all.orientations(), 4 * b));
        List<Clip> clips = new ArrayList<>();
        for (Clip clip : model.clips()) {
            BoneMotion m = clip.motion();
            double[] cut = new double[b * m.frameCount() * BoneMotion.STRIDE];
            for (int f = 0; f < m.frameCount(); f++) {
                System.arraycopy(m.matrices(), m.offset(f, 0), cut, f * b * BoneMotion.STRIDE, b * BoneMotion.STRIDE);
            }
            clips.add(new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(b, m.frameCount(), cut)));
        }
        return new SkinnedModel(model.rest(), SkinWeights.of(wide, bones, weights), masters, BoneType.RIGID, clips);
    }

    private RetargetResult run() {
        if (own.boneCount() > 1 && own.isFlat()) {
            throw new InvalidInputException(
                    "the model's " + own.boneCount()
                            + " bones have no hierarchy, so motion of a skeleton cannot be put onto them; 'sinew rig' makes models that have one");
        }
        boolean auto = options.match() == Match.AUTO && options.map().isEmpty();
        Optional<int[]> same = auto ? sameBones() : Optional.empty();
        if (same.isPresent()) {
            return copied(same.get());
        }
        if (options.match() == Match.MESH || auto) {
            Optional<OtherSkin> skin = skinOfMesh();
            if (skin.isPresent()) {
                return followed(skin.get(), clip -> clip, Match.MESH, "mesh");
            }
            if (options.match() == Match.MESH) {
                throw new InvalidInputException(
                        "the motion's file does not contain the model's mesh in the same rest pose, so bones cannot be matched by it; use another match");
            }
        }
        if ((options.match() == Match.SKELETON || auto && !areNamedPeople())
                && options.map().isEmpty()
                && mayBeSameBody()) {
            double least = Double.POSITIVE_INFINITY;
            double[] best = null;
            for (double[] pose : source.restPoses(model.rest())) {
                double distance = SkeletonSkin.distance(model, source.skeletonIn(pose));
                if (distance < least) {
                    least = distance;
                    best = pose;
                }
            }
            if (best != null) {
                double[] rest = best;
                OtherSkin skin = SkeletonSkin.byDistance(model, source.skeletonIn(rest));
                return followed(skin, clip -> RetargetSource.since(rest, clip), Match.SKELETON, "position");
            }
        }
        return transferred();
    }

    private boolean areNamedPeople() {
        return source.mesh().isEmpty() && isNamedPerson(own, tree.parents()) && isNamedPerson(other, other.parents());
    }

    /** Whether names say that a skeleton has two legs and a head: animals have hips and heads, too. */
    private static boolean isNamedPerson(Skeleton skeleton, int[] parents) {
        return BodyPlan.byNames(skeleton, parents)
                .filter(plan -> Stream.of("head", "leftUpperLeg", "rightUpperLeg", "leftUpperArm", "rightUpperArm")
                        .allMatch(role -> plan.bone(role).isPresent()))
                .isPresent();
    }

    /** Whether the motion's mesh has the same faces as the model's or lies near it; true unless a mesh says otherwise. */
    private boolean mayBeSameBody() {
        if (source.mesh().isEmpty()) {
            return true;
        }
        Mesh theirs = source.mesh().get().rest();
        Mesh ours = model.rest();
        boolean sameFaces =
                theirs.vertexCount() == ours.vertexCount() && Arrays.equals(theirs.corners(), ours.corners());
        if (sameFaces || theirs.vertexCount() == 0) {
            return true;
        }
        SpatialIndex index = SpatialIndex.ofPoints(ours.positions());
        float[] p = theirs.positions();
        double sum = 0;
        for (int i = 0; i < theirs.vertexCount(); i++) {
            int near = index.nearest(p[3 * i], p[3 * i + 1], p[3 * i + 2]).orElseThrow();
            double distance = Vec3.distance(p, 3 * i, ours.positions(), 3 * near);
            sum += distance * distance;
        }
        double size = Box.around(ours.positions()).diagonal();
        return Math.sqrt(sum / theirs.vertexCount()) < SAME_BODY * size;
    }

    /** The skin of the motion's own mesh, in any pose in which it coincides with the model's rest pose. */
    private Optional<OtherSkin> skinOfMesh() {
        if (source.mesh().isEmpty()) {
            return Optional.empty();
        }
        SkinnedModel mesh = source.mesh().get();
        LinearSkinning skinning = new LinearSkinning(mesh);
        double[] xyz = new double[3 * mesh.vertexCount()];
        float[] shown = new float[xyz.length];
        for (double[] pose : source.restPoses(model.rest())) {
            skinning.positions(pose, 0, 0, mesh.vertexCount(), xyz);
            for (int k = 0; k < xyz.length; k++) {
                shown[k] = (float) xyz[k];
            }
            Optional<OtherSkin> skin = SkeletonSkin.ofSameMesh(model, mesh, shown);
            if (skin.isPresent()) {
                return skin;
            }
        }
        return Optional.empty();
    }

    /**
     * The bone of the motion for each bone of the model, if all have the same names and the same places up to a common translation: BVH
     * files often begin at the origin.
     */
    private Optional<int[]> sameBones() {
        double size = Box.around(model.rest().positions()).diagonal();
        int[] same = new int[own.boneCount()];
        for (int j = 0; j < same.length; j++) {
            same[j] = other.names().indexOf(own.names().get(j));
            for (int x = 0; x < 3 && same[j] >= 0; x++) {
                double moved = own.pivots()[x] - other.pivots()[3 * same[0] + x];
                double miss = own.pivots()[3 * j + x] - other.pivots()[3 * same[j] + x] - moved;
                same[j] = Math.abs(miss) > SAME_PLACE * size ? Skeleton.NONE : same[j];
            }
            if (same[j] < 0) {
                return Optional.empty();
            }
        }
        return Optional.of(same);
    }

    /** The same skeleton: nothing to transfer but the motion itself. */
    private RetargetResult copied(int[] same) {
        BoneMatch match = BoneMatch.none(own.boneCount());
        double[] back = new double[Affine3.STRIDE];
        Affine3.identity(back, 0);
        for (int x = 0; x < 3; x++) {
            back[4 * x + 3] = other.pivots()[3 * same[0] + x] - own.pivots()[x];
        }
        for (int j = 0; j < own.boneCount(); j++) {
            match.set(j, same[j], "name", 1);
        }
        List<Clip> clips = new ArrayList<>();
        for (Clip clip : motion.clips()) {
            BoneMotion whole = clip.motion();
            double[] m = new double[whole.frameCount() * same.length * Affine3.STRIDE];
            for (int f = 0; f < whole.frameCount(); f++) {
                for (int j = 0; j < same.length; j++) {
                    int to = (f * same.length + j) * Affine3.STRIDE;
                    Affine3.multiply(whole.matrices(), whole.offset(f, same[j]), back, 0, m, to);
                }
            }
            BoneMotion moved = new BoneMotion(same.length, whole.frameCount(), m);
            clips.add(new Clip(clip.name(), clip.framesPerSecond(), finished(moved)));
        }
        return new RetargetResult(
                clips,
                Match.NAMES,
                match.toMap(own, other),
                motion.clips().stream().map(clip -> List.<Contact>of()).toList(),
                notes);
    }

    private RetargetResult followed(OtherSkin skin, UnaryOperator<BoneMotion> since, Match by, String word) {
        BodyFollow follow = new BodyFollow(model, tree);
        List<Clip> clips = motion.clips().stream()
                .map(clip -> new Clip(
                        clip.name(), clip.framesPerSecond(), finished(follow.follow(skin, since.apply(clip.motion())))))
                .toList();
        return new RetargetResult(
                clips,
                by,
                shared(skin, word).toMap(own, other),
                motion.clips().stream().map(clip -> List.<Contact>of()).toList(),
                notes);
    }

    /** The bone of the motion with which each bone shares most of the skin. */
    private BoneMatch shared(OtherSkin skin, String word) {
        int b = own.boneCount();
        int s = other.boneCount();
        double[] together = new double[b * s];
        double[] alone = new double[b];
        SkinWeights w = model.weights();
        SkinWeights a = skin.weights();
        for (int i = 0; i < model.vertexCount(); i++) {
            for (int k = i * w.influences(); k < (i + 1) * w.influences(); k++) {
                alone[w.bones()[k]] += w.weights()[k];
                for (int l = i * a.influences(); l < (i + 1) * a.influences(); l++) {
                    together[w.bones()[k] * s + a.bones()[l]] += w.weights()[k] * a.weights()[l];
                }
            }
        }
        BoneMatch match = BoneMatch.none(b);
        for (int j = 0; j < b; j++) {
            int best = 0;
            for (int t = 1; t < s; t++) {
                best = together[j * s + t] > together[j * s + best] ? t : best;
            }
            if (alone[j] > 0) {
                match.set(j, best, word, together[j * s + best] / alone[j]);
            }
        }
        return match;
    }

    /** Different bodies: rotations by corresponding bones, travel by the length of the legs, feet where they stand. */
    private RetargetResult transferred() {
        Optional<BodyPlan> plan = plan(own, tree.parents());
        // Feet with another parent belong to the lower leg.
        for (String side : List.of("left", "right")) {
            Optional<Integer> foot = plan.flatMap(p -> p.bone(side + "Foot"));
            Optional<Integer> lower = plan.flatMap(p -> p.bone(side + "LowerLeg"));
            if (foot.isPresent() && lower.isPresent() && !hangsOn(foot.get(), lower.get())) {
                tree = tree.attached(foot.get(), lower.get());
            }
        }
        plan = plan(own, tree.parents());
        Optional<Integer> pelvis = plan.flatMap(this::pelvisBelowRoot);
        if (pelvis.isPresent()) {
            tree = tree.rootedAt(pelvis.get());
            plan = plan(own, tree.parents());
        }
        Optional<BodyPlan> otherPlan = plan(other, other.parents());
        Optional<FourLegs[]> animals = animals();
        if (animals.isPresent()) {
            plan = Optional.empty();
            otherPlan = Optional.empty();
        }
        BoneMatch match = match(plan, otherPlan, animals);
        OptionalDouble scale = animals.map(a -> OptionalDouble.of(
                        a[0].legLength(own.pivots()) / Math.max(1e-12, a[1].legLength(other.pivots()))))
                .orElse(OptionalDouble.empty());
        List<Clip> clips = new ArrayList<>();
        List<List<Contact>> contacts = new ArrayList<>();
        double ground = Box.around(model.rest().positions()).minY();
        for (Clip clip : motion.clips()) {
            Performance played = Performance.of(other, clip.motion(), clip.framesPerSecond(), otherPlan);
            RotationTransfer transfer =
                    new RotationTransfer(own, tree, plan, played, otherPlan, match, options.referencePose(), scale);
            Optional<Feet> feet = plan.isPresent() && otherPlan.isPresent()
                    ? Optional.of(Feet.of(model, plan.get(), played, otherPlan.get()))
                    : Optional.empty();
            ModelPoses poses =
                    poses(match, transfer, played, feet.map(Feet::sourceAnkles).orElse(Double.NaN), plan);
            if (feet.isPresent() && options.contacts() == Contacts.ON) {
                feet.get().plant(poses, ground);
            }
            if (animals.isPresent() && options.contacts() == Contacts.ON) {
                ground(poses, animals.get(), played, scale.getAsDouble());
            }
            contacts.add(feet.map(Feet::contacts).orElse(List.of()));
            clips.add(new Clip(clip.name(), clip.framesPerSecond(), closed(travel(poses, transfer.hips()))));
        }
        note(plan, otherPlan, match);
        Match by = options.match() == Match.SKELETON ? Match.SKELETON : Match.NAMES;
        return new RetargetResult(clips, by, match.toMap(own, other), contacts, notes);
    }

    /** The bone that carries the legs, if the bone that carries everything is much farther from them: a tree whose root is the chest. */
    private Optional<Integer> pelvisBelowRoot(BodyPlan plan) {
        int hips = plan.roles().get("hips");
        return legs(plan).flatMap(legs -> {
            int carrier = BodyPlan.common(List.of(legs[0], legs[1]), tree.parents());
            double[] middle = Vec3.midpoint(own.pivot(legs[0]), own.pivot(legs[1]));
            boolean below = carrier != Skeleton.NONE
                    && carrier != hips
                    && carrier != legs[0]
                    && carrier != legs[1]
                    && Vec3.distance(own.pivot(carrier), middle) < NEARER * Vec3.distance(own.pivot(hips), middle);
            return below ? Optional.of(carrier) : Optional.empty();
        });
    }

    /** Moves the body up or down such that the lowest foot is as high above the ground as that of the motion. */
    private void ground(ModelPoses poses, FourLegs[] animals, Performance played, double scale) {
        for (int f = 0; f < poses.frames(); f++) {
            double lowest = Double.POSITIVE_INFINITY;
            double wanted = Double.POSITIVE_INFINITY;
            for (int foot : animals[0].feet()) {
                lowest = Math.min(lowest, poses.position(f, foot)[1] - own.pivots()[3 * foot + 1]);
            }
            for (int foot : animals[1].feet()) {
                double above = played.position(f, foot)[1] - played.position(Performance.REST, foot)[1];
                wanted = Math.min(wanted, scale * above);
            }
            poses.lift(f, wanted - lowest);
        }
    }

    /** Both skeletons as animals with four legs, unless names say more: those of people, or many that are equal. */
    private Optional<FourLegs[]> animals() {
        boolean people = isNamedPerson(own, tree.parents()) && isNamedPerson(other, other.parents());
        long equal = own.names().stream().filter(other.names()::contains).count();
        boolean byNames = options.match() != Match.SKELETON && (people || equal >= MOST_NAMES * own.boneCount());
        if (options.match() == Match.NAMES || byNames) {
            return Optional.empty();
        }
        int[] otherParents =
                source.mesh().map(mesh -> PoseTree.of(mesh).parents()).orElse(other.parents());
        return FourLegs.of(tree.parents(), own.pivots())
                .flatMap(
                        ours -> FourLegs.of(otherParents, other.pivots()).map(theirs -> new FourLegs[] {ours, theirs}));
    }

    private boolean hangsOn(int bone, int above) {
        for (int at = tree.parents()[bone]; at != Skeleton.NONE; at = tree.parents()[at]) {
            if (at == above) {
                return true;
            }
        }
        return false;
    }

    private Optional<BodyPlan> plan(Skeleton skeleton, int[] parents) {
        Optional<BodyPlan> named =
                options.match() == Match.SKELETON ? Optional.empty() : BodyPlan.byNames(skeleton, parents);
        return named.isPresent() || options.match() == Match.NAMES
                ? named
                : BodyPlan.byShape(parents, skeleton.pivots());
    }

    private BoneMatch match(Optional<BodyPlan> plan, Optional<BodyPlan> otherPlan, Optional<FourLegs[]> animals) {
        BoneMatch match = BoneMatch.none(own.boneCount());
        boolean[] fixed = new boolean[own.boneCount()];
        for (BoneMap.Entry entry : options.map()) {
            int bone = own.names().indexOf(entry.bone());
            if (bone < 0) {
                throw new InvalidInputException("the map names the bone '" + entry.bone()
                        + "', which the model does not have; its bones are: " + listed(own));
            }
            fixed[bone] = true;
            if (entry.source().isPresent()) {
                match.set(bone, named(entry.source().get()), "map", entry.confidence());
                entry.second().ifPresent(second -> {
                    match.second()[bone] = named(second);
                    match.share()[bone] = entry.share();
                });
            }
        }
        String word = options.match() == Match.SKELETON ? "shape" : "name";
        if (plan.isPresent() && otherPlan.isPresent()) {
            match.addBody(plan.get(), own.pivots(), otherPlan.get(), other.pivots(), word);
        }
        animals.ifPresent(pair -> pair[0].match(pair[1], own.pivots(), other.pivots(), match));
        if (options.match() != Match.SKELETON) {
            match.addEqualNames(own, other);
        }
        for (BoneMap.Entry entry : options.map()) {
            if (entry.source().isEmpty()) {
                match.first()[own.names().indexOf(entry.bone())] = Skeleton.NONE;
            }
        }
        long matched =
                Arrays.stream(match.first()).filter(s -> s != Skeleton.NONE).count();
        boolean body = plan.isPresent() && otherPlan.isPresent() || animals.isPresent();
        if (matched == 0 || !body && options.map().isEmpty() && matched < ENOUGH_NAMES * own.boneCount()) {
            throw new InvalidInputException("only " + matched + " of the model's " + own.boneCount()
                    + " bones match a bone of the motion by name, and they are not both recognised as a human body or as an animal with four legs; give the matches in a map. The motion's bones are: "
                    + listed(other));
        }
        return match;
    }

    private int named(String source) {
        int bone = other.names().indexOf(source);
        if (bone < 0) {
            throw new InvalidInputException("the map names the bone '" + source
                    + "', which the motion does not have; its bones are: " + listed(other));
        }
        return bone;
    }

    private static String listed(Skeleton skeleton) {
        int most = 40;
        List<String> names = skeleton.names();
        return String.join(", ", names.subList(0, Math.min(most, names.size())))
                + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
    }

    private ModelPoses poses(
            BoneMatch match, RotationTransfer transfer, Performance source, double ankles, Optional<BodyPlan> plan) {
        boolean[] set = new boolean[own.boneCount()];
        for (int j = 0; j < set.length; j++) {
            set[j] = match.isMatched(j);
        }
        for (int at = tree.parents()[transfer.hips()]; at != Skeleton.NONE; at = tree.parents()[at]) {
            set[at] = false;
        }
        set[transfer.hips()] = true;
        ModelPoses poses = new ModelPoses(tree, transfer.hips(), set, source.frames(), source.fps());
        plan.flatMap(Retarget::legs)
                .ifPresent(pair -> poses.setSideways(Vec3.unit(Vec3.fromTo(own.pivot(pair[1]), own.pivot(pair[0])))));
        for (int f = 0; f < source.frames(); f++) {
            for (int j = 0; j < set.length; j++) {
                if (set[j]) {
                    poses.setRotation(f, j, transfer.rotation(f, j));
                }
            }
            poses.setHips(f, transfer.hipsPosition(f, ankles));
            poses.arrange(f);
        }
        return poses;
    }

    private static Optional<int[]> legs(BodyPlan plan) {
        return plan.bone("leftUpperLeg")
                .flatMap(left -> plan.bone("rightUpperLeg").map(right -> new int[] {left, right}));
    }

    private BoneMotion travel(ModelPoses poses, int hips) {
        double[] by = new double[3 * poses.frames()];
        boolean extract = options.rootMotion() == RootMotion.EXTRACT;
        if (options.rootMotion() == RootMotion.KEEP) {
            return poses.motion(by);
        }
        if (extract && !poses.hasBoneAboveHips()) {
            throw new InvalidInputException(
                    "root motion cannot be extracted, because no bone of the model is above the hips; keep it, or use in-place");
        }
        double[] path = new double[by.length];
        for (int f = 0; f < poses.frames(); f++) {
            System.arraycopy(poses.position(f, hips), 0, path, 3 * f, 3);
        }
        Path.smooth(path, own.pivot(hips), poses.fps());
        return extract ? poses.extracted(path) : poses.motion(Path.negative(path));
    }

    /** What {@link RetargetOptions.RootMotion} and {@link RetargetOptions.Loop} ask of motion that is not transferred bone by bone. */
    private BoneMotion finished(BoneMotion whole) {
        if (options.rootMotion() == RootMotion.KEEP) {
            return closed(whole);
        }
        throw new InvalidInputException(
                "root motion can be changed only where bones are matched by names; use another match, or keep it");
    }

    private BoneMotion closed(BoneMotion whole) {
        return options.loop() == Loop.OFF
                ? whole
                : LoopClosing.close(whole, own, tree, options.rootMotion() != RootMotion.IN_PLACE);
    }

    private void note(Optional<BodyPlan> plan, Optional<BodyPlan> otherPlan, BoneMatch match) {
        if (plan.isPresent() && otherPlan.isPresent()) {
            List<String> missing = BodyPlan.REQUIRED.stream()
                    .filter(part -> otherPlan.get().bone(part).isPresent())
                    .filter(part ->
                            plan.get().bone(part).map(j -> !match.isMatched(j)).orElse(true))
                    .toList();
            if (!missing.isEmpty()) {
                notes.add("the model has no bone for " + String.join(", ", missing));
            }
            List<String> still = plan.get().roles().entrySet().stream()
                    .filter(entry -> !match.isMatched(entry.getValue()))
                    .map(entry -> entry.getKey() + " (" + own.names().get(entry.getValue()) + ")")
                    .toList();
            if (!still.isEmpty()) {
                notes.add("the motion has no bone for " + String.join(", ", still)
                        + "; they keep their rest pose relative to the parent");
            }
        }
        double least = 1;
        for (int j = 0; j < own.boneCount(); j++) {
            least = match.isMatched(j) ? Math.min(least, match.confidence()[j]) : least;
        }
        if (least < SURE && options.match() == Match.SKELETON) {
            notes.add("bones are matched by the shape of the skeleton alone; check the map");
        }
    }
}
