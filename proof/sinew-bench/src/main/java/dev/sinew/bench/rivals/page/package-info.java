/** Chapters as an HTML page, as Markdown and as CSV. */
package dev.sinew.bench.rivals.page;
