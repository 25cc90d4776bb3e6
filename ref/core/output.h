/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that appear whole or not at all, and never in place of anything. A file
   is written beside its name and gets the name when all of it is on the disk.
   Whatever bears the name already is refused: a file, a folder, a link (also one
   that leads nowhere), a device, a FIFO. */
#ifndef DPMF_CORE_OUTPUT_H
#define DPMF_CORE_OUTPUT_H
#include <stdio.h>
#include <sys/types.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

struct dpmf_output {
	FILE *file;    /* write here */
	char *path;    /* where it will stand */
	char *partial; /* where it is written */
};

/* Before any work: DPMF_INPUT where something bears the name already, or where no file can be created there; DPMF_FAILED
   where room or memory for it ran out. */
enum dpmf_status dpmf_output_open(const char *path, mode_t mode, struct dpmf_output *output, struct dpmf_error *error);
/* Closes the file and gives it its name; DPMF_FAILED where a byte did not arrive. On any error nothing is left of it. */
enum dpmf_status dpmf_output_finish(struct dpmf_output *output, struct dpmf_error *error);
/* The same for several, all or none: those without a file are passed over. On any error nothing is left of any. */
enum dpmf_status dpmf_output_finish_all(struct dpmf_output *output, size_t count, struct dpmf_error *error);
/* Removes what was written; nothing after dpmf_output_finish. Until then core/unfinished.h knows of it. */
void dpmf_output_abandon(struct dpmf_output *output);

/* The parts, for whoever writes a whole folder beside its name. */
/* DPMF_INPUT, and what stands there, where something bears the name. */
enum dpmf_status dpmf_output_free_name(const char *path, struct dpmf_error *error);
/* A file that nothing stood in place of, for writing alone; NULL and errno where that cannot be. */
FILE *dpmf_output_create(const char *path, mode_t mode);
/* Closes the file; DPMF_FAILED where any write to it failed or its bytes are not on the disk. `name` is what the error calls it. */
enum dpmf_status dpmf_output_close(FILE *file, const char *name, struct dpmf_error *error);
/* Gives a finished file or folder its name, unless something bears it by now. */
enum dpmf_status dpmf_output_name(const char *partial, const char *path, struct dpmf_error *error);

DPMF_END

#endif
