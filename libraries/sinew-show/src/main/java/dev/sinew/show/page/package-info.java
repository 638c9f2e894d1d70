/** The one-file page around the viewer. It knows no meshes or models, only JSON and buffers. */
package dev.sinew.show.page;
