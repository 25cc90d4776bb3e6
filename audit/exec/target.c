/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/target.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 1 << 16, NEWS_WAIT = 300 };

struct target {
	struct keeper keeper;
	const char *name;
	unsigned timeout;
	struct timespec end;  /* of the patience with this answer */
	uint64_t asked;
	size_t from, to;      /* of what was read and not yet taken */
	char buffer[BUFFER];
};

enum dpmf_status target_start(char *const *argv, unsigned timeout, struct target **target, struct dpmf_error *error)
{
	struct target *made = calloc(1, sizeof(*made));

	if (!made)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the answers of the target");
	made->name = argv[0];
	made->timeout = timeout;
	const enum dpmf_status status = keeper_start(argv, &made->keeper, error);

	if (status == DPMF_OK)
		*target = made;
	else
		free(made);
	return status;
}

void target_stop(struct target *target)
{
	if (target)
		keeper_stop(&target->keeper);
	free(target);
}

static enum dpmf_status died(const struct target *target, struct dpmf_error *error)
{
	/* Its end and the end of its output are not one event. */
	const struct keeper_news news = keeper_hear(&target->keeper, NEWS_WAIT);

	switch (news.end) {
	case KEEPER_NOT_STARTED: return dpmf_fail(error, DPMF_INPUT, "cannot start %s: %s", target->name, strerror(news.value));
	case KEEPER_KILLED: return dpmf_fail(error, DPMF_INPUT, "the target died of signal %d before it had answered", news.value);
	case KEEPER_EXITED: return dpmf_fail(error, DPMF_INPUT, "the target ended with exit status %d before it had answered", news.value);
	case KEEPER_RUNS: break;
	}
	return dpmf_fail(error, DPMF_INPUT, "the target closed its input or its output before it had answered");
}

static int milliseconds_until(const struct timespec *end)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	const long long left = (end->tv_sec - now.tv_sec) * 1000LL + (end->tv_nsec - now.tv_nsec) / 1000000;

	return left > 0 ? (int)(left < 1000000 ? left : 1000000) : 0;
}

static enum dpmf_status read_more(struct target *t, struct dpmf_error *error)
{
	struct pollfd watch = { .fd = t->keeper.answer, .events = POLLIN };

	memmove(t->buffer, t->buffer + t->from, t->to - t->from);
	t->to -= t->from;
	t->from = 0;
	if (t->to == BUFFER)
		return dpmf_fail(error, DPMF_INPUT, "the target answered with a line of more than %d bytes", BUFFER);
	const int left = milliseconds_until(&t->end), seen = left > 0 ? poll(&watch, 1, left) : 0;

	if (seen == 0)
		return dpmf_fail(error, DPMF_INPUT, "the target gave no whole answer within %u seconds (--timeout); does it flush?", t->timeout);
	const ssize_t got = seen > 0 ? read(t->keeper.answer, t->buffer + t->to, BUFFER - t->to) : -1;

	if (got == 0)
		return died(t, error);
	if (got < 0 && errno != EINTR)
		return dpmf_fail(error, DPMF_FAILED, "cannot read from the target: %s", strerror(errno));
	t->to += got > 0 ? (size_t)got : 0;
	return DPMF_OK;
}

/* One line, ended by 0 instead of its newline. */
enum dpmf_status target_line(struct target *t, char **line, struct dpmf_error *error)
{
	for (;;) {
		char *newline = memchr(t->buffer + t->from, '\n', t->to - t->from);

		if (newline) {
			*line = t->buffer + t->from;
			if (memchr(*line, 0, (size_t)(newline - *line)))
				return dpmf_fail(error, DPMF_INPUT, "the target answered with a byte of value 0, which is no text");
			*newline = 0;
			t->from = (size_t)(newline + 1 - t->buffer);
			return DPMF_OK;
		}
		const enum dpmf_status status = read_more(t, error);

		if (status != DPMF_OK)
			return status;
	}
}

enum dpmf_status target_bytes(struct target *t, void *to, size_t bytes, struct dpmf_error *error)
{
	unsigned char *next = to;

	while (bytes > 0) {
		const size_t there = t->to - t->from, some = there < bytes ? there : bytes;
		const enum dpmf_status status = some > 0 ? DPMF_OK : read_more(t, error);

		if (status != DPMF_OK)
			return status;
		memcpy(next, t->buffer + t->from, some);
		t->from += some;
		next += some;
		bytes -= some;
	}
	return DPMF_OK;
}

enum dpmf_status target_request(struct target *t, const char *request, size_t length, uint64_t count, struct dpmf_error *error)
{
	struct pollfd early = { .fd = t->keeper.answer, .events = POLLIN };

	if (poll(&early, 1, 0) == 1 && (early.revents & POLLIN))
		return dpmf_fail(error, DPMF_INPUT, "the target wrote before it was asked, or more than it was asked for");
	if (send(t->keeper.ask, request, length, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)length)
		return died(t, error);
	t->asked = count;
	clock_gettime(CLOCK_MONOTONIC, &t->end);
	t->end.tv_sec += t->timeout;
	return DPMF_OK;
}

enum dpmf_status target_ask(struct target *t, int world, uint64_t count, uint64_t seed, struct dpmf_error *error)
{
	char request[96];
	const int length = snprintf(request, sizeof(request), "sample %d %llu %llu\n", world, (unsigned long long)count, (unsigned long long)seed);

	return target_request(t, request, (size_t)length, count, error);
}

enum dpmf_status target_end_of_answer(struct target *t, struct dpmf_error *error)
{
	if (t->from == t->to)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_INPUT, "the target wrote more than the %llu answers that it was asked for", (unsigned long long)t->asked);
}
