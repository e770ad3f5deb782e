/** Whether what was said in the end is what the core says of the same records. */
package dev.kvlease.torture.process.check;
