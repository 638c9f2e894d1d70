/** A process that stays: later commands in the same folder run in it, warm. */
package dev.sinew.studio.resident;
