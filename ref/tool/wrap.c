/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/wrap.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LEAST = 60, MOST = 100, LIST_INDENT = 6, ROOM = 2000 };

static int within(long width)
{
	return width < LEAST ? LEAST : width > MOST ? MOST : (int)width;
}

int tool_width(void)
{
	const char *said = getenv("COLUMNS");
	const long columns = said ? strtol(said, NULL, 10) : 0;
	struct winsize size;

	if (columns > 0)
		return within(columns);
	return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? within(size.ws_col) : MOST;
}

void tool_wrap(FILE *out, const char *head, int indent, const char *text)
{
	const int width = tool_width();
	int at = indent;

	fprintf(out, "%-*s", indent, head);
	for (const char *word = text; *word;) {
		const int length = (int)strcspn(word, " ");

		if (at > indent && at + 1 + length > width) {
			fprintf(out, "\n%*s", indent, "");
			at = indent;
		}
		at += fprintf(out, at > indent ? " %.*s" : "%.*s", length, word);
		word += length;
		word += strspn(word, " ");
	}
	fputc('\n', out);
}

void tool_last(FILE *out, int at, const char *text)
{
	if (at + 2 + (int)strlen(text) <= tool_width())
		fprintf(out, "  %s\n", text);
	else
		tool_wrap(out, "\n    ", 5, text);
}

/* What was read of a paragraph or of an entry of a list, and is not yet written. */
struct block {
	char head[MOST + 1], text[ROOM];
	int indent;
	bool open, below; /* below: its text begins on the line after its head */
};

static void flush(FILE *out, struct block *b)
{
	if (b->open && b->below)
		fprintf(out, "%s\n", b->head);
	if (b->open && (!b->below || *b->text))
		tool_wrap(out, b->below ? "" : b->head, b->indent, b->text);
	*b = (struct block){ .open = false };
}

static void add(struct block *b, const char *text, size_t length)
{
	const size_t at = strlen(b->text);

	snprintf(b->text + at, sizeof b->text - at, "%s%.*s", at ? " " : "", (int)length, text);
}

/* An entry of a list begins: its head, and where its text stands. */
static void begin(struct block *b, const char *line, size_t length, size_t blanks)
{
	size_t head = blanks;

	while (head < length && strncmp(line + head, "  ", 2) != 0)
		head++;
	snprintf(b->head, sizeof b->head, "%.*s", (int)head, line);
	b->open = true;
	b->below = head == length;
	b->indent = (int)(head + strspn(line + head, " "));
	if (!b->below)
		add(b, line + b->indent, length - (size_t)b->indent);
}

static bool says_exit(const char *line)
{
	return strncmp(line, "exit:", 5) == 0 || strncmp(line, "Exit status:", 12) == 0;
}

static void take(FILE *out, struct block *b, const char *line, size_t length)
{
	const size_t blanks = strspn(line, " ");

	if (blanks > 0 && blanks <= LIST_INDENT) {
		flush(out, b);
		begin(b, line, length, blanks);
		return;
	}
	if (blanks == 0 && b->open && (*b->head || says_exit(line)))
		flush(out, b);
	if (b->below && !*b->text)
		b->indent = (int)blanks;
	b->open = true;
	add(b, line + blanks, length - blanks);
}

/* One way to call the program begins, or goes on: the words in small letters are its head, the others stand beside it. */
static void take_usage(FILE *out, struct block *b, const char *line, size_t length)
{
	const size_t blanks = strspn(line, " ");
	size_t head = blanks == 0 ? sizeof "usage: " - 1 : blanks;

	if (blanks > sizeof "usage: " - 1) {
		add(b, line + blanks, length - blanks);
		return;
	}
	flush(out, b);
	while (head < length && line[head] >= 'a' && line[head] <= 'z')
		head += strcspn(line + head, " \n") + 1;
	head = head < length ? head : length;
	snprintf(b->head, sizeof b->head, "%.*s", (int)head, line);
	b->open = true;
	b->indent = (int)head;
	add(b, line + head, length - head);
}

void tool_help(FILE *out, const char *text)
{
	enum { PROSE, USAGE, EXAMPLE } in = PROSE;
	struct block block = { .open = false };

	for (const char *line = text; *line;) {
		const size_t length = strcspn(line, "\n");

		in = strncmp(line, "usage:", 6) == 0 ? USAGE : strncmp(line, "example:", 8) == 0 ? EXAMPLE : length == 0 ? PROSE : in;
		if (length == 0 || in == EXAMPLE) {
			flush(out, &block);
			fprintf(out, "%.*s\n", (int)length, line);
		} else {
			(in == USAGE ? take_usage : take)(out, &block, line, length);
		}
		line += length + (line[length] == '\n');
	}
	flush(out, &block);
}
