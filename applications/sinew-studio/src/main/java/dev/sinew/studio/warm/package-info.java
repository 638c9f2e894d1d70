/** Sequences that stay ready, for the slider. */
package dev.sinew.studio.warm;
