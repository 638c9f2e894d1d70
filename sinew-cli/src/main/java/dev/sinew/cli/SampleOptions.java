package dev.sinew.cli;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.Samples;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which sample, and how fine. */
final class SampleOptions {
    private static final int FEWEST_VERTICES = 16;

    @Option(
            names = "--vertices",
            order = 20,
            paramLabel = "N",
            description = "About how many vertices, at least 16; what is made comes as near as its shape allows.")
    private Integer vertices;

    @Option(names = "--frames", order = 21, paramLabel = "F", description = "How many frames.")
    private Integer frames;

    static Sample named(String name) {
        return Samples.named(name)
                .orElseThrow(() -> new WrongUsageException("there is no sample '" + name + "', there are: "
                        + Samples.all().stream().map(Sample::name).collect(Collectors.joining(", "))));
    }

    void check() {
        if (vertices != null) {
            WrongUsageException.requireWithin("--vertices", vertices, FEWEST_VERTICES, Integer.MAX_VALUE / 3);
        }
        if (frames != null) {
            WrongUsageException.requireWithin("--frames", frames, 1, Integer.MAX_VALUE);
        }
    }

    MeshSequence make(Sample sample) {
        return sample.make(
                vertices == null ? sample.defaultVertices() : vertices,
                frames == null ? sample.defaultFrames() : frames);
    }

    SkinnedModel make(ModelSample sample) {
        if (frames != null) {
            throw new WrongUsageException("--frames is for sequences, '" + sample.name() + "' is a model with clips");
        }
        return sample.make(vertices == null ? sample.defaultVertices() : vertices);
    }
}
