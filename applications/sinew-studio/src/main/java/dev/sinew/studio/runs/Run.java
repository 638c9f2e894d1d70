package dev.sinew.studio.runs;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * One run: what was asked, how far it has come, and in short what came of it.
 *
 * @param id also the name of its folder
 * @param request as {@link RunRequest} keeps it
 * @param created milliseconds since 1970
 * @param sentence why it failed, empty where it did not
 * @param summary bones, error, degrees, size and time, where it is done
 */
public record Run(
        String id,
        RunRequest request,
        long created,
        RunState state,
        String sentence,
        Optional<Map<String, Object>> summary) {
    Run now(RunState newState) {
        return new Run(id, request, created, newState, "", summary);
    }

    Run ended(RunState newState, String newSentence) {
        return new Run(id, request, created, newState, newSentence, Optional.empty());
    }

    Run done(Map<String, Object> newSummary) {
        return new Run(id, request, created, RunState.DONE, "", Optional.of(newSummary));
    }

    /** For the list of runs. */
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

    /** How far a run has come. */
    public enum RunState {
        QUEUED,
        RUNNING,
        DONE,
        /** What was asked could not be done; a sentence says why. */
        FAILED,
        /** Somebody stopped it. */
        CANCELLED,
        /** The studio ended while it was queued or running. */
        LOST;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
