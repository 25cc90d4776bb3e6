/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file, line by line, through one large buffer. */
#ifndef DPMF_CORE_LINES_H
#define DPMF_CORE_LINES_H
#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

#define DPMF_LINE_MOST 1048576 /* bytes of the longest line, its end included */
#define DPMF_LINE_SLACK 8       /* bytes that may be read behind a line's end */

struct dpmf_lines {
	const char *path;
	int file;
	char *buffer;     /* DPMF_LINE_MOST + 1 bytes and the slack */
	const char *at;   /* the next line; ends with '\n' within the buffer */
	const char *end;  /* of the lines that are there in full */
	size_t filled;    /* bytes in the buffer */
	size_t left;      /* bytes of the file that may yet be read */
	bool over;        /* there are no more */
	bool start;       /* nothing has been read yet, and a byte-order mark may come */
	size_t number;    /* of the line last taken, from 1 */
	bool too_long;    /* the next line is longer than DPMF_LINE_MOST */
};

enum dpmf_status dpmf_lines_open(struct dpmf_lines *lines, const char *path, struct dpmf_error *error);
void dpmf_lines_close(struct dpmf_lines *lines);
/* Where a large file is read: leaves about half of what is left to *rest, which
   begins with a line. False, and nothing changed, where that does not pay. */
bool dpmf_lines_share(struct dpmf_lines *lines, struct dpmf_lines *rest);
/* Says so of the next line, where so many lines stand before the first of these. */
enum dpmf_status dpmf_lines_too_long(const struct dpmf_lines *lines, size_t before, struct dpmf_error *error);
/* Fills the buffer; at == end afterwards means that no line is left. A byte-order mark is skipped. */
enum dpmf_status dpmf_lines_fill(struct dpmf_lines *lines, struct dpmf_error *error);

/* *line is the next line, NULL after the last; the reader of the line sets
   lines->at behind its '\n'. */
static inline enum dpmf_status dpmf_lines_next(struct dpmf_lines *lines, const char **line, struct dpmf_error *error)
{
	if (lines->at == lines->end) {
		const enum dpmf_status status = dpmf_lines_fill(lines, error);

		if (status)
			return status;
	}
	*line = lines->at == lines->end ? NULL : lines->at;
	lines->number += *line != NULL;
	return DPMF_OK;
}

#endif
