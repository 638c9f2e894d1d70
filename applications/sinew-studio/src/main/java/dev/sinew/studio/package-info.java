/** The jobs behind a local web server, with the viewer of the reports. */
package dev.sinew.studio;
