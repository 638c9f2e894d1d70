/** What the readers and writers of the mesh formats share: growing arrays, attributes, colours, notes, refusals. */
package dev.sinew.io.parts;
