/** What goes wrong, one class a fault. */
package dev.kvlease.torture.process.fault;
