package dev.sinew.cli.console;

import java.util.Optional;

/**
 * How a run is to behave.
 *
 * @param quiet no progress and no summary
 * @param json where the report goes, if anywhere
 */
public record Manners(int threads, boolean quiet, boolean debug, Optional<JsonTarget> json) {
    boolean jsonToStandardOut() {
        return json.filter(target -> target.file().isEmpty()).isPresent();
    }
}
