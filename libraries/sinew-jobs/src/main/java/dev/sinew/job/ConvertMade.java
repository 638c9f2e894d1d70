package dev.sinew.job;

import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was converted. */
public record ConvertMade(ConvertRequest request, String input, Mesh mesh, int frames, Map<String, Double> seconds)
        implements Made {
    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public Map<String, Object> tree() {
        Map<String, Object> options = new LinkedHashMap<>(request.sequence().described());
        options.putAll(request.storage().described());
        return new RunTree("convert")
                .input(RunTree.input(input, mesh, frames))
                .options(options)
                .result(Map.of("file", request.output().toString()))
                .seconds(seconds)
                .tree();
    }
}
