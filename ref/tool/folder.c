/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/output.h"
#include "core/unfinished.h"
#include "tool/checksum.h"

/* No signal comes between the making of the folder and its note. */
static bool make_noted(char *partial)
{
	sigset_t all, before;
	bool made;
	int why;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	made = mkdtemp(partial) != NULL;
	if (made)
		dpmf_unfinished_note(partial);
	why = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (made && chmod(partial, 0755) != 0) {
		why = errno;
		dpmf_remove_tree(partial);
		dpmf_unfinished_forget(partial);
		made = false;
	}
	errno = why;
	return made;
}

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
	if (!make_noted(made.partial)) {
		const enum dpmf_status status = dpmf_fail(error, dpmf_status_of(errno), "cannot create %s: %s; name a folder in one "
		                                          "that can be written", path, strerror(errno));
		free(made.path);
		free(made.partial);
		return status;
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

static void note(struct folder *folder, const char *name, bool is_folder)
{
	struct folder_file *file = &folder->file[folder->files++];

	snprintf(file->name, sizeof file->name, "%s", name);
	file->is_folder = is_folder;
}

FILE *folder_create(struct folder *folder, const char *name, bool hidden, struct dpmf_error *error)
{
	char *path = inside(folder, name);
	FILE *file = path ? dpmf_output_create(path, 0600) : NULL;
	const bool made = file && fchmod(fileno(file), hidden ? 0600 : 0644) == 0;

	if (file && !made) {
		const int why = errno;

		fclose(file);
		unlink(path);
		file = NULL;
		errno = why;
	}
	if (!made)
		dpmf_fail(error, DPMF_FAILED, "cannot create %s for %s: %s", name, folder->path, strerror(errno));
	else
		note(folder, name, false);
	free(path);
	return file;
}

enum dpmf_status folder_within(struct folder *folder, const char *name, bool hidden, struct dpmf_error *error)
{
	char *path = inside(folder, name);
	const bool made = path && mkdir(path, 0700) == 0 && chmod(path, hidden ? 0700 : 0755) == 0;

	if (made)
		note(folder, name, true);
	else
		dpmf_fail(error, DPMF_FAILED, "cannot create %s for %s: %s", name, folder->path, strerror(errno));
	free(path);
	return made ? DPMF_OK : DPMF_FAILED;
}

enum dpmf_status folder_finish_file(const struct folder *folder, FILE *file, struct dpmf_error *error)
{
	return dpmf_output_close(file, folder->path, error);
}

static enum dpmf_status print_checksums(const struct folder *folder, const char *within, FILE *out, struct dpmf_error *error)
{
	const size_t length = strlen(within);
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && i < folder->files; i++) {
		const char *name = folder->file[i].name;
		char sum[CHECKSUM_TEXT], *path;

		if (folder->file[i].is_folder || strncmp(name, within, length) != 0 || name[length] != '/' ||
		    strstr(name, CHECKSUM_FILE))
			continue;
		path = inside(folder, name);
		status = path ? checksum_of(path, sum, error) : dpmf_fail(error, DPMF_FAILED, "no memory for the name of %s", name);
		if (status == DPMF_OK)
			fprintf(out, "%s  %s\n", sum, name + length + 1);
		free(path);
	}
	return status;
}

enum dpmf_status folder_checksums(struct folder *folder, const char *within, const char *name, struct dpmf_error *error)
{
	FILE *file = folder_create(folder, name, false, error);
	enum dpmf_status status;

	if (!file)
		return DPMF_FAILED;
	status = print_checksums(folder, within, file, error);
	if (status == DPMF_OK)
		return folder_finish_file(folder, file, error);
	fclose(file);
	return status;
}

static void forget(struct folder *folder)
{
	if (folder->partial)
		dpmf_unfinished_forget(folder->partial);
	free(folder->path);
	free(folder->partial);
	memset(folder, 0, sizeof *folder);
}

enum dpmf_status folder_finish(struct folder *folder, struct dpmf_error *error)
{
	const enum dpmf_status status = dpmf_output_name(folder->partial, folder->path, error);

	if (status == DPMF_OK)
		forget(folder);
	return status;
}

void folder_abandon(struct folder *folder)
{
	if (folder->partial)
		dpmf_remove_tree(folder->partial);
	forget(folder);
}
