/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define BYTES_A_READ 131072 /* small enough to be parsed from the cache */
#define SHARE_PAYS 4194304  /* bytes from which two halves are read side by side */

enum dpmf_status dpmf_lines_open(struct dpmf_lines *lines, const char *path, struct dpmf_error *error)
{
	memset(lines, 0, sizeof *lines);
	lines->path = path;
	lines->left = SIZE_MAX;
	lines->start = true;
	lines->file = open(path, O_RDONLY | O_CLOEXEC);
	if (lines->file < 0)
		return dpmf_fail(error, dpmf_status_of(errno), "%s: cannot be opened (%s): check the path", path, strerror(errno));
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

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static enum dpmf_status read_more(struct dpmf_lines *lines, struct dpmf_error *error)
{
	const size_t room = least(DPMF_LINE_MOST - lines->filled, BYTES_A_READ);
	ssize_t got;

	do
		got = read(lines->file, lines->buffer + lines->filled, least(room, lines->left));
	while (got < 0 && errno == EINTR);
	if (got < 0 && errno == EISDIR)
		return dpmf_fail(error, DPMF_INPUT, "%s: is a directory: name a file", lines->path);
	if (got < 0)
		return dpmf_fail(error, DPMF_FAILED, "%s: cannot be read (%s)", lines->path, strerror(errno));
	lines->over = got == 0;
	lines->filled += (size_t)got;
	lines->left -= (size_t)got;
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

enum dpmf_status dpmf_lines_too_long(const struct dpmf_lines *lines, size_t before, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "%s:%zu: the line is longer than %d bytes: is this a text file with one row a line?",
	                 lines->path, before + lines->number + 1, DPMF_LINE_MOST);
}

enum dpmf_status dpmf_lines_fill(struct dpmf_lines *lines, struct dpmf_error *error)
{
	enum dpmf_status status;

	lines->filled -= (size_t)(lines->end - lines->buffer);
	memmove(lines->buffer, lines->end, lines->filled);
	lines->at = lines->end = lines->buffer;
	while (!lines->over && lines->end == lines->buffer) {
		if (lines->filled == DPMF_LINE_MOST) {
			lines->too_long = true;
			return dpmf_lines_too_long(lines, 0, error);
		}
		status = read_more(lines, error);
		if (status)
			return status;
		lines->end = end_of_lines(lines);
	}
	if (lines->start && lines->end != lines->buffer)
		lines->at = past_mark(lines);
	lines->start = false;
	return DPMF_OK;
}

/* Where the line that covers this place ends; 0 where that is not to be found. */
static off_t line_end(int file, off_t place)
{
	char bytes[4096];
	ssize_t got;

	for (int i = 0; i < 256 && (got = pread(file, bytes, sizeof bytes, place)) > 0; i++) {
		const char *end = memchr(bytes, '\n', (size_t)got);

		if (end)
			return place + (end - bytes) + 1;
		place += got;
	}
	return 0;
}

bool dpmf_lines_share(struct dpmf_lines *lines, struct dpmf_lines *rest)
{
	const off_t now = lseek(lines->file, 0, SEEK_CUR);
	struct stat about;
	off_t cut;

	if (now < 0 || fstat(lines->file, &about) || !S_ISREG(about.st_mode) || about.st_size - now < SHARE_PAYS)
		return false;
	cut = line_end(lines->file, now + (about.st_size - now) / 2);
	if (cut == 0 || dpmf_lines_open(rest, lines->path, NULL))
		return false;
	if (lseek(rest->file, cut, SEEK_SET) != cut) {
		dpmf_lines_close(rest);
		return false;
	}
	rest->start = false;
	lines->left = (size_t)(cut - now);
	return true;
}
