/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/raw.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 16 };

static char *room_for(struct raw *raw, size_t more, struct dpmf_error *error)
{
	if (!raw->bytes || raw->length + more > raw->room) {
		const size_t room = 2 * (raw->length + more) + FIRST_ROOM;
		char *grown = realloc(raw->bytes, room);

		if (!grown) {
			dpmf_fail(error, DPMF_FAILED, "no memory for an answer of %zu bytes", raw->length + more);
			return NULL;
		}
		raw->bytes = grown;
		raw->room = room;
	}
	return raw->bytes + raw->length;
}

static enum dpmf_status add(struct raw *raw, const char *bytes, size_t length, struct dpmf_error *error)
{
	char *to = room_for(raw, length, error);

	if (!to)
		return DPMF_FAILED;
	if (length > 0)
		memcpy(to, bytes, length);
	raw->length += length;
	return DPMF_OK;
}

enum dpmf_status raw_set(struct raw *raw, const char *bytes, size_t length, struct dpmf_error *error)
{
	raw->length = raw->from = 0;
	return add(raw, bytes, length, error);
}

enum dpmf_status raw_lines(struct raw *raw, struct target *target, uint64_t count, struct dpmf_error *error)
{
	enum dpmf_status status = raw_set(raw, "", 0, error);

	for (uint64_t i = 0; i < count && status == DPMF_OK; i++) {
		char *line;

		status = target_line(target, &line, error);
		if (status == DPMF_OK)
			status = add(raw, line, strlen(line) + 1, error);
	}
	return status == DPMF_OK ? target_end_of_answer(target, error) : status;
}

enum dpmf_status raw_doubles(struct raw *raw, struct target *target, uint64_t count, struct dpmf_error *error)
{
	const size_t bytes = count * sizeof(double);

	raw->length = raw->from = 0;
	char *to = room_for(raw, bytes, error);
	const enum dpmf_status status = to ? target_bytes(target, to, bytes, error) : DPMF_FAILED;

	if (status != DPMF_OK)
		return status;
	raw->length = bytes;
	return target_end_of_answer(target, error);
}

static enum dpmf_status too_short(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "an answer that was kept or sent is not of the length that was asked for");
}

enum dpmf_status raw_line(struct raw *raw, char **line, struct dpmf_error *error)
{
	char *start = raw->bytes + raw->from, *end = raw->from < raw->length ? memchr(start, 0, raw->length - raw->from) : NULL;

	if (!end)
		return too_short(error);
	*line = start;
	raw->from += (size_t)(end - start) + 1;
	return DPMF_OK;
}

enum dpmf_status raw_read(struct raw *raw, void *to, size_t bytes, struct dpmf_error *error)
{
	if (raw->length - raw->from < bytes)
		return too_short(error);
	memcpy(to, raw->bytes + raw->from, bytes);
	raw->from += bytes;
	return DPMF_OK;
}

enum dpmf_status raw_ended(const struct raw *raw, struct dpmf_error *error)
{
	return raw->from == raw->length ? DPMF_OK : too_short(error);
}

void raw_free(struct raw *raw)
{
	free(raw->bytes);
	*raw = (struct raw){ .bytes = NULL };
}
