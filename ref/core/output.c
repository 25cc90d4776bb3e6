/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/unfinished.h"

#define TRIES 100 /* names beside it; a run that was killed may have left some */

static const char *kind_of(mode_t mode)
{
	switch (mode & S_IFMT) {
	case S_IFREG: return "";
	case S_IFDIR: return ", a folder";
	case S_IFLNK: return ", a link";
	case S_IFIFO: return ", a FIFO";
	case S_IFCHR:
	case S_IFBLK: return ", a device";
	default: return ", a socket";
	}
}

enum dpmf_status dpmf_output_free_name(const char *path, struct dpmf_error *error)
{
	struct stat there;

	if (*path == '\0')
		return dpmf_fail(error, DPMF_INPUT, "the name of the output is empty: give one");
	if (lstat(path, &there) == 0)
		return dpmf_fail(error, DPMF_INPUT, "%s exists%s: give a name that does not exist, nothing is overwritten",
		                 path, kind_of(there.st_mode));
	if (errno != ENOENT)
		return dpmf_fail(error, dpmf_status_of(errno), "%s cannot be created: %s; name one in a folder that exists and is "
		                 "yours", path, strerror(errno));
	return DPMF_OK;
}

FILE *dpmf_output_create(const char *path, mode_t mode)
{
	const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
	FILE *stream = file < 0 ? NULL : fdopen(file, "w");

	if (file >= 0 && !stream) {
		const int why = errno;

		close(file);
		unlink(path);
		errno = why;
	}
	return stream;
}

enum dpmf_status dpmf_output_close(FILE *file, const char *name, struct dpmf_error *error)
{
	int why = 0;

	errno = 0;
	if (ferror(file))
		why = EIO; /* of a write long ago, whose reason is gone */
	if (fflush(file) != 0 || fsync(fileno(file)) != 0)
		why = errno;
	if (fclose(file) != 0 && why == 0)
		why = errno;
	return why == 0 ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "%s cannot be written: %s; nothing is left of it, make room "
	                                      "and run again", name, strerror(why));
}

/* Where the file system has no rename that refuses to replace: a second link
   does, and for a folder the making of an empty one in its place. */
static int name_otherwise(const char *partial, const char *path)
{
	struct stat about;

	if (lstat(partial, &about) != 0)
		return -1;
	if (!S_ISDIR(about.st_mode))
		return link(partial, path) == 0 ? unlink(partial) : -1;
	if (mkdir(path, 0700) != 0)
		return -1;
	if (rename(partial, path) == 0)
		return 0;
	const int why = errno;

	rmdir(path);
	errno = why;
	return -1;
}

enum dpmf_status dpmf_output_name(const char *partial, const char *path, struct dpmf_error *error)
{
	int named = renameat2(AT_FDCWD, partial, AT_FDCWD, path, RENAME_NOREPLACE);

	if (named != 0 && (errno == EINVAL || errno == ENOSYS))
		named = name_otherwise(partial, path);
	if (named == 0)
		return DPMF_OK;
	if (errno == EEXIST)
		return dpmf_fail(error, DPMF_INPUT, "%s has come to exist meanwhile: give a name that does not exist, nothing is "
		                 "overwritten", path);
	return dpmf_fail(error, DPMF_FAILED, "%s cannot be named: %s", path, strerror(errno));
}

static void forget(struct dpmf_output *output)
{
	if (output->partial)
		dpmf_unfinished_forget(output->partial);
	free(output->path);
	free(output->partial);
	memset(output, 0, sizeof *output);
}

/* No signal comes between the making of the file and its note. */
static void create_beside(struct dpmf_output *made, size_t room, mode_t mode)
{
	sigset_t all, before;
	int why = EEXIST;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	for (int n = 0; n < TRIES && !made->file && why == EEXIST; n++) {
		snprintf(made->partial, room, "%s.part-%ld-%d", made->path, (long)getpid(), n);
		made->file = dpmf_output_create(made->partial, mode);
		why = errno;
	}
	if (made->file)
		dpmf_unfinished_note(made->partial);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = why;
}

enum dpmf_status dpmf_output_open(const char *path, mode_t mode, struct dpmf_output *output, struct dpmf_error *error)
{
	const size_t room = strlen(path) + 48;
	struct dpmf_output made = { .file = NULL };
	enum dpmf_status status = dpmf_output_free_name(path, error);

	if (status)
		return status;
	made.path = strdup(path);
	made.partial = malloc(room);
	if (!made.path || !made.partial) {
		forget(&made);
		return dpmf_fail(error, DPMF_FAILED, "no memory for the name of %s", path);
	}
	create_beside(&made, room, mode);
	if (!made.file) {
		status = dpmf_fail(error, dpmf_status_of(errno), "%s cannot be created: %s; name one in a folder that exists and is "
		                   "yours", path, strerror(errno));
		forget(&made);
		return status;
	}
	*output = made;
	return DPMF_OK;
}

/* Takes a name back that was given a moment ago. */
static void unname(struct dpmf_output *output)
{
	unlink(output->path);
	forget(output);
}

static enum dpmf_status close_one(struct dpmf_output *output, struct dpmf_error *error)
{
	const enum dpmf_status status = output->file ? dpmf_output_close(output->file, output->path, error) : DPMF_OK;

	output->file = NULL;
	return status;
}

enum dpmf_status dpmf_output_finish_all(struct dpmf_output *output, size_t count, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	size_t named = 0;

	for (size_t i = 0; i < count; i++) {
		const enum dpmf_status closed = close_one(&output[i], status ? NULL : error);

		status = status ? status : closed;
	}
	while (!status && named < count) {
		if (output[named].path)
			status = dpmf_output_name(output[named].partial, output[named].path, error);
		named += !status;
	}
	for (size_t i = 0; i < count; i++)
		if (!status)
			forget(&output[i]);
		else if (i < named && output[i].path)
			unname(&output[i]);
		else
			dpmf_output_abandon(&output[i]);
	return status;
}

enum dpmf_status dpmf_output_finish(struct dpmf_output *output, struct dpmf_error *error)
{
	return dpmf_output_finish_all(output, 1, error);
}

void dpmf_output_abandon(struct dpmf_output *output)
{
	if (output->file)
		fclose(output->file);
	if (output->partial)
		unlink(output->partial);
	forget(output);
}
