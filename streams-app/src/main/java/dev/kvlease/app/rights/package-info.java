/** Who needs which rights on a cluster with ACLs, and whether the application has its own. */
package dev.kvlease.app.rights;
