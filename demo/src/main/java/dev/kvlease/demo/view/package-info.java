/** How the demo shows itself: frames and tables as plain text, and the terminal that they are drawn on. */
package dev.kvlease.demo.view;
