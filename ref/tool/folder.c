/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum dpmf_status folder_open(const char *path, struct folder *folder, struct dpmf_error *error)
{
	const size_t length = strlen(path);
	struct folder made = { 0 };
	struct stat there;

	if (length == 0)
		return dpmf_fail(error, DPMF_INPUT, "--out is empty: name a folder");
	if (lstat(path, &there) == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s exists: name a folder that does not", path);
	made.path = malloc(length + 1);
	made.partial = malloc(length + 16);
	if (!made.path || !made.partial) {
		free(made.path);
		free(made.partial);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the name of %s", path);
	}
	memcpy(made.path, path, length + 1);
	for (size_t end = length; end > 1 && made.path[end - 1] == '/'; end--)
		made.path[end - 1] = '\0';
	snprintf(made.partial, length + 16, "%s.part-XXXXXX", made.path);
	if (!mkdtemp(made.partial) || chmod(made.partial, 0755) != 0) {
		dpmf_fail(error, DPMF_INPUT, "cannot create %s: %s; name a folder in one that can be written",
		          path, strerror(errno));
		free(made.path);
		free(made.partial);
		return DPMF_INPUT;
	}
	*folder = made;
	return DPMF_OK;
}

static char *inside(const struct folder *folder, const char *name)
{
	const size_t room = strlen(folder->partial) + strlen(name) + 2;
	char *path = malloc(room);

	if (path)
		snprintf(path, room, "%s/%s", folder->partial, name);
	return path;
}

FILE *folder_create(struct folder *folder, const char *name, struct dpmf_error *error)
{
	char *path = inside(folder, name);
	FILE *file = path ? fopen(path, "wx") : NULL;

	if (!file)
		dpmf_fail(error, DPMF_FAILED, "cannot create %s for %s: %s", name, folder->path, strerror(errno));
	else
		snprintf(folder->file[folder->files++], sizeof folder->file[0], "%s", name);
	free(path);
	return file;
}

enum dpmf_status folder_finish_file(struct folder *folder, FILE *file, struct dpmf_error *error)
{
	const int written = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
	const int reason = errno;

	if (fclose(file) == 0 && written)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "cannot write %s: %s; nothing is left of it",
	                 folder->path, strerror(reason));
}

enum dpmf_status folder_finish(struct folder *folder, struct dpmf_error *error)
{
	if (rename(folder->partial, folder->path) != 0)
		return dpmf_fail(error, DPMF_FAILED, "cannot name the finished folder %s: %s",
		                 folder->path, strerror(errno));
	free(folder->path);
	free(folder->partial);
	memset(folder, 0, sizeof *folder);
	return DPMF_OK;
}

void folder_abandon(struct folder *folder)
{
	for (size_t i = 0; i < folder->files; i++) {
		char *path = inside(folder, folder->file[i]);

		if (path)
			unlink(path);
		free(path);
	}
	if (folder->partial)
		rmdir(folder->partial);
	free(folder->path);
	free(folder->partial);
	memset(folder, 0, sizeof *folder);
}
