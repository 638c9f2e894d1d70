/** Groups of options and the inputs they name: sequences, models, rest poses, existing rigs, handles; checks of outputs. */
package dev.sinew.job.source;
