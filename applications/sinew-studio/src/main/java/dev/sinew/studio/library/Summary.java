package dev.sinew.studio.library;

import dev.sinew.job.InfoMade;
import dev.sinew.job.Requests;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import dev.sinew.show.picture.Picture;
import dev.sinew.show.picture.PictureOptions;
import dev.sinew.show.picture.SceneBuilder;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Looks into a file: what it holds, as {@code sinew info} tells it, and a small picture of it. */
public final class Summary {
    private static final int WIDTH = 320;
    private static final int HEIGHT = 240;
    /** More vertices take longer to draw than a person waits for a thumbnail. */
    private static final int MOST_VERTICES = 400_000;

    private static final List<String> TOLD =
            List.of("bones", "influences", "clips", "fps", "seconds", "handles", "shells", "boneType", "twoLayer");

    private Summary() {}

    static LibraryItem.Known at(Path file, Path picture) {
        try (Desk desk = Desk.quiet()) {
            InfoMade made = (InfoMade)
                    Requests.of("info", Map.of("input", file.toString())).run(desk);
            boolean drawn = draw(made, picture);
            Map<String, Object> tree = made.tree();
            Map<?, ?> result = (Map<?, ?>) tree.get("result");
            return new LibraryItem.Known(
                    String.valueOf(result.get("kind")), facts((Map<?, ?>) tree.get("input"), result), "", drawn);
        } catch (RefusedException refused) {
            return unreadable(refused.sentence(UnaryOperator.identity()));
        } catch (WrongRequestException wrong) {
            return unreadable(wrong.sentence(UnaryOperator.identity()));
        } catch (OutOfMemoryError full) {
            return unreadable("there is not enough memory to look into it");
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
        for (String name : TOLD) {
            Object value = result.get(name);
            if (value instanceof List<?> several) {
                facts.put(name, several.size());
            } else if (value instanceof Number || value instanceof String) {
                facts.put(name, value);
            }
        }
        return facts;
    }

    private static boolean draw(InfoMade made, Path picture) {
        Mesh mesh = made.mesh();
        if (mesh.vertexCount() == 0 || mesh.vertexCount() > MOST_VERTICES) {
            return false;
        }
        PictureOptions options =
                PictureOptions.defaults().withSize(WIDTH, HEIGHT).withSharpness(2);
        Picture.of(scene(made).original("").build(), options).write(picture);
        return true;
    }

    /** A sequence a third of the way in, where something has happened already. */
    private static SceneBuilder scene(InfoMade made) {
        if (made.sequence().isPresent()) {
            MeshSequence sequence = made.sequence().get();
            return SceneBuilder.of(sequence, sequence.frameCount() / 3);
        }
        if (made.model().isPresent() && !made.model().get().model().clips().isEmpty()) {
            SkinnedModel model = made.model().get().model();
            int frames = model.clips().get(0).motion().frameCount();
            return SceneBuilder.of(model, model.clips().get(0), frames / 3);
        }
        return SceneBuilder.of(Still.of(made.mesh()), 0);
    }

    /** A mesh that does not move, as a sequence of one frame. */
    public static final class Still {
        private Still() {}

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
