/**
 * Pictures without a display: data becomes a {@link dev.sinew.show.picture.Scene}, a scene becomes pixels, pixels become a
 * PNG. Nothing beyond the JDK's java.desktop, which runs headless here.
 */
package dev.sinew.show.picture;
