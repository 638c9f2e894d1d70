/**
 * A request per verb, everything between it and files on disk, and what was made. All rooms are exported: a front end
 * fills in a form, runs it in a context, and shows sources, text and trees of its result.
 */
module dev.sinew.jobs {
    requires transitive dev.sinew.core;
    requires transitive dev.sinew.io;
    requires java.management;
    requires jdk.management;
    requires tools.jackson.databind;

    exports dev.sinew.job;
    exports dev.sinew.job.batch;
    exports dev.sinew.job.run;
    exports dev.sinew.job.form;
    exports dev.sinew.job.source;
    exports dev.sinew.job.text;
    exports dev.sinew.job.tree;

    uses dev.sinew.job.batch.Engine;
}
