/** The same jobs behind a local web server, the same viewer live. */
package dev.sinew.studio;
