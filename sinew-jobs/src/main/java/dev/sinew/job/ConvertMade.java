package dev.sinew.job;

import dev.sinew.job.tree.RunTree;
import dev.sinew.mesh.Mesh;
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
        return new RunTree("convert")
                .input(RunTree.input(input, mesh, frames))
                .options(request.sequence().described())
                .result(Map.of("file", request.output().toString()))
                .seconds(seconds)
                .tree();
    }
}
