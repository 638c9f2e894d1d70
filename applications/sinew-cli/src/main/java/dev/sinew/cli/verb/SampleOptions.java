package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.NoisySequence;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Which sample, and how fine. */
public final class SampleOptions {
    private static final int FEWEST_VERTICES = 16;
    private static final int MOST_VERTICES = Integer.MAX_VALUE / 3;
    private static final int MOST_NOISE = 100;

    @Option(
            names = "--vertices",
            order = 20,
            paramLabel = "N",
            description = "About how many vertices, at least 16; what is made comes as near as its shape allows.")
    private Integer vertices;

    @Option(names = "--frames", order = 21, paramLabel = "F", description = "How many frames.")
    private Integer frames;

    @Option(
            names = "--noise",
            order = 22,
            paramLabel = "PERCENT",
            description =
                    "How far the vertices of a sequence are off, root mean square in percent of the size (0); --seed"
                            + " chooses the noise.")
    private Double noise;

    public static Sample named(String name) {
        return Samples.named(name)
                .orElseThrow(() -> new WrongRequestException("there is no sample '" + name + "', there are: "
                        + Samples.all().stream().map(Sample::name).collect(Collectors.joining(", "))));
    }

    public void check() {
        if (vertices != null && (vertices < FEWEST_VERTICES || vertices > MOST_VERTICES)) {
            throw new WrongRequestException(
                    field("vertices") + " " + vertices + " must be from " + FEWEST_VERTICES + " to " + MOST_VERTICES);
        }
        if (frames != null && frames < 1) {
            throw new WrongRequestException(field("frames") + " " + frames + " must be at least 1");
        }
        if (noise != null && !(noise >= 0 && noise <= MOST_NOISE)) {
            throw new WrongRequestException("--noise " + noise + " must be from 0 to " + MOST_NOISE);
        }
    }

    /** @param seed of the noise, where there is any */
    public MeshSequence make(Sample sample, long seed) {
        MeshSequence clean = sample.make(vertices(sample), frames(sample));
        return noise == null ? clean : NoisySequence.of(clean, noise / 100, seed);
    }

    private int vertices(Sample sample) {
        return vertices == null ? sample.defaultVertices() : vertices;
    }

    private int frames(Sample sample) {
        return frames == null ? sample.defaultFrames() : frames;
    }

    /** The sliders behind a sequence. */
    public Sample.Shapes morphed(Sample.Morphed sample) {
        refuseNoise(sample.name());
        return sample.shapes(vertices(sample), frames(sample));
    }

    /** The model behind a sequence. */
    public SkinnedModel rigged(Sample.Rigged sample) {
        refuseNoise(sample.name());
        return sample.rigged(vertices(sample), frames(sample));
    }

    public SkinnedModel make(ModelSample sample) {
        if (frames != null) {
            throw new WrongRequestException("--frames is for sequences, '" + sample.name() + "' is a model with clips");
        }
        refuseNoise(sample.name());
        return sample.make(vertices == null ? sample.defaultVertices() : vertices);
    }

    private void refuseNoise(String name) {
        if (noise != null) {
            throw new WrongRequestException("--noise is for sequences, '" + name + "' is written as a model");
        }
    }
}
