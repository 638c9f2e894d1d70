package dev.sinew.job;

import java.util.List;
import java.util.Map;

/** The result of a job, as read back from the written file. */
public interface JobResult {
    /** Notes and warnings for the user. */
    List<String> notes();

    /** Seconds per stage of the job, in order. */
    Map<String, Double> seconds();

    /** The JSON of {@code --json}. */
    Map<String, Object> tree();
}
