/** The two synthetic models of KCO09: rigs that linear skinning plays badly. */
package dev.sinew.sample.twist;
