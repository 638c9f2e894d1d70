/** The two synthetic models of KCO09, difficult for linear skinning, and an arm with muscles. */
package dev.sinew.sample.twist;
