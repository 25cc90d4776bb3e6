/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command as a shell reads it, for a reader. */
#ifndef DPMF_AUDIT_SEARCH_SHELL_H
#define DPMF_AUDIT_SEARCH_SHELL_H
#include <stddef.h>

enum { SHELL_NAME = 96 };

/* Cut where it is longer than room. */
void shell_words(char *const *command, char *text, size_t room);

#endif
