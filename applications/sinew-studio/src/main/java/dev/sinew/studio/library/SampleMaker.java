package dev.sinew.studio.library;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.format.Formats;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.TurnedAwayException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of {@code sinew sample}, written into the folder. */
public final class SampleMaker {
    private final StudioFolder folder;

    public SampleMaker(StudioFolder folder) {
        this.folder = folder;
    }

    /** What can be made. */
    public static List<Object> tree() {
        List<Object> all = new ArrayList<>();
        for (Sample sample : Samples.all()) {
            all.add(entry(sample.name(), sample.summary(), "sequence"));
        }
        for (ModelSample sample : Samples.models()) {
            all.add(entry(sample.name(), sample.summary(), "model"));
        }
        return all;
    }

    private static Map<String, Object> entry(String name, String summary, String kind) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", name);
        entry.put("summary", summary);
        entry.put("kind", kind);
        return entry;
    }

    /**
     * Writes it as {@code sinew sample NAME} would, at its usual size.
     *
     * @return its name in the library
     */
    public String make(String name) {
        Optional<ModelSample> model = Samples.modelNamed(name);
        if (model.isPresent()) {
            Path file = folder.root().resolve(name + Formats.GLTF.ending());
            Models.write(model.get().make(model.get().defaultVertices()), file);
            return folder.nameOf(file);
        }
        Sample sample =
                Samples.named(name).orElseThrow(() -> TurnedAwayException.notFound("there is no sample of that name"));
        MeshSequences.write(
                sample.make(sample.defaultVertices(), sample.defaultFrames()),
                folder.root().resolve(name + Formats.PC2.ending()));
        return name + Formats.OBJ.ending();
    }
}
