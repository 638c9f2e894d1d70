/** Skeletons changed afterwards: bones removed, merged, split, hung elsewhere, renamed, mirrored; nothing is solved here. */
package dev.sinew.edit;
