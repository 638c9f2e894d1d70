/** Text in files: lines, tokens, decimal numbers, names. Fast because no string is made for a number. */
package dev.sinew.io.text;
