/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output folder that appears whole or not at all: files are written into a
   folder beside it, which is renamed when all of them are on disk. */
#ifndef DPMF_TOOL_FOLDER_H
#define DPMF_TOOL_FOLDER_H
#include <stdbool.h>
#include <stdio.h>
#include "core/status.h"

struct folder_file {
	char name[64];
	bool is_folder;
};

struct folder {
	char *path;    /* where it will stand */
	char *partial; /* where it is written */
	struct folder_file file[20]; /* what stands in it, in the order in which it came */
	size_t files;
};

enum dpmf_status folder_open(const char *path, struct folder *folder, struct dpmf_error *error);
/* A folder in it; `hidden`: for its owner alone. */
enum dpmf_status folder_within(struct folder *folder, const char *name, bool hidden, struct dpmf_error *error);
/* A file in it or in a folder of it: "public/model.json". `hidden` as above. */
FILE *folder_create(struct folder *folder, const char *name, bool hidden, struct dpmf_error *error);
/* Closes the file; DPMF_FAILED if any byte did not arrive. */
enum dpmf_status folder_finish_file(const struct folder *folder, FILE *file, struct dpmf_error *error);
/* Writes `name` with the SHA-256 of every file in the folder `within`, as sha256sum does; everybody may read it. */
enum dpmf_status folder_checksums(struct folder *folder, const char *within, const char *name, struct dpmf_error *error);
enum dpmf_status folder_finish(struct folder *folder, struct dpmf_error *error);
/* Removes what was written; nothing after folder_finish succeeded. */
void folder_abandon(struct folder *folder);

#endif
