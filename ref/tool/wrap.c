/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/wrap.h"

#include <string.h>

enum { WIDTH = 100 };

void tool_wrap(FILE *out, const char *head, int indent, const char *text)
{
	int at = indent;

	fprintf(out, "%-*s", indent, head);
	for (const char *word = text; *word;) {
		const int length = (int)strcspn(word, " ");

		if (at > indent && at + 1 + length > WIDTH) {
			fprintf(out, "\n%*s", indent, "");
			at = indent;
		}
		at += fprintf(out, at > indent ? " %.*s" : "%.*s", length, word);
		word += length;
		word += strspn(word, " ");
	}
	fputc('\n', out);
}
