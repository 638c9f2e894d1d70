/** The viewer and the one-file page around it. Knows no mesh and no model: it is given JSON and buffers. */
package dev.sinew.show.page;
