/**
 * Encodes core types for the viewer: a JSON header and compressed buffers (docs/reference/viewer-format.md). The viewer itself never sees a
 * core type.
 */
package dev.sinew.show.view;
