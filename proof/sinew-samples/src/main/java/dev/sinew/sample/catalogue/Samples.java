package dev.sinew.sample.catalogue;

import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.biped.Biped;
import dev.sinew.sample.cloth.Cape;
import dev.sinew.sample.cloth.Flag;
import dev.sinew.sample.cloth.Skirt;
import dev.sinew.sample.creature.Creature;
import dev.sinew.sample.face.Face;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.sample.robot.Robot;
import dev.sinew.sample.soft.SoftBody;
import dev.sinew.sample.tentacle.Tentacle;
import dev.sinew.sample.twist.ElasticTube;
import dev.sinew.sample.twist.Muscles;
import dev.sinew.sample.twist.TwistedBox;
import java.util.List;
import java.util.Optional;

/** The samples by name. */
public final class Samples {
    private static final List<Sample> ALL = List.of(
            new Flag(),
            new Creature(),
            new Tentacle(),
            new SoftBody(),
            new Robot(),
            new Skirt(),
            new Cape(),
            new Face(),
            new Mannequin());

    private static final List<ModelSample> MODELS =
            List.of(new Biped(), new Muscles(), new TwistedBox(), new ElasticTube());

    private Samples() {}

    public static List<Sample> all() {
        return ALL;
    }

    /** Samples that are rigged models; their names differ from those of the sequences. */
    public static List<ModelSample> models() {
        return MODELS;
    }

    public static Optional<ModelSample> modelNamed(String name) {
        return MODELS.stream().filter(s -> s.name().equals(name)).findFirst();
    }

    public static Optional<Sample> named(String name) {
        return ALL.stream().filter(s -> s.name().equals(name)).findFirst();
    }
}
