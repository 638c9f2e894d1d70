package dev.sinew.job.form;

import java.util.List;

/** The groups of options, as help texts and forms show them. */
public final class OptionGroup {
    public static final String INPUT = "Input";
    public static final String GOAL = "Goal";
    public static final String SKELETON = "Skeleton";
    public static final String EDITS = "Edits, applied in the given order";
    public static final String EXISTING_RIG = "Existing rig";
    public static final String QUALITY = "Quality";
    public static final String CLIPS = "Clips";
    public static final String OUTPUT = "Output";
    public static final String CLUSTER = "Cluster";
    public static final String GENERAL = "General";

    /** In the order in which they are shown. */
    public static final List<String> ALL =
            List.of(INPUT, GOAL, SKELETON, EDITS, EXISTING_RIG, QUALITY, CLIPS, OUTPUT, CLUSTER, GENERAL);

    private OptionGroup() {}
}
