/** The folder a studio works in. */
package dev.sinew.studio.folder;
