/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/output.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum dpmf_status read_file(const char *path, struct output_text *text, struct dpmf_error *error)
{
	FILE *file = fopen(path, "rb");
	enum dpmf_status status = DPMF_FAILED;
	long size;

	if (!file)
		return dpmf_fail(error, DPMF_FAILED, "cannot read %s", path);
	if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
		text->bytes = calloc((size_t)size + 1, 1);
		text->length = text->bytes ? fread(text->bytes, 1, (size_t)size, file) : 0;
		status = text->bytes && text->length == (size_t)size ? DPMF_OK : DPMF_FAILED;
	}
	fclose(file);
	return status == DPMF_OK ? status : dpmf_fail(error, status, "cannot read %s", path);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct output_file *)a)->name, ((const struct output_file *)b)->name);
}

static enum dpmf_status read_all(DIR *listing, const char *path, struct output *o, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	struct dirent *entry;
	char name[512];

	while (status == DPMF_OK && (entry = readdir(listing))) {
		struct output_file *file = &o->file[o->files];

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (o->files == OUTPUT_FILES || strlen(entry->d_name) >= sizeof file->name - 8 ||
		    snprintf(name, sizeof name, "%s/%s", path, entry->d_name) >= (int)sizeof name)
			return dpmf_fail(error, DPMF_FAILED, "%s has more files, or longer names, than this expects", path);
		snprintf(file->name, sizeof file->name, "public/%.110s", entry->d_name);
		o->files++;
		status = read_file(name, &file->text, error);
	}
	return status;
}

enum dpmf_status output_read(const char *folder, struct output *o, struct dpmf_error *error)
{
	enum dpmf_status status;
	char path[448];
	DIR *listing;

	snprintf(path, sizeof path, "%s/public", folder);
	listing = opendir(path);
	if (!listing)
		return DPMF_OK;
	status = read_all(listing, path, o, error);
	closedir(listing);
	qsort(o->file, o->files, sizeof *o->file, by_name);
	return status;
}

void output_free(struct output *o)
{
	free(o->said.bytes);
	free(o->printed.bytes);
	for (size_t i = 0; i < o->files; i++)
		free(o->file[i].text.bytes);
	memset(o, 0, sizeof *o);
}

static int unlink_one(const char *path, const struct stat *about, int type, struct FTW *where)
{
	(void)about;
	(void)type;
	(void)where;
	return remove(path);
}

void output_remove(const char *folder)
{
	nftw(folder, unlink_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* The line around the byte, as far as it can be shown. */
static void excerpt(const struct output_text *text, size_t at, char *shown, size_t room)
{
	size_t from = at < text->length ? at : text->length, to = from, count = 0;

	while (from > 0 && at - from < 30 && text->bytes[from - 1] != '\n')
		from--;
	while (to < text->length && to - at < 40 && text->bytes[to] != '\n')
		to++;
	for (; from < to && count + 1 < room; from++, count++)
		shown[count] = text->bytes[from] >= ' ' && text->bytes[from] <= '~' ? text->bytes[from] : '?';
	shown[count] = '\0';
}

static bool texts_differ(const char *name, const struct output_text *a, const struct output_text *b, char *why, size_t room)
{
	size_t at = 0, line = 1;
	char one[80], other[80];

	if (a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0))
		return false;
	for (; at < a->length && at < b->length && a->bytes[at] == b->bytes[at]; at++)
		line += a->bytes[at] == '\n';
	excerpt(a, at, one, sizeof one);
	excerpt(b, at, other, sizeof other);
	snprintf(why, room, "%s differs in line %zu, byte %zu: \"%s\" and \"%s\"", name, line, at, one, other);
	return true;
}

/* A sum of a file that differs says less than the file does. */
static bool files_differ(const struct output *a, const struct output *b, bool sums, char *why, size_t room)
{
	for (size_t i = 0; i < a->files && i < b->files; i++) {
		if (strcmp(a->file[i].name, b->file[i].name) != 0) {
			snprintf(why, room, "public/ has other files: %s and %s", a->file[i].name, b->file[i].name);
			return true;
		}
		if ((strstr(a->file[i].name, "SHA256SUMS") != NULL) == sums &&
		    texts_differ(a->file[i].name, &a->file[i].text, &b->file[i].text, why, room))
			return true;
	}
	return false;
}

bool output_files_differ(const struct output *a, const struct output *b, char *why, size_t room)
{
	if (files_differ(a, b, false, why, room) || files_differ(a, b, true, why, room))
		return true;
	if (a->files == b->files)
		return false;
	snprintf(why, room, "public/ has %zu files and %zu files", a->files, b->files);
	return true;
}

bool output_prints_differ(const struct output *a, const struct output *b, char *why, size_t room)
{
	if (a->status != b->status) {
		snprintf(why, room, "the exit code is %d and %d (%.150s%.150s)", (int)a->status, (int)b->status, a->error.text, b->error.text);
		return true;
	}
	if (strcmp(a->error.text, b->error.text) != 0) {
		snprintf(why, room, "the error is \"%.150s\" and \"%.150s\"", a->error.text, b->error.text);
		return true;
	}
	return texts_differ("the public part of standard output", &a->said, &b->said, why, room) ||
	       texts_differ("what is printed past it", &a->printed, &b->printed, why, room);
}

const char *output_tells(const struct output *o, const char *word)
{
	for (size_t i = 0; i < o->files; i++)
		if (strstr(o->file[i].text.bytes, word))
			return o->file[i].name;
	if (o->said.bytes && strstr(o->said.bytes, word))
		return "standard output";
	return o->printed.bytes && strstr(o->printed.bytes, word) ? "what is printed past it" : NULL;
}

const struct output_text *output_file_named(const struct output *o, const char *name)
{
	for (size_t i = 0; i < o->files; i++)
		if (strcmp(o->file[i].name, name) == 0)
			return &o->file[i].text;
	return NULL;
}
