/** Results as trees of names and values, for {@code --json}. */
package dev.sinew.job.tree;
