package dev.sinew.interop;

import com.jme3.anim.SeparateJointModelTransform;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** try */
class JmePositionsTest {
    private static final Path FOLDER = Path.of("..", "sinew-io", "target", "interop");

    @TestFactory
    Stream<DynamicTest> all() throws Exception {
        List<Path> files = WantedPositions.files(FOLDER);
        Assumptions.assumeFalse(files.isEmpty(), "no files");
        return files.stream().map(f -> DynamicTest.dynamicTest(f.getFileName().toString(), () -> {
            WantedPositions w = WantedPositions.read(f);
            GlbContent g = GlbContent.read(w.model());
            for (var kind : List.of(SeparateJointModelTransform.class, com.jme3.anim.MatrixJointModelTransform.class)) {
                StringBuilder b = new StringBuilder();
                JmeModel m = JmeModel.load(w.model());
                m.handOn(kind);
                List<int[]> sources = g.sources();
                for (var s : w.samples()) {
                    m.play(s.clip(), s.seconds());
                    double worst = 0;
                    for (int p = 0; p < sources.size(); p++) {
                        double[] got = m.positions(p);
                        for (int k = 0; k < sources.get(p).length; k++) {
                            double d = 0;
                            for (int x = 0; x < 3; x++) {
                                double e = got[3 * k + x] - s.positions()[3 * sources.get(p)[k] + x];
                                d += e * e;
                            }
                            worst = Math.max(worst, Math.sqrt(d) / w.size());
                        }
                    }
                    b.append(String.format(" %.1e", worst));
                }
                System.out.println("TRY " + g.boneType() + " " + g.influenceSets() + " " + f.getFileName() + " "
                        + kind.getSimpleName() + b);
            }
        }));
    }
}
