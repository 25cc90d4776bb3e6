/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An output folder that appears whole or not at all: files are written into a
   folder beside it, which is renamed when all of them are on disk. */
#ifndef DPMF_TOOL_FOLDER_H
#define DPMF_TOOL_FOLDER_H
#include <stdio.h>
#include "core/status.h"

struct folder {
	char *path;    /* where it will stand */
	char *partial; /* where it is written */
	char file[16][32]; /* what stands in it */
	size_t files;
};

enum dpmf_status folder_open(const char *path, struct folder *folder, struct dpmf_error *error);
FILE *folder_create(struct folder *folder, const char *name, struct dpmf_error *error);
/* Closes the file; DPMF_FAILED if any byte did not arrive. */
enum dpmf_status folder_finish_file(struct folder *folder, FILE *file, struct dpmf_error *error);
enum dpmf_status folder_finish(struct folder *folder, struct dpmf_error *error);
/* Removes what was written; nothing after folder_finish succeeded. */
void folder_abandon(struct folder *folder);

#endif
