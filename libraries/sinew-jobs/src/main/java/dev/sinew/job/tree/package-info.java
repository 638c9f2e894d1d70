/** What was made as trees of names and values: what {@code --json} writes. */
package dev.sinew.job.tree;
