package dev.sinew.studio;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Opens an address in whatever the person browses with. Where that is not to be found, the printed address must do. */
public final class Browser {
    private Browser() {}

    public static void open(String address) {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        // Not java.awt.Desktop: a server's Java has none, and starting it takes a second.
        List<String> command = system.contains("mac")
                ? List.of("open", address)
                : system.contains("win")
                        ? List.of("rundll32", "url.dll,FileProtocolHandler", address)
                        : List.of("xdg-open", address);
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException nothingToOpenWith) {
            // The address is printed.
        }
    }
}
