/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One process: the build without MPI. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/ranks/ranks.h"

/* Beside this program's folder, in libexec/dpmf. */
static void name_other(char *path, size_t room)
{
	const ssize_t length = readlink("/proc/self/exe", path, room - 1);

	path[length > 0 ? length : 0] = 0;
	for (int up = 0; up < 2; up++) {
		char *slash = strrchr(path, '/');

		if (slash)
			*slash = 0;
	}
	snprintf(path + strlen(path), room - strlen(path), "/libexec/dpmf/dpmf-audit-mpi");
}

enum dpmf_status ranks_prepare(char **argv, struct dpmf_error *error)
{
	const char *count = getenv("OMPI_COMM_WORLD_SIZE"), *own = getenv("OMPI_COMM_WORLD_RANK");
	char path[4096];

	if (!count || atoi(count) < 2) {
		ranks_forget_mpirun();
		return DPMF_OK;
	}
	name_other(path, sizeof path - 64);
	execv(path, argv);
	const int why = errno;

	if (own && atoi(own) > 0)
		_exit((int)DPMF_INPUT);
	return dpmf_fail(error, DPMF_INPUT, "mpirun has started %s of it, which takes %.900s: %s; make mpi builds it where Open MPI is installed (make deps-full)",
	                 count, path, strerror(why));
}

enum dpmf_status ranks_open(struct ranks **ranks, struct dpmf_error *error)
{
	(void)error;
	*ranks = NULL;
	return DPMF_OK;
}

unsigned ranks_count(const struct ranks *ranks)
{
	(void)ranks;
	return 1;
}

unsigned ranks_own(const struct ranks *ranks)
{
	(void)ranks;
	return 0;
}

static enum dpmf_status nobody(struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_FAILED, "there is no other rank");
}

enum dpmf_status ranks_send(struct ranks *ranks, unsigned to, enum ranks_kind kind, const char *bytes, size_t length, struct dpmf_error *error)
{
	(void)ranks, (void)to, (void)kind, (void)bytes, (void)length;
	return nobody(error);
}

enum dpmf_status ranks_take(struct ranks *ranks, int from, struct ranks_message *message, bool *there, struct dpmf_error *error)
{
	(void)ranks, (void)from, (void)message, (void)there;
	return nobody(error);
}

enum dpmf_status ranks_wait(struct ranks *ranks, int from, struct ranks_message *message, struct dpmf_error *error)
{
	(void)ranks, (void)from, (void)message;
	return nobody(error);
}

enum dpmf_status ranks_send_failure(struct ranks *ranks, enum dpmf_status status, const struct dpmf_error *why)
{
	(void)ranks, (void)why;
	return status;
}

enum dpmf_status ranks_failure(const struct ranks_message *message, struct dpmf_error *error)
{
	(void)message;
	return nobody(error);
}

enum dpmf_status ranks_close(struct ranks *ranks, enum dpmf_status status, bool busy)
{
	(void)ranks, (void)busy;
	return status;
}

enum dpmf_status ranks_finish(enum dpmf_status status)
{
	return status;
}
