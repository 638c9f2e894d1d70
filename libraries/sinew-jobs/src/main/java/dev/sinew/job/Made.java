package dev.sinew.job;

import java.util.List;
import java.util.Map;

/** What a job made: the file as it is on disk, read back, and what there is to say about it. */
public interface Made {
    /** Sentences for the user. */
    List<String> notes();

    /** Seconds by part of the job, in the order they came. */
    Map<String, Double> seconds();

    /** All of it by name: what {@code --json} writes. */
    Map<String, Object> tree();
}
