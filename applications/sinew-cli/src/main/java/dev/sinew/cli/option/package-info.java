/** Options: those of every verb, those made from the fields of requests, and what must hold between them. */
package dev.sinew.cli.option;
