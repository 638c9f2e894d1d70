package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.run.RefusedException;
import dev.sinew.run.RestMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The answers to {@code --rest}. */
public sealed interface RestChoice {
    /** What the solver may do with the pose it is given. */
    RestMode mode();

    /** The sequence with the rest pose that was chosen. */
    MeshSequence apply(MeshSequence sequence, SequenceChoice choice);

    /** What that pose is, in words. */
    default String words(SequenceInput input) {
        return "the given mesh";
    }

    /** What the user should know of it: that nobody chose it. */
    default Optional<String> note(SequenceInput input) {
        return Optional.empty();
    }

    static RestChoice parse(String argument) {
        return switch (argument) {
            case "solve" -> new Own(RestMode.SOLVE);
            case "free" -> new Own(RestMode.FREE);
            case "given" -> new Own(RestMode.KEEP);
            case "first" -> new First();
            default -> new OfFile(Path.of(argument));
        };
    }

    /** The file that such an answer names, if it names one. */
    static Optional<Path> file(String argument) {
        return argument != null && parse(argument) instanceof OfFile named ? Optional.of(named.file) : Optional.empty();
    }

    /** The sequence with another rest pose, and normals that suit it where there are any. */
    private static MeshSequence withPose(MeshSequence sequence, float[] positions) {
        return sequence.withRest(Normals.posed(sequence.rest(), positions));
    }

    /** The sequence's own, solved for or kept. */
    record Own(RestMode mode) implements RestChoice {
        @Override
        public MeshSequence apply(MeshSequence sequence, SequenceChoice choice) {
            return sequence;
        }

        @Override
        public String words(SequenceInput input) {
            return MeshSequences.firstOfFrames(input)
                    .map(file -> "the first file, " + file)
                    .orElse("the given mesh");
        }

        @Override
        public Optional<String> note(SequenceInput input) {
            return MeshSequences.firstOfFrames(input)
                    .map(
                            file -> "No rest pose was given, so " + file + ", the first of the files, is it; "
                                    + field("rest")
                                    + " FILE takes another mesh with the same faces: one whose limbs are straight and apart is best");
        }
    }

    /** The first frame. */
    record First() implements RestChoice {
        @Override
        public RestMode mode() {
            return RestMode.KEEP;
        }

        @Override
        public MeshSequence apply(MeshSequence sequence, SequenceChoice choice) {
            return withPose(sequence, sequence.frame(0).clone());
        }

        @Override
        public String words(SequenceInput input) {
            return "the first frame";
        }
    }

    /** A mesh of the same topology, turned and scaled like the sequence. */
    record OfFile(Path file) implements RestChoice {
        @Override
        public RestMode mode() {
            return RestMode.KEEP;
        }

        @Override
        public MeshSequence apply(MeshSequence sequence, SequenceChoice choice) {
            Mesh pose = MeshSequences.readMesh(file, choice.upAxis(), choice.scale());
            Mesh rest = sequence.rest();
            if (pose.vertexCount() != rest.vertexCount()) {
                throw new RefusedException("the rest pose " + file + " has " + pose.vertexCount()
                        + " vertices, the sequence has " + rest.vertexCount());
            }
            if (!Arrays.equals(pose.corners(), rest.corners())
                    || !Arrays.equals(pose.faceStarts(), rest.faceStarts())) {
                throw new RefusedException(
                        "the rest pose " + file + " has other faces than the sequence, they must be the same");
            }
            return withPose(sequence, pose.positions());
        }

        @Override
        public String words(SequenceInput input) {
            return file.toString();
        }
    }
}
