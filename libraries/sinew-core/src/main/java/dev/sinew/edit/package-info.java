/** Skeleton edits: remove, merge, split, re-parent, rename and mirror bones. Nothing is solved here. */
package dev.sinew.edit;
