/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/target.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { AT_ONCE = 256, BUFFER = 1 << 16 };

struct pipeline {
	pid_t pid;
	int ask, answer;      /* our ends; -1: closed */
	char buffer[BUFFER];
	size_t from, to;      /* of what was read and not yet taken */
	double *ready[2];     /* AT_ONCE rows a world */
	size_t left[2], next[2];
	uint64_t asked[2];
};

struct target {
	const struct exec_setting *setting;
	struct pipeline *pipeline; /* what changes while the instance is only read */
};

/* The child is in a process group of its own, so that its children end with it. */
static enum dpmf_status spawn(const struct exec_setting *setting, struct pipeline *p, struct dpmf_error *error)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	int in[2], out[2], failed;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
		return dpmf_fail(error, DPMF_FAILED, "no socket for the target: %s", strerror(errno));
	if (pipe2(out, O_CLOEXEC) != 0) {
		close(in[0]);
		close(in[1]);
		return dpmf_fail(error, DPMF_FAILED, "no pipe for the target: %s", strerror(errno));
	}
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_adddup2(&files, in[1], STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, out[1], STDOUT_FILENO);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	failed = posix_spawnp(&p->pid, setting->argv[0], &files, &how, setting->argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	close(in[1]);
	close(out[1]);
	p->ask = in[0];
	p->answer = out[0];
	if (failed)
		return dpmf_fail(error, DPMF_INPUT, "cannot start %s: %s", setting->argv[0], strerror(failed));
	return DPMF_OK;
}

void exec_target_stop(void *instance)
{
	struct target *target = instance;
	struct pipeline *p = target->pipeline;

	if (p) {
		if (p->ask >= 0)
			close(p->ask);
		if (p->answer >= 0)
			close(p->answer);
		if (p->pid > 0) {
			const struct timespec pause = { 0, 10000000 };
			pid_t ended = 0;

			/* End of file ends it; what does not end within a second is ended. */
			for (int i = 0; i < 100 && (ended = waitpid(p->pid, NULL, WNOHANG)) == 0; i++)
				nanosleep(&pause, NULL);
			kill(-p->pid, SIGKILL);
			if (ended == 0)
				waitpid(p->pid, NULL, 0);
		}
		free(p->ready[0]);
		free(p->ready[1]);
	}
	free(p);
	free(target);
}

enum dpmf_status exec_target_start(const struct audit_case *one, void **instance, struct dpmf_error *error)
{
	const struct exec_setting *setting = one->parameters;
	struct target *target = calloc(1, sizeof(*target));
	struct pipeline *p = calloc(1, sizeof(*p));
	enum dpmf_status status = DPMF_FAILED;

	if (target && p) {
		*target = (struct target){ setting, p };
		p->ask = p->answer = -1;
		p->ready[0] = malloc(AT_ONCE * setting->dims * sizeof(double));
		p->ready[1] = malloc(AT_ONCE * setting->dims * sizeof(double));
	}
	if (!target || !p || !p->ready[0] || !p->ready[1])
		dpmf_fail(error, DPMF_FAILED, "no memory for the answers of the target");
	else
		status = spawn(setting, p, error);
	if (status == DPMF_OK) {
		*instance = target;
		return status;
	}
	if (target && p) {
		exec_target_stop(target);
	} else {
		free(target);
		free(p);
	}
	return status;
}

static enum dpmf_status died(struct pipeline *p, struct dpmf_error *error)
{
	int how = 0;
	const struct timespec pause = { 0, 50000000 };

	nanosleep(&pause, NULL); /* its end and its exit status are not one event */
	if (waitpid(p->pid, &how, WNOHANG) != p->pid)
		return dpmf_fail(error, DPMF_INPUT, "the target closed its output before it had answered");
	p->pid = 0;
	if (WIFSIGNALED(how))
		return dpmf_fail(error, DPMF_INPUT, "the target died of signal %d before it had answered", WTERMSIG(how));
	return dpmf_fail(error, DPMF_INPUT, "the target ended with exit status %d before it had answered", WEXITSTATUS(how));
}

static int milliseconds_until(const struct timespec *end)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	const long long left = (end->tv_sec - now.tv_sec) * 1000LL + (end->tv_nsec - now.tv_nsec) / 1000000;

	return left > 0 ? (int)(left < 1000000 ? left : 1000000) : 0;
}

