/**
 * What the viewer is given: core types in, a JSON header and compressed buffers out. The format is described in
 * docs/viewer-format.md; the view itself lives in {@code sinew-web}, which never sees a core type.
 */
package dev.sinew.show.view;
