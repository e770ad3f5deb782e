/** Real processes under load, killed and cut off again and again. */
package dev.kvlease.torture.process;
