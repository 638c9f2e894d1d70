/**
 * Pictures without a display: data becomes a {@link dev.sinew.io.picture.Scene}, a scene becomes pixels, pixels become a
 * PNG. Nothing beyond the JDK's java.desktop, which runs headless here.
 */
package dev.sinew.io.picture;
