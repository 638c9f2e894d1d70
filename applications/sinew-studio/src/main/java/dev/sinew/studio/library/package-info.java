/** What the folder holds: files with their facts and thumbnails, how more of them come in. */
package dev.sinew.studio.library;
