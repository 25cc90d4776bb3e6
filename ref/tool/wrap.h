/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people, broken between words: as wide as the terminal (or COLUMNS says), and 100 characters at most. */
#ifndef DPMF_TOOL_WRAP_H
#define DPMF_TOOL_WRAP_H
#include <stdio.h>

/* From 60 to 100; 100 where nobody says how wide it is. */
int tool_width(void);
/* `head` in a column of `indent` characters, the text beside it, its further lines below each other; no line is
   longer than that unless a word is. */
void tool_wrap(FILE *out, const char *head, int indent, const char *text);
/* The last column of a row of which `at` characters are written: two blanks further on, or on the next line where that
   is too narrow. Ends the line. */
void tool_last(FILE *out, int at, const char *text);
/* A help, which was written for 100 characters: what follows "usage:" and "example:" as it is, lists and paragraphs
   wrapped anew. A line of a list begins with one to six blanks, its text stands two blanks behind its head or below. */
void tool_help(FILE *out, const char *text);

#endif
