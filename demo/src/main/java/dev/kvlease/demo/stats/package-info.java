/** What has been seen while the demo runs, counted for its view and its proof. */
package dev.kvlease.demo.stats;
