package dev.sinew.rig;

import dev.sinew.solve.sequence.VertexSample;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Some of the vertices, and of a symmetric shape the images of those, too.
 *
 * @param mirrored the sampled vertex at the image of each; none where the shape is not symmetric
 */
record MirroredSample(VertexSample sample, int[] mirrored) {
    /** @param images the vertex nearest to the image of each vertex; none where the shape is not symmetric */
    static MirroredSample of(int[] images, int vertices, int wanted, long seed) {
        if (images.length == 0) {
            return new MirroredSample(VertexSample.of(vertices, wanted, seed), images);
        }
        int[] half = VertexSample.of(vertices, vertices > wanted ? wanted / 2 : vertices, seed)
                .indices();
        int[] all = IntStream.concat(IntStream.of(half), IntStream.of(half).map(i -> images[i]))
                .sorted()
                .distinct()
                .toArray();
        int[] mirrored = new int[all.length];
        // Nearest vertices are not always each other's: those that were added are the images of what they were added
        // for.
        for (int i : half) {
            mirrored[at(all, images[i])] = at(all, i);
        }
        for (int i : half) {
            mirrored[at(all, i)] = at(all, images[i]);
        }
        return new MirroredSample(new VertexSample(all), mirrored);
    }

    private static int at(int[] all, int i) {
        return Arrays.binarySearch(all, i);
    }
}