/* One line, ended by 0 instead of its newline. */
static enum dpmf_status read_line(struct pipeline *p, const struct timespec *end, unsigned timeout, char **line,
                                  struct dpmf_error *error)
{
	for (;;) {
		char *newline = memchr(p->buffer + p->from, '\n', p->to - p->from);
		struct pollfd watch = { .fd = p->answer, .events = POLLIN };

		if (newline) {
			*newline = 0;
			*line = p->buffer + p->from;
			p->from = (size_t)(newline + 1 - p->buffer);
			return DPMF_OK;
		}
		memmove(p->buffer, p->buffer + p->from, p->to - p->from);
		p->to -= p->from;
		p->from = 0;
		if (p->to == BUFFER)
			return dpmf_fail(error, DPMF_INPUT, "the target answered with a line of more than %d bytes", BUFFER);
		const int seen = poll(&watch, 1, milliseconds_until(end));

		if (seen == 0)
			return dpmf_fail(error, DPMF_INPUT, "the target gave no answer within %u seconds (--timeout); does it flush?", timeout);
		const ssize_t got = seen > 0 ? read(p->answer, p->buffer + p->to, BUFFER - p->to) : -1;

		if (got == 0)
			return died(p, error);
		if (got < 0 && errno != EINTR)
			return dpmf_fail(error, DPMF_FAILED, "cannot read from the target: %s", strerror(errno));
		p->to += got > 0 ? (size_t)got : 0;
	}
}

static enum dpmf_status read_numbers(const char *line, size_t dims, double *number, struct dpmf_error *error)
{
	const char *at = line;

	for (size_t d = 0; d < dims; d++) {
		char *end;

		number[d] = strtod(at, &end);
		if (end == at || (*end && !strchr(" \t\r", *end)) || !isfinite(number[d]))
			return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\" where a line of %zu finite numbers is meant to be",
			                 line, dims);
		at = end;
	}
	if (at[strspn(at, " \t\r")])
		return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\": more than %zu numbers (--dims)", line, dims);
	return DPMF_OK;
}

static enum dpmf_status ask(const struct target *target, int world, const struct dpmf_key *key, struct dpmf_error *error)
{
	const struct exec_setting *setting = target->setting;
	struct pipeline *p = target->pipeline;
	const uint64_t rest = setting->trials - p->asked[world], count = rest < AT_ONCE ? rest : AT_ONCE;
	struct timespec end;
	char request[96], *line = NULL;
	uint64_t seed;
	struct pollfd early = { .fd = p->answer, .events = POLLIN };

	if (poll(&early, 1, 0) == 1 && (early.revents & POLLIN))
		return dpmf_fail(error, DPMF_INPUT, "the target wrote before it was asked, or more lines than it was asked for");
	memcpy(&seed, key->bytes, sizeof(seed));
	const int length = snprintf(request, sizeof(request), "sample %d %llu %llu\n", world, (unsigned long long)count,
	                            (unsigned long long)(seed >> 1));

	if (send(p->ask, request, (size_t)length, MSG_NOSIGNAL) != length)
		return died(p, error);
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += setting->timeout;
	for (uint64_t i = 0; i < count; i++) {
		enum dpmf_status status = read_line(p, &end, setting->timeout, &line, error);

		if (status == DPMF_OK)
			status = read_numbers(line, setting->dims, p->ready[world] + i * setting->dims, error);
		if (status != DPMF_OK)
			return status;
	}
	if (p->from != p->to)
		return dpmf_fail(error, DPMF_INPUT, "the target answered with more than the %llu lines that it was asked for",
		                 (unsigned long long)count);
	p->asked[world] += count;
	p->left[world] = count;
	p->next[world] = 0;
	return DPMF_OK;
}

enum dpmf_status exec_target_sample(const void *instance, int world, const struct dpmf_key *key,
                                    double *seen, struct dpmf_error *error)
{
	const struct target *target = instance;
	struct pipeline *p = target->pipeline;
	const size_t dims = target->setting->dims;

	if (p->left[world] == 0) {
		const enum dpmf_status status = ask(target, world, key, error);

		if (status != DPMF_OK)
			return status;
	}
	memcpy(seen, p->ready[world] + p->next[world]++ * dims, dims * sizeof(double));
	p->left[world]--;
	return DPMF_OK;
}
