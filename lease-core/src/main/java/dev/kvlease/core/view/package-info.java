/** What is remembered of a holder, for those who look at it: values without behaviour. */
package dev.kvlease.core.view;
