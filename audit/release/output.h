/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a run lets out. */
#ifndef DPMF_AUDIT_RELEASE_OUTPUT_H
#define DPMF_AUDIT_RELEASE_OUTPUT_H
#include <stdbool.h>
#include <stddef.h>
#include "core/status.h"

struct output_text {
	char *bytes; /* one more than `length` of them, which is 0; NULL: nothing was kept */
	size_t length;
};

enum { OUTPUT_FILES = 24 };
struct output_file {
	char name[128];
	struct output_text text;
};

struct output {
	enum dpmf_status status;
	struct dpmf_error error;
	struct output_text said;    /* what may be public of stdout */
	struct output_text printed; /* what went to stdout and stderr past that */
	struct output_file file[OUTPUT_FILES]; /* of public/, by name */
	size_t files;
};

/* Reads public/ of the folder that a run wrote, if it is there. */
enum dpmf_status output_read(const char *folder, struct output *output, struct dpmf_error *error);
void output_free(struct output *output);
/* The folder and all in it. */
void output_remove(const char *folder);

/* The first difference in words; false: there is none. */
bool output_files_differ(const struct output *a, const struct output *b, char *why, size_t room);
bool output_prints_differ(const struct output *a, const struct output *b, char *why, size_t room);
/* Where the word stands in what is public: the file's name, or "standard output"; NULL: nowhere. */
const char *output_tells(const struct output *output, const char *word);
const struct output_text *output_file_named(const struct output *output, const char *name);

#endif
