/** The folder of a studio. */
package dev.sinew.studio.folder;
