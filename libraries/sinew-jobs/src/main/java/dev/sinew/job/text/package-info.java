/** Numbers, lists and trees as text. */
package dev.sinew.job.text;
