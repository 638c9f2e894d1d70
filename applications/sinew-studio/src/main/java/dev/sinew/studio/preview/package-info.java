/** Fast previews of a fit with other settings. */
package dev.sinew.studio.preview;
