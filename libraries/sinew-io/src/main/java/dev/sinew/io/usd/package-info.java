/**
 * Universal Scene Description as text ({@code .usda}) and as a package ({@code .usdz}): models with UsdSkel, sequences as
 * points with time samples. Binary layers ({@code .usdc}) are rejected.
 */
package dev.sinew.io.usd;
