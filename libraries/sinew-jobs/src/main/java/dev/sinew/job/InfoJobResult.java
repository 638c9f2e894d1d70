package dev.sinew.job;

import dev.sinew.io.ModelFile;
import dev.sinew.job.tree.MeshFacts;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The content of a file: a model, a mesh or a sequence. */
public record InfoJobResult(
        InfoRequest request,
        String file,
        Optional<ModelFile> model,
        Optional<Mesh> loneMesh,
        Optional<MeshSequence> sequence,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    InfoJobResult with(ModelFile found) {
        return new InfoJobResult(request, file, Optional.of(found), loneMesh, sequence, notes, seconds);
    }

    InfoJobResult with(Mesh found) {
        return new InfoJobResult(request, file, model, Optional.of(found), sequence, notes, seconds);
    }

    InfoJobResult with(MeshSequence found) {
        return new InfoJobResult(request, file, model, loneMesh, Optional.of(found), notes, seconds);
    }

    /** The mesh in its rest pose. */
    public Mesh mesh() {
        return model.map(read -> read.model().rest())
                .or(() -> sequence.map(MeshSequence::rest))
                .or(() -> loneMesh)
                .orElseThrow();
    }

    private int frames() {
        int ofClips = model.stream()
                .flatMap(read -> read.model().clips().stream())
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
        return model.isPresent()
                ? ofClips
                : sequence.map(MeshSequence::frameCount).orElse(1);
    }

    @Override
    public Map<String, Object> tree() {
        return new RunTree("info")
                .input(RunTree.input(file, mesh(), frames()))
                .options(request.sequence().described())
                .result(result())
                .seconds(seconds)
                .tree();
    }

    private Map<String, Object> result() {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("kind", model.isPresent() ? "model" : sequence.isPresent() ? "sequence" : "mesh");
        model.ifPresent(read -> result.putAll(ModelTree.of(read)));
        sequence.ifPresent(moving -> {
            result.put("name", moving.name());
            result.put("fps", moving.framesPerSecond());
            result.put("seconds", (moving.frameCount() - 1) / moving.framesPerSecond());
        });
        if (model.isEmpty()) {
            result.put("notes", notes);
        }
        result.putAll(MeshFacts.of(mesh()).tree());
        return result;
    }
}
