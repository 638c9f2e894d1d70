package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Suggestions;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.NoisySequence;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import java.util.List;
import picocli.CommandLine.Option;

/** Options for samples. */
public final class SampleOptions {
    private static final int MIN_VERTICES = 16;
    private static final int MAX_VERTICES = Integer.MAX_VALUE / 3;
    private static final int MAX_NOISE_PERCENT = 100;

    @Option(
            names = "--vertices",
            order = 20,
            paramLabel = "N",
            descriptionKey = OptionGroup.GOAL,
            description = "Approximate number of vertices, at least 16.")
    private Integer vertices;

    @Option(
            names = "--frames",
            order = 21,
            paramLabel = "F",
            descriptionKey = OptionGroup.GOAL,
            description = "Number of frames.")
    private Integer frames;

    @Option(
            names = "--noise",
            order = 22,
            paramLabel = "PERCENT",
            descriptionKey = OptionGroup.GOAL,
            description = "RMS noise on the vertices, in percent of the size (default: 0).")
    private Double noise;

    public static Sample named(String name) {
        return Samples.named(name)
                .orElseThrow(() -> new InvalidRequestException("unknown sample '" + name + "'"
                        + Suggestions.hint(name, names()) + "; samples are: " + String.join(", ", names())));
    }

    private static List<String> names() {
        return Samples.all().stream().map(Sample::name).toList();
    }

    public void check() {
        if (vertices != null && (vertices < MIN_VERTICES || vertices > MAX_VERTICES)) {
            throw new InvalidRequestException(
                    field("vertices") + " " + vertices + " must be from " + MIN_VERTICES + " to " + MAX_VERTICES);
        }
        if (frames != null && frames < 1) {
            throw new InvalidRequestException(field("frames") + " " + frames + " must be at least 1");
        }
        if (noise != null && !(noise >= 0 && noise <= MAX_NOISE_PERCENT)) {
            throw new InvalidRequestException("--noise " + noise + " must be from 0 to " + MAX_NOISE_PERCENT);
        }
    }

    /** @param seed for the noise */
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
        rejectNoise(sample.name());
        return sample.shapes(vertices(sample), frames(sample));
    }

    /** The model behind a sequence. */
    public SkinnedModel rigged(Sample.Rigged sample) {
        rejectNoise(sample.name());
        return sample.rigged(vertices(sample), frames(sample));
    }

    public SkinnedModel make(ModelSample sample) {
        if (frames != null) {
            throw new InvalidRequestException(
                    "--frames cannot be used with '" + sample.name() + "', which is a model with clips");
        }
        rejectNoise(sample.name());
        return sample.make(vertices == null ? sample.defaultVertices() : vertices);
    }

    private void rejectNoise(String name) {
        if (noise != null) {
            throw new InvalidRequestException(
                    "--noise cannot be used with a model; write '" + name + "' as a sequence, such as .pc2");
        }
    }
}
