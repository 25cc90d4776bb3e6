/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader takes a path: the bytes go into a file that has no name. */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "core/read.h"
#include "inputs.h"

enum { PATH = 64 };

static enum dpmf_status read_bytes(const struct tape_bytes *file, enum dpmf_format format, enum dpmf_duplicates duplicates, struct dpmf_ratings *ratings)
{
	const int place = memfd_create("ratings", MFD_CLOEXEC);
	enum dpmf_status status = DPMF_FAILED;
	char path[PATH];

	if (place < 0)
		return DPMF_FAILED;
	snprintf(path, sizeof path, "/proc/self/fd/%d", place);
	if (write(place, file->bytes, file->length) == (ssize_t)file->length)
		status = dpmf_read_ratings(path, format, duplicates, ratings, NULL);
	close(place);
	return status;
}

static enum checked answer(const struct dpmf_ratings *r, json_t *got)
{
	int64_t user[INPUT_COORDINATES], item[INPUT_COORDINATES];

	if (r->count > INPUT_COORDINATES)
		return CHECK_MALFORMED;
	for (size_t i = 0; i < r->users; i++)
		for (size_t a = r->row[i]; a < r->row[i + 1]; a++) {
			user[a] = r->user_id[i];
			item[a] = r->item_id[r->item[a]];
		}
	return (json_object_set_new(got, "user", book_i64s(user, r->count)) | json_object_set_new(got, "item", book_i64s(item, r->count)) |
	        json_object_set_new(got, "rating", book_doubles(r->value, r->count))) == 0
		? CHECKED : CHECK_FAILED;
}

CHECK(ratings_read)
{
	const char *format_name = json_string_value(json_object_get(inputs, "format"));
	const char *duplicates = json_string_value(json_object_get(inputs, "duplicates"));
	struct dpmf_ratings ratings;
	struct tape_bytes file;
	enum dpmf_format format;

	(void)expected;
	if (format_name == NULL || duplicates == NULL || !input_tape(inputs, "file", &file))
		return CHECK_MALFORMED;
	const bool last = strcmp(duplicates, "last") == 0;
	if (dpmf_format_named(format_name, &format, NULL) != DPMF_OK || (!last && strcmp(duplicates, "refused") != 0))
		return CHECK_REFUSES;
	const enum dpmf_status status = read_bytes(&file, format, last ? DPMF_DUPLICATES_LAST : DPMF_DUPLICATES_REFUSED, &ratings);
	if (status != DPMF_OK)
		return check_refused(status);
	const enum checked done = answer(&ratings, got);
	dpmf_ratings_free(&ratings);
	return done;
}
