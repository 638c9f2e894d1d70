/** HTTP routes and responses; docs/reference/studio-api.md describes them. */
package dev.sinew.studio.api;
