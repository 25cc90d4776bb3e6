/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/shell.h"

#include <stdio.h>
#include <string.h>

void shell_append(char *text, size_t room, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
	const int bare = *word && strspn(word, plain) == strlen(word);
	size_t used = strlen(text);

	if (used + 8 > room)
		return;
	used += (size_t)snprintf(text + used, room - used, "%s%s", used > 0 ? " " : "", bare ? "" : "'");
	for (; *word && used + 8 < room; word++)
		used += (size_t)snprintf(text + used, room - used, *word == '\'' ? "'\\''" : "%c", *word);
	snprintf(text + used, room - used, "%s%s", *word ? " ..." : "", bare ? "" : "'");
}

void shell_words(char *const *command, char *text, size_t room)
{
	*text = 0;
	for (; *command; command++)
		shell_append(text, room, *command);
}
