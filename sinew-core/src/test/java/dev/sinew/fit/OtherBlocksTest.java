package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.solve.BoneForms;
import dev.sinew.solve.PassAnswer;
import dev.sinew.solve.PassOrder;
import dev.sinew.solve.PassSite;
import dev.sinew.solve.PassSites;
import dev.sinew.solve.ReducedSequence;
import dev.sinew.solve.Subject;
import dev.sinew.solve.Trajectories;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Passes over other numbers of blocks than one machine has: the same model up to the rounding of sums. */
class OtherBlocksTest extends FitCases {
    /** What a cluster does, block after block in this thread. */
    private static final class Blocks implements PassSite {
        private final Subject subject;
        private final int count;
        private final List<ReducedSequence.Part> parts = new ArrayList<>();
        private int size;

        Blocks(Subject subject, int count) {
            this.subject = subject;
            this.count = count;
        }

        @Override
        public int chunks() {
            return count;
        }

        @Override
        public Lost project(double[] basisRows, int dimensions, int vertices) {
            parts.clear();
            size = chunkSize(vertices);
            double positions = 0;
            double normals = 0;
            for (int from = 0; from < vertices; from += size) {
                parts.add(
                        ReducedSequence.project(subject, basisRows, dimensions, from, Math.min(vertices, from + size)));
                positions += parts.get(parts.size() - 1).lost().positions();
                normals += parts.get(parts.size() - 1).lost().normals();
            }
            return new Lost(positions, normals);
        }

        @Override
        public double[] some(int[] vertices, boolean normals) {
            double[] all = new double[0];
            for (int k = 0; k < vertices.length; k++) {
                ReducedSequence.Part part = parts.get(vertices[k] / size);
                Trajectories rows = normals ? part.normals().orElseThrow() : part.positions();
                double[] row = rows.some(new int[] {vertices[k] % size});
                all = k == 0 ? new double[vertices.length * row.length] : all;
                System.arraycopy(row, 0, all, k * row.length, row.length);
            }
            return all;
        }

        @Override
        public List<PassAnswer> run(boolean reduced, BoneForms bones, List<PassOrder> orders) {
            List<PassAnswer> answers = new ArrayList<>();
            for (int k = 0; k < orders.size(); k++) {
                PassOrder order = orders.get(k);
                answers.add(
                        reduced
                                ? order.run(
                                        parts.get(k).positions(), parts.get(k).normals(), 0, bones)
                                : order.run(subject.poses(), subject.normals().map(z -> z), order.from(), bones));
            }
            return answers;
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 17, 24, 61})
    void toABillionthOfTheSize(int blocks) {
        MeshSequence sequence = ripples(40, 9);
        FitOptions options = bones(5);
        SkinnedModel here = modelOf(fit(sequence, options));
        Subject subject = Subject.of(sequence, options.shading(), Workers.CALLER);
        SkinnedModel there = modelOf(PassSites.during(new Blocks(subject, blocks), () -> fit(sequence, options)));
        assertThat(there.weights().bones()).containsExactly(here.weights().bones());
        assertNear(there.weights().weights(), here.weights().weights());
        // The grid goes from −1 to 1, so a billionth here is less than one of its size.
        assertNear(
                there.clips().get(0).motion().matrices(),
                here.clips().get(0).motion().matrices());
    }

    private static void assertNear(double[] some, double[] others) {
        assertThat(some).hasSameSizeAs(others);
        double most = 0;
        for (int k = 0; k < some.length; k++) {
            most = Math.max(most, Math.abs(some[k] - others[k]));
        }
        assertThat(most).isLessThan(1e-9);
    }
}
