/** Views of job results: a page and a picture each. */
package dev.sinew.show.result;
