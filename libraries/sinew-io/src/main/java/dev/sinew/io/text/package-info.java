/** Text in files: lines, tokens, decimal numbers, names. Creates no strings for numbers, for speed. */
package dev.sinew.io.text;
