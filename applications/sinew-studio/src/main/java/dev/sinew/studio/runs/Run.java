package dev.sinew.studio.runs;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A run: its request, state and summary.
 *
 * @param id also the name of its folder
 * @param created milliseconds since 1970
 * @param sentence why it failed; empty if it did not
 * @param summary bones, errors, size and time of a finished run
 */
public record Run(
        String id,
        RunRequest request,
        long created,
        RunState state,
        String sentence,
        Optional<Map<String, Object>> summary) {
    Run withState(RunState newState) {
        return new Run(id, request, created, newState, "", summary);
    }

    Run withFailure(RunState newState, String newSentence) {
        return new Run(id, request, created, newState, newSentence, Optional.empty());
    }

    Run withSummary(Map<String, Object> newSummary) {
        return new Run(id, request, created, RunState.DONE, "", Optional.of(newSummary));
    }

    /** The entry in the list of runs. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", id);
        tree.put("state", state.toString());
        tree.put("created", created);
        tree.put("sentence", sentence);
        tree.put("request", request.tree());
        tree.put("summary", summary.orElse(null));
        return tree;
    }

    /** The state of a run. */
    public enum RunState {
        QUEUED,
        RUNNING,
        DONE,
        /** Failed; the message says why. */
        FAILED,
        /** Cancelled by the user. */
        CANCELLED,
        /** The studio ended while it was queued or running. */
        LOST;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
