package dev.sinew.studio.library;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.format.Formats;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.studio.folder.StudioFolder;
import dev.sinew.studio.guard.RejectedRequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the samples of {@code sinew sample} into the folder. */
public final class SampleMaker {
    private final StudioFolder folder;

    public SampleMaker(StudioFolder folder) {
        this.folder = folder;
    }

    /** The available samples. */
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
     * Writes a sample as {@code sinew sample NAME} does, with the default size.
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
                Samples.named(name).orElseThrow(() -> RejectedRequestException.notFound("there is no such sample"));
        MeshSequences.write(
                sample.make(sample.defaultVertices(), sample.defaultFrames()),
                folder.root().resolve(name + Formats.PC2.ending()));
        return name + Formats.OBJ.ending();
    }
}
