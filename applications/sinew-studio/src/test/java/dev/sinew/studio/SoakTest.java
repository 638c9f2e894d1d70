package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Memory stays flat and no thread is left after 200 small jobs with previews between them. */
class SoakTest {
    private static final int JOBS = 200;
    private static final int WARM = 40;

    @Test
    void memoryStaysFlatAndNoThreadIsLeft(@TempDir Path folder) throws Exception {
        Visit.putFlag(folder);
        Set<String> threadsBefore;
        try (Visit visit = new Visit(folder)) {
            String first = visit.startFit(2);
            visit.wait(first);
            visit.slide(first, Map.of("bones", 3));
            threadsBefore = workers();
            long before = 0;
            String last = "";
            for (int k = 0; k < JOBS; k++) {
                last = visit.startFit(2 + k % 3);
                if (k % 10 == 9) {
                    assertThat(visit.wait(last).get("state")).isEqualTo("done");
                    visit.slide(last, Map.of("bones", 2 + k / 10 % 5, "seed", k));
                }
                if (k == WARM) {
                    before = used();
                }
            }
            assertThat(visit.wait(last).get("state")).isEqualTo("done");
            assertThat(used() - before)
                    .as("bytes grown in %d jobs", JOBS - WARM)
                    .isLessThan(24L << 20);
            assertThat(workers()).as("threads").isEqualTo(threadsBefore);
        }
        Thread.sleep(300);
        assertThat(workers().stream().filter(name -> name.startsWith("studio")))
                .as("threads of a closed studio")
                .isEmpty();
    }

    /** Thread names without numbers; Jetty's own threads vary. */
    private static Set<String> workers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(Thread::isAlive)
                .map(thread -> thread.getName().replaceAll("\\d+", "#"))
                .filter(name -> name.startsWith("studio") || name.startsWith("sinew"))
                .filter(name -> !name.startsWith("studio-http"))
                .collect(Collectors.toSet());
    }

    private static long used() throws InterruptedException {
        for (int k = 0; k < 3; k++) {
            System.gc();
            Thread.sleep(50);
        }
        Runtime java = Runtime.getRuntime();
        return java.totalMemory() - java.freeMemory();
    }
}
