/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/checkpoint/checkpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gnu/libc-version.h>
#include <gsl/gsl_version.h>
#include <mpfr.h>

#include "audit/checkpoint/lines.h"
#include "core/output.h"
#include "dpmf.h"
#include "tool/checksum.h"

struct checkpoint {
	struct summed_lines lines;
	bool fresh;           /* made by this run, and nothing was added */
	pthread_mutex_t lock; /* of the adding */
};

static const char title[] = "dpmf-audit checkpoint, format 1";

/* What every run is bound to, then the caller's own. */
struct binds {
	struct checkpoint_bind bind[CHECKPOINT_BINDS];
	size_t count;
	char build[CHECKSUM_TEXT], libraries[96];
};

static enum dpmf_status bind_all(const char *command, const struct checkpoint_bind *own, size_t count, struct binds *binds, struct dpmf_error *error)
{
	const enum dpmf_status status = checksum_of("/proc/self/exe", binds->build, error);

	snprintf(binds->libraries, sizeof binds->libraries, "libc %s, GSL %s, MPFR %s", gnu_get_libc_version(), gsl_version, mpfr_get_version());
	const struct checkpoint_bind common[] = {
		{ "version of dpmf-audit", DPMF_VERSION }, { "SHA-256 of the program", binds->build }, { "libraries", binds->libraries },
		{ "command", command },
	};

	binds->count = sizeof common / sizeof *common;
	memcpy(binds->bind, common, sizeof common);
	if (status == DPMF_OK && binds->count + count > CHECKPOINT_BINDS)
		return dpmf_fail(error, DPMF_FAILED, "a checkpoint binds no more than %d things", CHECKPOINT_BINDS);
	for (size_t i = 0; i < count && status == DPMF_OK; i++)
		binds->bind[binds->count++] = own[i];
	return status;
}

static void print_line(FILE *out, const char *text, size_t length, unsigned char sum[SUM_BYTES])
{
	char hex[SUM_TEXT];

	summed_next(sum, text, length, sum);
	sodium_bin2hex(hex, sizeof hex, sum, SUM_BYTES);
	fwrite(text, 1, length, out);
	fprintf(out, " %s\n", hex);
}

/* "NAME: VALUE"; NULL: no memory. */
static char *line_of(const struct checkpoint_bind *bind)
{
	char *line = NULL;

	return asprintf(&line, "%s: %s", bind->name, bind->value) < 0 ? NULL : line;
}

static enum dpmf_status create(const char *path, const struct binds *binds, struct dpmf_error *error)
{
	struct dpmf_output output;
	unsigned char sum[SUM_BYTES] = { 0 };
	enum dpmf_status status = dpmf_output_open(path, 0600, &output, error);

	if (status != DPMF_OK)
		return status;
	print_line(output.file, title, strlen(title), sum);
	for (size_t i = 0; i < binds->count && status == DPMF_OK; i++) {
		char *line = line_of(&binds->bind[i]);

		if (line)
			print_line(output.file, line, strlen(line), sum);
		else
			status = dpmf_fail(error, DPMF_FAILED, "no memory for %s", path);
		free(line);
	}
	if (status == DPMF_OK)
		return dpmf_output_finish(&output, error);
	dpmf_output_abandon(&output);
	return status;
}

/* Held until the process ends, however it does; a process that it starts does not hold it. */
static enum dpmf_status hold(const struct checkpoint *c, struct dpmf_error *error)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

	if (fcntl(c->lines.file, F_SETLK, &whole) == 0)
		return DPMF_OK;
	if (errno == EACCES || errno == EAGAIN)
		return dpmf_fail(error, DPMF_INPUT, "%s is in use by another run: wait for its end, or give another name", c->lines.path);
	return dpmf_fail(error, DPMF_FAILED, "%s cannot be locked: %s", c->lines.path, strerror(errno));
}

static enum dpmf_status open_file(struct checkpoint *c, struct dpmf_error *error)
{
	struct stat about;

	c->lines.file = open(c->lines.path, O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	if (c->lines.file < 0)
		return dpmf_fail(error, dpmf_status_of(errno), "cannot open %s: %s", c->lines.path, errno == ELOOP ? "it is a link; name the file itself" : strerror(errno));
	if (fstat(c->lines.file, &about) != 0 || !S_ISREG(about.st_mode))
		return dpmf_fail(error, DPMF_INPUT, "%s is no file: give the checkpoint that an earlier run has written, or a name that does not exist", c->lines.path);
	return hold(c, error);
}

static enum dpmf_status check_line(const struct checkpoint *c, const struct checkpoint_bind *bind, const char *found, struct dpmf_error *error)
{
	const size_t name = strlen(bind->name);

