/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/checkpoint/lines.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { READ_AT_ONCE = 1 << 16 };

void summed_next(const unsigned char before[SUM_BYTES], const char *text, size_t length, unsigned char sum[SUM_BYTES])
{
	crypto_hash_sha256_state state;

	crypto_hash_sha256_init(&state);
	crypto_hash_sha256_update(&state, before, SUM_BYTES);
	crypto_hash_sha256_update(&state, (const unsigned char *)text, length);
	crypto_hash_sha256_final(&state, sum);
}

/* More of the file behind what is there; *more is 0 at its end. */
static enum dpmf_status fill(struct summed_lines *lines, size_t *more, struct dpmf_error *error)
{
	const size_t left = lines->filled - lines->from;

	if (left >= SUMMED_LINE_MOST)
		return dpmf_fail(error, DPMF_INPUT, "%s: line %llu is longer than any that a checkpoint has", lines->path, (unsigned long long)lines->number + 1);
	if (lines->from > 0)
		memmove(lines->buffer, lines->buffer + lines->from, left);
	lines->from = 0;
	lines->filled = left;
	if (lines->room - left < READ_AT_ONCE) {
		const size_t room = 2 * lines->room + READ_AT_ONCE;
		char *grown = realloc(lines->buffer, room);

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "no memory for reading %s", lines->path);
		lines->buffer = grown;
		lines->room = room;
	}
	const ssize_t got = read(lines->file, lines->buffer + left, lines->room - left);

	if (got < 0 && errno == EINTR)
		return fill(lines, more, error);
	if (got < 0)
		return dpmf_fail(error, DPMF_FAILED, "cannot read %s: %s", lines->path, strerror(errno));
	lines->filled += (size_t)got;
	*more = (size_t)got;
	return DPMF_OK;
}

/* A line, from its first byte to its newline; 0 where the file ends before one. */
static enum dpmf_status find_line(struct summed_lines *lines, size_t *length, struct dpmf_error *error)
{
	size_t seen = 0, more = 1;

	*length = 0;
	for (;;) {
		const size_t left = lines->filled - lines->from;
		const char *start = lines->buffer + lines->from, *end = left > seen ? memchr(start + seen, '\n', left - seen) : NULL;

		if (end) {
			*length = (size_t)(end - start) + 1;
			return DPMF_OK;
		}
		if (more == 0)
			return DPMF_OK;
		seen = left;
		const enum dpmf_status status = fill(lines, &more, error);

		if (status != DPMF_OK)
			return status;
	}
}

/* "TEXT SUM": whether it is as it was written. Cuts the sum off. */
static bool is_whole(struct summed_lines *lines, char *line, size_t length)
{
	unsigned char sum[SUM_BYTES];
	char text[SUM_TEXT];

	if (length < SUM_TEXT || line[length - SUM_TEXT] != ' ')
		return false;
	const size_t own = length - SUM_TEXT;

	if (memchr(line, 0, length))
		return false;
	summed_next(lines->sum, line, own, sum);
	sodium_bin2hex(text, sizeof text, sum, sizeof sum);
	if (memcmp(text, line + own + 1, SUM_TEXT - 1) != 0)
		return false;
	memcpy(lines->sum, sum, sizeof sum);
	line[own] = 0;
	return true;
}

enum dpmf_status summed_read(struct summed_lines *lines, char **text, struct dpmf_error *error)
{
	size_t length;
	const enum dpmf_status status = find_line(lines, &length, error);

	*text = NULL;
	if (status != DPMF_OK || length == 0)
		return status;
	char *line = lines->buffer + lines->from;

	lines->from += length;
	lines->number++;
	line[length - 1] = 0;
	if (!is_whole(lines, line, length - 1)) {
		return lines->number == 1
			? dpmf_fail(error, DPMF_INPUT, "%s is no checkpoint of dpmf-audit: give the one that an earlier run has written, or a name that does not exist", lines->path)
			: dpmf_fail(error, DPMF_INPUT, "%s: line %llu is not as it was written: take the file as the earlier run left it, or a name that does not exist, to "
			            "begin anew", lines->path, (unsigned long long)lines->number);
	}
	lines->end += (off_t)length;
	*text = line;
	return DPMF_OK;
}

void summed_close(struct summed_lines *lines)
{
	free(lines->buffer);
	lines->buffer = NULL;
}
