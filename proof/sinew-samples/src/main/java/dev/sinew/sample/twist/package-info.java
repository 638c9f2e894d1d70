/** The two synthetic models of KCO09, difficult for linear skinning. */
package dev.sinew.sample.twist;
