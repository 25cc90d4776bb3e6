/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text for people, broken between words. */
#ifndef DPMF_TOOL_WRAP_H
#define DPMF_TOOL_WRAP_H
#include <stdio.h>

/* `head` in a column of `indent` characters, the text beside it, its further lines below each other; no line is
   longer than 100 characters unless a word is. */
void tool_wrap(FILE *out, const char *head, int indent, const char *text);

#endif
