/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "audit/ranks/ranks.h"

/* Messages that are on their way; how long a rank sleeps that waits, so that its core is free for those that work. */
enum { ON_THE_WAY = 16, NAP_LEAST = 20000, NAP_MOST = 1000000 };

struct ranks {
	unsigned count, own;
	bool ended; /* rank 0 has said so */
	struct {
		MPI_Request request;
		char *bytes; /* NULL: free */
	} way[ON_THE_WAY];
};

enum dpmf_status ranks_prepare(char **argv, struct dpmf_error *error)
{
	const char *own = getenv("OMPI_COMM_WORLD_RANK");

	(void)argv;
	if (own && atoi(own) > 0 && (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)))
		return dpmf_fail(error, DPMF_FAILED, "a rank cannot fall silent");
	return DPMF_OK;
}

enum dpmf_status ranks_open(struct ranks **ranks, struct dpmf_error *error)
{
	struct ranks *r = calloc(1, sizeof *r);
	int count = 1, own = 0, provided;

	if (!r)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the ranks");
	if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS || provided < MPI_THREAD_FUNNELED ||
	    MPI_Comm_size(MPI_COMM_WORLD, &count) != MPI_SUCCESS || MPI_Comm_rank(MPI_COMM_WORLD, &own) != MPI_SUCCESS) {
		free(r);
		return dpmf_fail(error, DPMF_FAILED, "MPI does not start");
	}
	ranks_forget_mpirun();
	r->count = (unsigned)count;
	r->own = (unsigned)own;
	*ranks = r;
	return DPMF_OK;
}

unsigned ranks_count(const struct ranks *ranks)
{
	return ranks->count;
}

unsigned ranks_own(const struct ranks *ranks)
{
	return ranks->own;
}

static void nap(long *length)
{
	const struct timespec pause = { 0, *length };

	nanosleep(&pause, NULL);
	*length = 2 * *length < NAP_MOST ? 2 * *length : NAP_MOST;
}

/* How many messages have not arrived; where another one has room: *room, or ON_THE_WAY. */
static int look_after(struct ranks *ranks, int *room)
{
	int away = 0;

	*room = ON_THE_WAY;
	for (int i = 0; i < ON_THE_WAY; i++) {
		int arrived = 1;

		if (ranks->way[i].bytes && MPI_Test(&ranks->way[i].request, &arrived, MPI_STATUS_IGNORE) == MPI_SUCCESS && arrived) {
			free(ranks->way[i].bytes);
			ranks->way[i].bytes = NULL;
		}
		if (ranks->way[i].bytes)
			away++;
		else
			*room = i;
	}
	return away;
}

enum dpmf_status ranks_send(struct ranks *ranks, unsigned to, enum ranks_kind kind, const char *bytes, size_t length, struct dpmf_error *error)
{
	char *copy = malloc(length + 1);
	long wait = NAP_LEAST;
	int room;

	if (!copy || length > INT32_MAX) {
		free(copy);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %zu bytes to rank %u", length, to);
	}
	if (length > 0)
		memcpy(copy, bytes, length);
	while (look_after(ranks, &room) == ON_THE_WAY)
		nap(&wait);
	if (MPI_Isend(copy, (int)length, MPI_BYTE, (int)to, (int)kind, MPI_COMM_WORLD, &ranks->way[room].request) != MPI_SUCCESS) {
		free(copy);
		return dpmf_fail(error, DPMF_FAILED, "a message to rank %u cannot be sent", to);
	}
	ranks->way[room].bytes = copy;
	return DPMF_OK;
}

enum dpmf_status ranks_take(struct ranks *ranks, int from, struct ranks_message *message, bool *there, struct dpmf_error *error)
{
	MPI_Message handle;
	MPI_Status about;
	int flag = 0, length = 0, room;

