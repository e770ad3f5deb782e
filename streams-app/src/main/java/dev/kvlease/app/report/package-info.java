/** The audit as one page for a browser. */
package dev.kvlease.app.report;
