/** Who may come in. */
package dev.sinew.studio.guard;
