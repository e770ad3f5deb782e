/** Hot spots: what one record costs when very much hangs on it, and what the others wait meanwhile. */
package dev.kvlease.torture.hotspots;