	if (!found || strncmp(found, bind->name, name) != 0 || strncmp(found + name, ": ", 2) != 0)
		return dpmf_fail(error, DPMF_INPUT, "%s is a checkpoint without \"%s\" where it is meant to stand: give another name", c->lines.path, bind->name);
	if (strcmp(found + name + 2, bind->value) != 0)
		return dpmf_fail(error, DPMF_INPUT, "%s belongs to another run; its %s: %.200s; here: %.200s. Give the same, or a name that does not exist, to begin anew",
		                 c->lines.path, bind->name, found + name + 2, bind->value);
	return DPMF_OK;
}

static enum dpmf_status check_start(struct checkpoint *c, const struct binds *binds, struct dpmf_error *error)
{
	char *line;
	enum dpmf_status status = summed_read(&c->lines, &line, error);

	if (status == DPMF_OK && (!line || strcmp(line, title) != 0))
		return dpmf_fail(error, DPMF_INPUT, "%s is no checkpoint of dpmf-audit: give the one that an earlier run has written, or a name that does not exist", c->lines.path);
	for (size_t i = 0; i < binds->count && status == DPMF_OK; i++) {
		status = summed_read(&c->lines, &line, error);
		if (status == DPMF_OK)
			status = check_line(c, &binds->bind[i], line, error);
	}
	return status;
}

/* Whether something bears the name. */
static enum dpmf_status look(const char *path, bool resume, bool *there, struct dpmf_error *error)
{
	struct stat about;

	*there = lstat(path, &about) == 0;
	if (*there && !resume)
		return dpmf_fail(error, DPMF_INPUT, "%s exists: give --resume to go on from it, or a name that does not exist", path);
	return DPMF_OK;
}

enum dpmf_status checkpoint_open(const char *path, bool resume, const char *command, const struct checkpoint_bind *bind, size_t binds,
                                 struct checkpoint **checkpoint, struct dpmf_error *error)
{
	struct checkpoint *c = calloc(1, sizeof *c);
	struct binds all;
	bool there;
	enum dpmf_status status = c ? look(path, resume, &there, error) : dpmf_fail(error, DPMF_FAILED, "no memory for a checkpoint");

	if (status != DPMF_OK) {
		free(c);
		return status;
	}
	c->lines.path = path;
	c->lines.file = -1;
	pthread_mutex_init(&c->lock, NULL);
	status = bind_all(command, bind, binds, &all, error);
	if (status == DPMF_OK && !there) {
		status = create(path, &all, error);
		c->fresh = status == DPMF_OK;
	}
	if (status == DPMF_OK)
		status = open_file(c, error);
	if (status == DPMF_OK)
		status = check_start(c, &all, error);
	if (status == DPMF_OK)
		*checkpoint = c;
	else
		checkpoint_close(c);
	return status;
}

enum dpmf_status checkpoint_next(struct checkpoint *c, const char **line, struct dpmf_error *error)
{
	char *text;
	const enum dpmf_status status = summed_read(&c->lines, &text, error);

	*line = text;
	if (status == DPMF_OK && !text && ftruncate(c->lines.file, c->lines.end) != 0)
		return dpmf_fail(error, DPMF_FAILED, "%s cannot be cut behind its last whole line: %s", c->lines.path, strerror(errno));
	return status;
}

/* All of it, or nothing of it. */
static enum dpmf_status append(struct checkpoint *c, const char *line, size_t length, struct dpmf_error *error)
{
	size_t done = 0;
	bool good = true;

	while (good && done < length) {
		const ssize_t wrote = write(c->lines.file, line + done, length - done);

		good = wrote >= 0 || errno == EINTR;
		done += wrote > 0 ? (size_t)wrote : 0;
	}
	good = good && fdatasync(c->lines.file) == 0;
	if (good) {
		c->lines.end += (off_t)length;
		return DPMF_OK;
	}
	const int why = errno;

	if (ftruncate(c->lines.file, c->lines.end) != 0)
		return dpmf_fail(error, DPMF_FAILED, "%s cannot be written: %s; its last line may be torn, which --resume throws away", c->lines.path, strerror(why));
	return dpmf_fail(error, DPMF_FAILED, "%s cannot be written: %s; what it holds is kept: mend that and give --resume", c->lines.path, strerror(why));
}

enum dpmf_status checkpoint_add(struct checkpoint *c, const char *text, struct dpmf_error *error)
{
	const size_t length = strlen(text), whole = length + SUM_TEXT + 1;
	char *line = malloc(whole + 1);
	unsigned char sum[SUM_BYTES];
	enum dpmf_status status;

	if (!line)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a line of %s", c->lines.path);
	memcpy(line, text, length);
	line[length] = ' ';
	pthread_mutex_lock(&c->lock);
	summed_next(c->lines.sum, text, length, sum);
	sodium_bin2hex(line + length + 1, SUM_TEXT, sum, sizeof sum);
	line[whole - 1] = '\n';
	status = append(c, line, whole, error);
	if (status == DPMF_OK) {
		memcpy(c->lines.sum, sum, sizeof sum);
		c->fresh = false;
	}
	pthread_mutex_unlock(&c->lock);
	free(line);
	return status;
}

void checkpoint_close(struct checkpoint *c)
{
	if (!c)
		return;
	if (c->fresh)
		unlink(c->lines.path);
	if (c->lines.file >= 0)
		close(c->lines.file);
	summed_close(&c->lines);
	pthread_mutex_destroy(&c->lock);
	free(c);
}
