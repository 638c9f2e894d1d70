/**
 * Pictures without a display: a {@link dev.sinew.show.picture.Scene} is built from data, rendered to pixels and written as PNG.
 * Uses only java.desktop of the JDK, in headless mode.
 */
package dev.sinew.show.picture;
