/** The overview page of a batch. */
package dev.sinew.show.index;
