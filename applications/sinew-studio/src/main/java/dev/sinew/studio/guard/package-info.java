/** Authentication. */
package dev.sinew.studio.guard;
