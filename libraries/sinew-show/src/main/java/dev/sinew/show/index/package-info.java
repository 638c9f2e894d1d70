/** The page of a batch: a table of all its pieces. */
package dev.sinew.show.index;
