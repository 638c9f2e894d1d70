package dev.sinew.studio;

import java.nio.file.Path;
import java.util.OptionalInt;

/** A studio in a separate process: prints its URL and runs until its standard input ends. */
final class StudioChild {
    private StudioChild() {}

    public static void main(String[] args) throws Exception {
        try (Studio studio = Studio.open(Path.of(args[0]), OptionalInt.of(0))) {
            System.out.println(studio.address());
            while (System.in.read() >= 0) {
                // The parent process closes the pipe.
            }
        }
    }
}
