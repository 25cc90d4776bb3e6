/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that `generate` makes: kept in memory until the last one stands, then written beside their place and named. */
#ifndef VECTORS_FILES_H
#define VECTORS_FILES_H
#include <jansson.h>
#include <stddef.h>

#include "core/status.h"

enum { FILES_MOST = 1024 };

struct files {
	size_t count;
	struct { char name[96]; char *text; } file[FILES_MOST];
};

void files_free(struct files *f);
/* Takes the text (NULL: it could not be made). */
enum dpmf_status files_add(struct files *f, const char *name, char *text, struct dpmf_error *error);
/* Takes the JSON, and adds it as FOLDER/NAME.json. */
enum dpmf_status files_add_json(struct files *f, const char *folder, const char *name, json_t *json, struct dpmf_error *error);
/* The SHA-256 of all files so far, as sha256sum writes them. */
enum dpmf_status files_add_sums(struct files *f, struct dpmf_error *error);
/* Before the work: whether files_write could make this folder now. */
enum dpmf_status files_room(const char *out, struct dpmf_error *error);
/* Writes them into the new folder `out`; on an error nothing is left there. */
enum dpmf_status files_write(const struct files *f, const char *out, struct dpmf_error *error);

#endif
