/** Motion of one skeleton on another: which bones correspond, how their rest poses differ, and where feet stand. */
package dev.sinew.retarget;
