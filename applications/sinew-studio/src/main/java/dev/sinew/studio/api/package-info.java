/** Addresses and answers; docs/studio-api.md describes them. */
package dev.sinew.studio.api;
