/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command as a shell reads it, for a reader. */
#ifndef DPMF_AUDIT_EXEC_SHELL_H
#define DPMF_AUDIT_EXEC_SHELL_H
#include <stddef.h>

enum { SHELL_NAME = 96 };

/* One more word behind a blank, if there is any before it; cut, or left away, where there is no room. */
void shell_append(char *text, size_t room, const char *word);
/* Cut where it is longer than room. */
void shell_words(char *const *command, char *text, size_t room);

#endif
