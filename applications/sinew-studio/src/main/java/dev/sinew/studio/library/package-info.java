/** The files of the folder with facts and thumbnails; uploads and samples. */
package dev.sinew.studio.library;
