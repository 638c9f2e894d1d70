package dev.sinew.job;

import dev.sinew.io.ModelFile;
import dev.sinew.job.tree.MeshFacts;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkeletonMotion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The content of a file: a model, a mesh or a sequence. */
public record InfoJobResult(
        InfoRequest request,
        String file,
        Optional<ModelFile> model,
        Optional<Mesh> loneMesh,
        Optional<MeshSequence> sequence,
        Optional<SkeletonMotion> motion,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    InfoJobResult with(ModelFile found) {
        return new InfoJobResult(request, file, Optional.of(found), loneMesh, sequence, motion, notes, seconds);
    }

    InfoJobResult with(Mesh found) {
        return new InfoJobResult(request, file, model, Optional.of(found), sequence, motion, notes, seconds);
    }

    InfoJobResult with(MeshSequence found) {
        return new InfoJobResult(request, file, model, loneMesh, Optional.of(found), motion, notes, seconds);
    }

    InfoJobResult with(SkeletonMotion found) {
        return new InfoJobResult(request, file, model, loneMesh, sequence, Optional.of(found), notes, seconds);
    }

    /** The mesh in its rest pose; without vertices for a file without a mesh. */
    public Mesh mesh() {
        return model.map(read -> read.model().rest())
                .or(() -> sequence.map(MeshSequence::rest))
                .or(() -> loneMesh)
                .or(() -> motion.map(skeleton -> skeleton.withoutMesh().rest()))
                .orElseThrow();
    }

    private int frames() {
        int ofClips = Stream.concat(
                        model.stream().flatMap(read -> read.model().clips().stream()),
                        motion.stream().flatMap(skeleton -> skeleton.clips().stream()))
                .mapToInt(clip -> clip.motion().frameCount())
                .sum();
        return model.isPresent() || motion.isPresent()
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
        result.put("kind", kind());
        model.ifPresent(read -> result.putAll(ModelTree.of(read)));
        motion.ifPresent(skeleton -> result.putAll(ModelTree.of(skeleton)));
        sequence.ifPresent(moving -> {
            result.put("name", moving.name());
            result.put("fps", moving.framesPerSecond());
            result.put("seconds", (moving.frameCount() - 1) / moving.framesPerSecond());
        });
        if (model.isEmpty()) {
            result.put("notes", notes);
        }
        if (motion.isEmpty()) {
            result.putAll(MeshFacts.of(mesh()).tree());
        }
        return result;
    }

    private String kind() {
        if (model.isPresent()) {
            return "model";
        }
        if (motion.isPresent()) {
            return "motion";
        }
        return sequence.isPresent() ? "sequence" : "mesh";
    }
}