	*there = false;
	look_after(ranks, &room);
	if (MPI_Improbe(from == RANKS_ANY ? MPI_ANY_SOURCE : from, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &handle, &about) != MPI_SUCCESS)
		return dpmf_fail(error, DPMF_FAILED, "messages of other ranks cannot be received");
	if (!flag)
		return DPMF_OK;
	MPI_Get_count(&about, MPI_BYTE, &length);
	char *bytes = malloc((size_t)length + 1);

	if (!bytes || MPI_Mrecv(bytes, length, MPI_BYTE, &handle, MPI_STATUS_IGNORE) != MPI_SUCCESS) {
		free(bytes);
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %d bytes from rank %d", length, about.MPI_SOURCE);
	}
	bytes[length] = 0;
	*message = (struct ranks_message){ (unsigned)about.MPI_SOURCE, (enum ranks_kind)about.MPI_TAG, bytes, (size_t)length };
	ranks->ended = ranks->ended || message->kind == RANKS_END;
	*there = true;
	return DPMF_OK;
}

enum dpmf_status ranks_wait(struct ranks *ranks, int from, struct ranks_message *message, struct dpmf_error *error)
{
	long wait = NAP_LEAST;
	bool there = false;
	enum dpmf_status status;

	while ((status = ranks_take(ranks, from, message, &there, error)) == DPMF_OK && !there)
		nap(&wait);
	return status;
}

enum dpmf_status ranks_send_failure(struct ranks *ranks, enum dpmf_status status, const struct dpmf_error *why)
{
	char text[sizeof why->text + 1];

	text[0] = (char)('0' + (int)status);
	memcpy(text + 1, why->text, sizeof why->text);
	return ranks_send(ranks, 0, RANKS_FAILED, text, 1 + strlen(why->text), NULL);
}

enum dpmf_status ranks_failure(const struct ranks_message *message, struct dpmf_error *error)
{
	const enum dpmf_status status = message->length > 0 && *message->bytes == '0' + (int)DPMF_INPUT ? DPMF_INPUT : DPMF_FAILED;

	return dpmf_fail(error, status, "%s", message->length > 0 ? message->bytes + 1 : "");
}

static void send_end(struct ranks *ranks)
{
	unsigned left = ranks->count - 1;
	struct ranks_message message;

	for (unsigned to = 1; to < ranks->count; to++)
		if (ranks_send(ranks, to, RANKS_END, "", 0, NULL) != DPMF_OK)
			MPI_Abort(MPI_COMM_WORLD, (int)DPMF_FAILED);
	while (left > 0 && ranks_wait(ranks, RANKS_ANY, &message, NULL) == DPMF_OK) {
		left -= message.kind == RANKS_BYE;
		free(message.bytes);
	}
}

/* Its own exit code is 0: mpirun would end the others, which may not have said all, on any other one. */
static enum dpmf_status take_end(struct ranks *ranks)
{
	while (!ranks->ended) {
		struct ranks_message message;

		if (ranks_wait(ranks, 0, &message, NULL) != DPMF_OK)
			return DPMF_FAILED;
		free(message.bytes);
	}
	return ranks_send(ranks, 0, RANKS_BYE, "", 0, NULL);
}

enum dpmf_status ranks_close(struct ranks *ranks, enum dpmf_status status, bool busy)
{
	long wait = NAP_LEAST;
	int room;

	if (!ranks)
		return status;
	if (busy && ranks->count > 1) {
		fflush(NULL);
		MPI_Abort(MPI_COMM_WORLD, (int)status);
	}
	if (ranks->own > 0)
		status = take_end(ranks);
	else
		send_end(ranks);
	while (look_after(ranks, &room) > 0)
		nap(&wait);
	MPI_Finalize();
	free(ranks);
	return status;
}

enum dpmf_status ranks_finish(enum dpmf_status status)
{
	const char *count = getenv("OMPI_COMM_WORLD_SIZE");
	struct ranks *ranks = NULL;
	int begun = 1;

	fflush(NULL);
	if (!count || atoi(count) < 2 || MPI_Initialized(&begun) != MPI_SUCCESS || begun || ranks_open(&ranks, NULL) != DPMF_OK)
		return status;
	return ranks_close(ranks, status, false);
}
