/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "generate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "algorithms.h"
#include "core/output.h"
#include "describe.h"
#include "print.h"
#include "tree.h"

enum { FILES = 192 };

struct files {
	size_t count;
	struct { char name[96]; char *text; } file[FILES];
};

static void files_free(struct files *f)
{
	for (size_t i = 0; i < f->count; i++)
		free(f->file[i].text);
	f->count = 0;
}

/* Takes the JSON (NULL: it could not be made). */
static enum dpmf_status add_json(struct files *f, const char *folder, const char *name, json_t *json, struct dpmf_error *error)
{
	char *text = json == NULL || f->count == FILES ? NULL : print_json(json);

	json_decref(json);
	if (text == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s/%s.json cannot be made: memory is short, or an oracle's case is undecided", folder, name);
	snprintf(f->file[f->count].name, sizeof f->file[f->count].name, "%s/%s.json", folder, name);
	f->file[f->count++].text = text;
	return DPMF_OK;
}

static json_t *book_of(const struct algorithm *a)
{
	struct book b;
	json_t *root;

	a->oracle(&b);
	root = b.failed ? NULL : json_incref(b.root);
	book_close(&b);
	return root;
}

static enum dpmf_status add_sums(struct files *f, struct dpmf_error *error)
{
	char *text = NULL, sum[TREE_SUM];
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	if (out == NULL || f->count == FILES)
		return dpmf_fail(error, DPMF_FAILED, "SHA256SUMS cannot be made: memory is short");
	for (size_t i = 0; i < f->count; i++) {
		tree_sum(f->file[i].text, strlen(f->file[i].text), sum);
		fprintf(out, "%s  %s\n", sum, f->file[i].name);
	}
	if (fclose(out) != 0)
		return dpmf_fail(error, DPMF_FAILED, "SHA256SUMS cannot be made: memory is short");
	snprintf(f->file[f->count].name, sizeof f->file[f->count].name, "SHA256SUMS");
	f->file[f->count++].text = text;
	return DPMF_OK;
}

static enum dpmf_status make(struct files *f, struct dpmf_error *error)
{
	const struct algorithm *a;
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && (a = algorithm_at(i)) != NULL; i++) {
		status = add_json(f, "v1", a->name, book_of(a), error);
		if (status == DPMF_OK)
			status = add_json(f, "schema", a->name, describe(a), error);
	}
	return status == DPMF_OK ? add_sums(f, error) : status;
}

static enum dpmf_status write_file(const char *path, const char *text, struct dpmf_error *error)
{
	FILE *file = dpmf_output_create(path, 0666);

	if (file == NULL)
		return dpmf_fail(error, DPMF_FAILED, "%s: %s", path, strerror(errno));
	fputs(text, file); /* what fails is found when it is closed */
	return dpmf_output_close(file, path, error);
}

static void remove_all(const struct files *f, const char *part)
{
	char path[TREE_PATH + 128];

	for (size_t i = 0; i < f->count; i++) {
		snprintf(path, sizeof path, "%s/%s", part, f->file[i].name);
		unlink(path);
	}
	snprintf(path, sizeof path, "%s/v1", part);
	rmdir(path);
	snprintf(path, sizeof path, "%s/schema", part);
	rmdir(path);
	rmdir(part);
}

static enum dpmf_status write_all(const struct files *f, const char *part, struct dpmf_error *error)
{
	char path[TREE_PATH + 128];
	enum dpmf_status status = DPMF_OK;

	for (int schema = 0; schema < 2; schema++) {
		snprintf(path, sizeof path, "%s/%s", part, schema ? "schema" : "v1");
		if (mkdir(path, 0777) != 0)
			return dpmf_fail(error, DPMF_FAILED, "%s: %s", path, strerror(errno));
	}
	for (size_t i = 0; status == DPMF_OK && i < f->count; i++) {
		snprintf(path, sizeof path, "%s/%s", part, f->file[i].name);
		status = write_file(path, f->file[i].text, error);
	}
	return status;
}

static enum dpmf_status put_in_place(const struct files *f, const char *out, struct dpmf_error *error)
{
	char part[TREE_PATH];
	enum dpmf_status status;
	size_t length = strlen(out);

	while (length > 1 && out[length - 1] == '/')
		length--;
	if (length == 0 || length > TREE_PATH - 32)
		return dpmf_fail(error, DPMF_INPUT, "--out names no folder, or its name is too long; name a new folder");
	status = dpmf_output_free_name(out, error);
	if (status != DPMF_OK)
		return status;
	snprintf(part, sizeof part, "%.*s.part-%ld", (int)length, out, (long)getpid());
	if (mkdir(part, 0777) != 0)
		return dpmf_fail(error, DPMF_INPUT, "--out=%s cannot be written: %s; name a folder whose parent exists and is yours", out,
		                 strerror(errno));
	status = write_all(f, part, error);
	if (status == DPMF_OK)
		status = dpmf_output_name(part, out, error);
	if (status != DPMF_OK)
		remove_all(f, part);
	return status;
}

enum dpmf_status generate(const char *out, struct dpmf_error *error)
{
	struct files f = { .count = 0 };
	enum dpmf_status status = make(&f, error);

	if (status == DPMF_OK)
		status = put_in_place(&f, out, error);
	files_free(&f);
	return status;
}
