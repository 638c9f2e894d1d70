package dev.sinew.job.source;

import dev.sinew.io.format.Format;
import dev.sinew.io.format.Formats;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.OptionInfo;
import dev.sinew.job.text.Text;
import dev.sinew.model.BoneType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The program that plays the file; docs/tasks/engines.md has the sources. */
public record TargetChoice(
        @OptionInfo(
                label = "PROGRAM",
                words = {
                    "unity",
                    "unreal",
                    "godot",
                    "three",
                    "babylon",
                    "playcanvas",
                    "filament",
                    "blender",
                    "quicklook"
                },
                group = OptionGroup.OUTPUT,
                help =
                        "Program that plays the file: unity, unreal, godot, three, babylon, playcanvas, filament, blender or quicklook.",
                details =
                        "Chooses the bone type and {influences} that the program supports, prints its import settings, and warns if it cannot read the format of {output}. Options that you give explicitly override it.")
        String target) {
    /** What an engine does with bones, and why files are made for it as they are. */
    private enum Engine {
        UNITY(
                BoneType.AFFINE,
                "the matrices of bones are multiplied down the hierarchy, so pairs of joints keep their shear",
                4,
                "lower quality levels take two or one of them",
                "add the package com.unity.cloud.gltfast; Project Settings, Quality, Skin Weights: 4 Bones; Anim. Compression: Off",
                endings(Formats.GLTF)),
        UNREAL(
                BoneType.SIMILARITY,
                "it keeps one rotation and scale per bone and would drop the shear of affine ones",
                8,
                "what its skinning takes without further settings",
                "import as Skeletal Mesh with animations, at scale 1; turn off key reduction of the animation",
                endings(Formats.GLTF, Formats.FBX)),
        GODOT(
                BoneType.SIMILARITY,
                "it shows artefacts for bones that scale non-uniformly",
                4,
                "what it takes without a flag of the mesh",
                "in the import settings of the animation: FPS as in the file, Optimizer off",
                endings(Formats.GLTF)),
        THREE(
                BoneType.AFFINE,
                "it multiplies the matrices of nodes, so pairs of joints are exact at the keys",
                4,
                "it reads the first four and scales them to one",
                "with --compress-file: loader.setMeshoptDecoder(MeshoptDecoder)",
                endings(Formats.GLTF)),
        BABYLON(
                BoneType.AFFINE,
                "it multiplies the matrices of nodes, so pairs of joints are exact",
                8,
                "it reads eight",
                "import @babylonjs/loaders/glTF; frames of its animation groups last 1/60 s",
                endings(Formats.GLTF)),
        PLAYCANVAS(
                BoneType.AFFINE,
                "it multiplies the matrices of nodes, so pairs of joints are exact at the keys",
                4,
                "it reads the first four",
                "load the file as a container asset and play it by an anim component",
                endings(Formats.GLTF)),
        FILAMENT(
                BoneType.AFFINE,
                "since 1.15 it keeps whole matrices and turns normals by their cofactors",
                4,
                "it reads one set of weights",
                "no settings are needed",
                endings(Formats.GLTF)),
        BLENDER(
                BoneType.SIMILARITY,
                "its bones have a rotation and a scale, and its exporter cannot express shear",
                4,
                "most engines support no more",
                "File, Import, glTF 2.0, Bone Dir: Temperance",
                endings(Formats.GLTF, Formats.USD)),
        QUICKLOOK(
                BoneType.SIMILARITY,
                "UsdSkel keeps a translation, a rotation and a scale per joint",
                4,
                "phones may not support more",
                "no settings are needed",
                List.of(".usdz"));

        private final BoneType boneType;
        private final String whyBones;
        private final int influences;
        private final String whyInfluences;
        private final String settings;
        private final List<String> endings;

        private static List<String> endings(Format... formats) {
            return Arrays.stream(formats).flatMap(f -> f.endings().stream()).toList();
        }

        Engine(
                BoneType boneType,
                String whyBones,
                int influences,
                String whyInfluences,
                String settings,
                List<String> endings) {
            this.boneType = boneType;
            this.whyBones = whyBones;
            this.influences = influences;
            this.whyInfluences = whyInfluences;
            this.settings = settings;
            this.endings = endings;
        }
    }

    private Optional<Engine> engine() {
        return Optional.ofNullable(target).map(word -> Engine.valueOf(word.toUpperCase(Locale.ROOT)));
    }

    /** The bone type to use, if none is given. */
    public Optional<BoneType> boneType() {
        return engine().map(engine -> engine.boneType);
    }

    /** The number of influences to use, if none is given. */
    public Optional<Integer> influences() {
        return engine().map(engine -> engine.influences);
    }

    /**
     * A line about each thing it sets, and why.
     *
     * @param boneType as asked for, null where the target decides
     * @param influences as asked for, null where the target decides
     */
    public List<String> notes(String boneType, String influences, Path output) {
        List<String> notes = new ArrayList<>();
        engine().ifPresent(engine -> notes.add(
                target + ": " + Text.lowerCase(engine.boneType) + " bones, " + engine.whyBones + wins(boneType)));
        notes.addAll(rigNotes(influences, output));
        return notes;
    }

    /** The same where bones are those of a skeleton, which only turn: every engine holds them. */
    public List<String> rigNotes(String influences, Path output) {
        List<String> notes = new ArrayList<>();
        engine().ifPresent(engine -> {
            notes.add(target + ": " + engine.influences + " weights per vertex, " + engine.whyInfluences
                    + wins(influences));
            boolean suits = Formats.endsIn(output, engine.endings);
            notes.add(target + ": " + String.join(", ", engine.endings)
                    + (suits ? ", in metres and y-up" : ", but the output is " + output));
            notes.add(target + ": import settings: " + engine.settings);
        });
        return notes;
    }

    /** Without the name of the option, which each front end calls otherwise. */
    private static String wins(String asked) {
        return asked == null ? "" : "; overridden by " + asked;
    }
}
