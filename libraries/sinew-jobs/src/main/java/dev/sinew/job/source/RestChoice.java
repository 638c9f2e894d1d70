package dev.sinew.job.source;

import static dev.sinew.job.form.Words.field;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.RestMode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/** The values of {@code --rest}. */
public sealed interface RestChoice {
    /** How the solver treats the rest pose. */
    RestMode mode();

    /** The sequence with the chosen rest pose. */
    MeshSequence apply(MeshSequence sequence, SequenceChoice choice);

    /** The pose in words. */
    default String words(SequenceInput input) {
        return "the given mesh";
    }

    /** A note if the user did not choose the pose. */
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

    /** The file that a value names, if any. */
    static Optional<Path> file(String argument) {
        return argument != null && parse(argument) instanceof OfFile named ? Optional.of(named.file) : Optional.empty();
    }

    /** The sequence with another rest pose and matching normals. */
    private static MeshSequence withPose(MeshSequence sequence, float[] positions) {
        return sequence.withRest(Normals.posed(sequence.rest(), positions));
    }

    /** The rest pose of the sequence, solved or kept. */
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
                            file -> "no rest pose was given, so the first file, " + file + ", is used; "
                                    + field("rest")
                                    + " FILE selects another mesh with the same faces, best with straight limbs that are apart");
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

    /** A mesh of the same topology, rotated and scaled like the sequence. */
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
                throw new InvalidInputException("the rest pose " + file + " has " + pose.vertexCount()
                        + " vertices, the sequence has " + rest.vertexCount());
            }
            if (!Arrays.equals(pose.corners(), rest.corners())
                    || !Arrays.equals(pose.faceStarts(), rest.faceStarts())) {
                throw new InvalidInputException(
                        "the rest pose " + file + " has other faces than the sequence; both need the same topology");
            }
            return withPose(sequence, pose.positions());
        }

        @Override
        public String words(SequenceInput input) {
            return file.toString();
        }
    }
}
