/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/output.h"
#include "core/unfinished.h"
#include "vectors/format/print.h"
#include "vectors/format/tree.h"

/* The folders below `out`, a folder before those in it. */
static const char *const folders[] = { "v1", "schema", "pages", "consumers", "consumers/c", "consumers/js", "consumers/python" };

enum { FOLDERS = sizeof folders / sizeof *folders };

void files_free(struct files *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->file[i].text);
	f->count = 0;
}

enum dpmf_status files_add(struct files *f, const char *name, char *text, struct dpmf_error *error)
{
	if (text == NULL || f->count == FILES_MOST) {
		free(text);
		return dpmf_fail(error, DPMF_FAILED, "%s cannot be made: memory is short", name);
	}
	snprintf(f->file[f->count].name, sizeof f->file[f->count].name, "%s", name);
	f->file[f->count++].text = text;
	return DPMF_OK;
}

enum dpmf_status files_add_json(struct files *f, const char *folder, const char *name, json_t *json, struct dpmf_error *error)
{
	char path[96], *text = json == NULL ? NULL : print_json(json);

	json_decref(json);
	snprintf(path, sizeof path, "%s%s%s.json", folder, *folder == '\0' ? "" : "/", name);
	return files_add(f, path, text, error);
}

enum dpmf_status files_add_sums(struct files *f, struct dpmf_error *error)
{
	char *text = NULL, sum[TREE_SUM];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; out != NULL && i < f->count; i++) {
		tree_sum(f->file[i].text, strlen(f->file[i].text), sum);
		fprintf(out, "%s  %s\n", sum, f->file[i].name);
	}
	if (out == NULL || fclose(out) != 0) {
		free(text);
		text = NULL;
	}
	return files_add(f, "SHA256SUMS", text, error);
}

static enum dpmf_status write_file(const char *path, const char *text, struct dpmf_error *error)
{
	FILE *file = dpmf_output_create(path, 0666);

	if (file == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s: %s", path, strerror(errno));
	fputs(text, file); /* what fails is found when it is closed */
	return dpmf_output_close(file, path, error);
}

static enum dpmf_status write_all(const struct files *f, const char *part, struct dpmf_error *error)
{
	char path[TREE_PATH + 128];
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; i < FOLDERS; i++) {
		snprintf(path, sizeof path, "%s/%s", part, folders[i]);
		if (mkdir(path, 0777) != 0)
			return dpmf_fail(error, DPMF_FAILED, "%s: %s", path, strerror(errno));
	}
	for (size_t i = 0; status == DPMF_OK && i < f->count; i++) {
		snprintf(path, sizeof path, "%s/%s", part, f->file[i].name);
		status = write_file(path, f->file[i].text, error);
	}
	return status;
}

/* The folder beside `out` in which all of it is written first, empty. */
static enum dpmf_status begin(const char *out, char part[TREE_PATH], struct dpmf_error *error)
{
	enum dpmf_status status;
	size_t length = strlen(out);

	while (length > 1 && out[length - 1] == '/')
		length--;
	if (length == 0 || length > TREE_PATH - 32)
		return dpmf_fail(error, DPMF_INPUT, "--out names no folder, or its name is too long; name a new folder");
	status = dpmf_output_free_name(out, error);
	if (status != DPMF_OK)
		return status;
	snprintf(part, TREE_PATH, "%.*s.part-%ld", (int)length, out, (long)getpid());
	dpmf_unfinished_note(part); /* nobody else has a name with this process's number */
	if (mkdir(part, 0777) == 0)
		return DPMF_OK;
	dpmf_unfinished_forget(part);
	return dpmf_fail(error, dpmf_status_of(errno), "--out=%s cannot be written: %s; name a folder whose parent exists and is yours", out,
	                 strerror(errno));
}

enum dpmf_status files_room(const char *out, struct dpmf_error *error)
{
	char part[TREE_PATH];
	const enum dpmf_status status = begin(out, part, error);

	if (status != DPMF_OK)
		return status;
	dpmf_remove_tree(part);
	dpmf_unfinished_forget(part);
	return DPMF_OK;
}

enum dpmf_status files_write(const struct files *f, const char *out, struct dpmf_error *error)
{
	char part[TREE_PATH];
	enum dpmf_status status = begin(out, part, error);

	if (status != DPMF_OK)
		return status;
	status = write_all(f, part, error);
	if (status == DPMF_OK)
		status = dpmf_output_name(part, out, error);
	if (status != DPMF_OK)
		dpmf_remove_tree(part);
	dpmf_unfinished_forget(part);
	return status;
}
