/** What the browser loads. */
package dev.sinew.studio.page;
