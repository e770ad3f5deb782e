/** Running the stream against a cluster: what is checked before, what is done about failures, and how it stops. */
package dev.kvlease.app.run;
