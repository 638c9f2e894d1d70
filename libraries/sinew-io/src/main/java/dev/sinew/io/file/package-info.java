/** Files as such: written whole or not at all, JSON that knows where it stands, and who made them. */
package dev.sinew.io.file;
