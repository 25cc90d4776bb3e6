/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BYTES_A_READ 131072 /* small enough to be parsed from the cache */

enum dpmf_status dpmf_lines_open(struct dpmf_lines *lines, const char *path, struct dpmf_error *error)
{
	memset(lines, 0, sizeof *lines);
	lines->path = path;
	lines->file = open(path, O_RDONLY | O_CLOEXEC);
	if (lines->file < 0)
		return dpmf_fail(error, DPMF_INPUT, "%s: cannot be opened (%s): check the path", path, strerror(errno));
	lines->buffer = calloc(1, DPMF_LINE_MOST + 1 + DPMF_LINE_SLACK);
	if (!lines->buffer) {
		close(lines->file);
		return dpmf_fail(error, DPMF_FAILED, "%s: no memory to read it", path);
	}
	lines->at = lines->end = lines->buffer;
	return DPMF_OK;
}

void dpmf_lines_close(struct dpmf_lines *lines)
{
	close(lines->file);
	free(lines->buffer);
	lines->buffer = NULL;
}

static enum dpmf_status read_more(struct dpmf_lines *lines, struct dpmf_error *error)
{
	const size_t room = DPMF_LINE_MOST - lines->filled;
	ssize_t got;

	do
		got = read(lines->file, lines->buffer + lines->filled, room < BYTES_A_READ ? room : BYTES_A_READ);
	while (got < 0 && errno == EINTR);
	if (got < 0 && errno == EISDIR)
		return dpmf_fail(error, DPMF_INPUT, "%s: is a directory: name a file", lines->path);
	if (got < 0)
		return dpmf_fail(error, DPMF_FAILED, "%s: cannot be read (%s)", lines->path, strerror(errno));
	lines->over = got == 0;
	lines->filled += (size_t)got;
	return DPMF_OK;
}

static const char *past_mark(const struct dpmf_lines *lines)
{
	return lines->filled >= 3 && memcmp(lines->buffer, "\xef\xbb\xbf", 3) == 0 ? lines->buffer + 3 : lines->buffer;
}

/* The last line of a file may lack its '\n'; it gets one. */
static const char *end_of_lines(struct dpmf_lines *lines)
{
	const char *last = memrchr(lines->buffer, '\n', lines->filled);

	if (lines->over && lines->filled > 0 && (!last || last + 1 < lines->buffer + lines->filled)) {
		lines->buffer[lines->filled++] = '\n';
		return lines->buffer + lines->filled;
	}
	return last ? last + 1 : lines->buffer;
}

enum dpmf_status dpmf_lines_fill(struct dpmf_lines *lines, struct dpmf_error *error)
{
	const bool first = lines->number == 0;
	enum dpmf_status status;

	lines->filled -= (size_t)(lines->end - lines->buffer);
	memmove(lines->buffer, lines->end, lines->filled);
	lines->at = lines->end = lines->buffer;
	while (!lines->over && lines->end == lines->buffer) {
		if (lines->filled == DPMF_LINE_MOST)
			return dpmf_fail(error, DPMF_INPUT, "%s:%zu: the line is longer than %d bytes: is this a file of ratings?",
			                 lines->path, lines->number + 1, DPMF_LINE_MOST);
		status = read_more(lines, error);
		if (status)
			return status;
		lines->end = end_of_lines(lines);
	}
	if (first && lines->end != lines->buffer)
		lines->at = past_mark(lines);
	return DPMF_OK;
}
