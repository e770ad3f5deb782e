/** The verb {@code demo}. */
package dev.kvlease.demo.cli;
