/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One file in a folder of its own, for the tests of the readers. */
#ifndef TESTS_READ_FILE_H
#define TESTS_READ_FILE_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/read.h"
#include "core/stream.h"

static char folder[] = "/tmp/dpmf-read-XXXXXX";
static char path[64];

static inline void write_bytes(const char *bytes, size_t length)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, length, file), length);
	assert_int_equal(fclose(file), 0);
}

static inline struct dpmf_ratings read_good(const char *text, enum dpmf_format format)
{
	struct dpmf_ratings r;
	struct dpmf_error error = { "" };

	write_bytes(text, strlen(text));
	if (dpmf_read_ratings(path, format, DPMF_DUPLICATES_REFUSED, &r, &error))
		fail_msg("\"%s\": %s", text, error.text);
	return r;
}

/* Reads the file that is there; the error must hold each of the texts. */
static inline void refused(enum dpmf_format format, const char *const *texts)
{
	struct dpmf_ratings r, kept;
	struct dpmf_error error = { "" };

	memset(&r, 0x5a, sizeof r);
	kept = r;
	assert_int_equal(dpmf_read_ratings(path, format, DPMF_DUPLICATES_REFUSED, &r, &error), DPMF_INPUT);
	assert_memory_equal(&r, &kept, sizeof r);
	assert_non_null(strstr(error.text, path));
	for (; *texts; texts++)
		if (!strstr(error.text, *texts))
			fail_msg("\"%s\" lacks \"%s\"", error.text, *texts);
}

#define REFUSED(text, format, ...) do { \
	write_bytes(text, sizeof text - 1); \
	refused(format, (const char *const[]){ __VA_ARGS__, NULL }); \
} while (0)

static inline int make_folder(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/file", folder);
	return (int)dpmf_stream_start(NULL);
}

static inline int remove_folder(void **state)
{
	(void)state;
	unlink(path);
	return rmdir(folder);
}

#endif
