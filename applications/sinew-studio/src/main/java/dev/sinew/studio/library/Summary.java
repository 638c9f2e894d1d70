package dev.sinew.studio.library;

import dev.sinew.job.InfoJobResult;
import dev.sinew.job.Requests;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Reads the facts of a file, as {@code sinew info} reports them, and draws its thumbnail. */
public final class Summary {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    /** Drawing more vertices takes too long for a thumbnail. */
    private static final int MAX_DRAWN_VERTICES = 400_000;

    private static final List<String> REPORTED_FACTS =
            List.of("bones", "influences", "clips", "fps", "seconds", "handles", "shells", "boneType", "twoLayer");

    private Summary() {}

    static LibraryItem.Known at(Path file, Path picture) {
        try (JobContext context = JobContext.quiet()) {
            InfoJobResult made = (InfoJobResult)
                    Requests.of("info", Map.of("input", file.toString())).run(context);
            boolean drawn = draw(made, picture);
            Map<String, Object> tree = made.tree();
            Map<?, ?> result = (Map<?, ?>) tree.get("result");
            return new LibraryItem.Known(
                    String.valueOf(result.get("kind")), facts((Map<?, ?>) tree.get("input"), result), "", drawn);
        } catch (InvalidInputException rejected) {
            return unreadable(rejected.sentence(UnaryOperator.identity()));
        } catch (InvalidRequestException wrong) {
            return unreadable(wrong.sentence(UnaryOperator.identity()));
        } catch (OutOfMemoryError full) {
            return unreadable("not enough memory to read it");
        }
    }

    static LibraryItem.Known unreadable(String sentence) {
        return new LibraryItem.Known("unreadable", Map.of(), sentence, false);
    }

    private static Map<String, Object> facts(Map<?, ?> input, Map<?, ?> result) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (String name : List.of("vertices", "faces", "frames", "shells")) {
            facts.put(name, input.get(name));
        }
        for (String name : REPORTED_FACTS) {
            Object value = result.get(name);
            if (value instanceof List<?> several) {
                facts.put(name, several.size());
            } else if (value instanceof Number || value instanceof String) {
                facts.put(name, value);
            }
        }
        return facts;
    }

    private static boolean draw(InfoJobResult made, Path picture) {
        Mesh mesh = made.mesh();
        if (mesh.vertexCount() == 0 || mesh.vertexCount() > MAX_DRAWN_VERTICES) {
            return false;
        }
        PictureOptions options =
                PictureOptions.defaults().withSize(WIDTH, HEIGHT).withSharpness(2);
        Picture.of(scene(made).original("").build(), options).write(picture);
        return true;
    }

    /** A sequence at a third of its length, where the motion is under way. */
    private static SceneBuilder scene(InfoJobResult made) {
        if (made.sequence().isPresent()) {
            MeshSequence sequence = made.sequence().get();
            return SceneBuilder.of(sequence, sequence.frameCount() / 3);
        }
        if (made.model().isPresent() && !made.model().get().model().clips().isEmpty()) {
            SkinnedModel model = made.model().get().model();
            int frames = model.clips().get(0).motion().frameCount();
            return SceneBuilder.of(model, model.clips().get(0), frames / 3);
        }
        return SceneBuilder.of(StaticSequence.of(made.mesh()), 0);
    }

    /** A static mesh as a sequence of one frame. */
    public static final class StaticSequence {
        private StaticSequence() {}

        public static MeshSequence of(Mesh mesh) {
            FrameSource one = new FrameSource() {
                @Override
                public int frameCount() {
                    return 1;
                }

                @Override
                public float[] frame(int f) {
                    return mesh.positions();
                }
            };
            return new MeshSequence("", mesh, one, 1);
        }
    }
}
