/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "target.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FIRST_ROOM = 1 << 16, MOST_ROOM = 1 << 24 };

/* The signals that tell us to stop are read from t->stop instead of ending us beside a target that goes on. */
static enum dpmf_status listen_for_stop(struct target *t, struct dpmf_error *error)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	t->stop = sigprocmask(SIG_BLOCK, &set, NULL) == 0 ? signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK) : -1;
	return t->stop >= 0 ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no descriptor for signals: %s", strerror(errno));
}

static int spawn(struct target *t, char *const *argv, int in, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t none;
	int failed;

	sigemptyset(&none);
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
	posix_spawnattr_setsigmask(&how, &none);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
	failed = posix_spawnp(&t->pid, argv[0], &files, &how, argv, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	return failed;
}

enum dpmf_status target_start(struct target *t, char *const *argv, unsigned timeout, struct dpmf_error *error)
{
	int in[2], out[2], failed;

	*t = (struct target){ .ask = -1, .answer = -1, .stop = -1, .timeout = timeout, .room = FIRST_ROOM, .buffer = malloc(FIRST_ROOM) };
	if (t->buffer == NULL)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	if (listen_for_stop(t, error) != DPMF_OK)
		return DPMF_FAILED;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, in) != 0)
		return dpmf_fail(error, DPMF_FAILED, "no socket for the target: %s", strerror(errno));
	t->ask = in[0];
	if (pipe2(out, O_CLOEXEC) != 0) {
		close(in[1]);
		return dpmf_fail(error, DPMF_FAILED, "no pipe for the target: %s", strerror(errno));
	}
	t->answer = out[0];
	failed = spawn(t, argv, in[1], out[1]);
	close(in[1]);
	close(out[1]);
	if (failed != 0) {
		t->pid = 0;
		return dpmf_fail(error, DPMF_INPUT, "cannot start %s: %s", argv[0], strerror(failed));
	}
	return DPMF_OK;
}

void target_stop(struct target *t)
{
	const struct timespec pause = { 0, 10000000 };
	pid_t ended = 0;

	if (t->ask >= 0)
		close(t->ask);
	if (t->answer >= 0)
		close(t->answer);
	if (t->stop >= 0)
		close(t->stop);
	if (t->pid > 0) {
		/* End of file ends it; what does not end within a second is ended. */
		for (int i = 0; i < 100 && (ended = waitpid(t->pid, NULL, WNOHANG)) == 0; i++)
			nanosleep(&pause, NULL);
		kill(-t->pid, SIGKILL);
		if (ended == 0)
			waitpid(t->pid, NULL, 0);
	}
	free(t->buffer);
	*t = (struct target){ .ask = -1, .answer = -1, .stop = -1 };
}

static enum dpmf_status died(struct target *t, struct dpmf_error *error)
{
	const struct timespec pause = { 0, 10000000 };
	int how = 0;

	/* Its end and its exit status are not one event. */
	for (int i = 0; i < 50; i++) {
		if (waitpid(t->pid, &how, WNOHANG) == t->pid) {
			kill(-t->pid, SIGKILL);
			t->pid = 0;
			return WIFSIGNALED(how) ? dpmf_fail(error, DPMF_INPUT, "the target died of signal %d before it had answered", WTERMSIG(how))
			                        : dpmf_fail(error, DPMF_INPUT, "the target ended with exit status %d before it had answered",
			                                    WEXITSTATUS(how));
		}
		nanosleep(&pause, NULL);
	}
	return dpmf_fail(error, DPMF_INPUT, "the target closed its output before it had answered");
}

static int milliseconds_until(const struct timespec *end)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	const long long left = (end->tv_sec - now.tv_sec) * 1000LL + (end->tv_nsec - now.tv_nsec) / 1000000;

	return left > 0 ? (int)(left < 1000000 ? left : 1000000) : 0;
}

/* Until the descriptor is ready, the time is over, or somebody tells us to stop. */
static enum dpmf_status wait_for(const struct target *t, int descriptor, short events, const struct timespec *end, struct dpmf_error *error)
{
	struct pollfd watch[2] = { { .fd = descriptor, .events = events }, { .fd = t->stop, .events = POLLIN } };
	int seen;

	do
		seen = poll(watch, 2, milliseconds_until(end));
	while (seen < 0 && errno == EINTR);
	if (seen < 0)
		return dpmf_fail(error, DPMF_FAILED, "cannot wait for the target: %s", strerror(errno));
	if (watch[1].revents != 0)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal; the target is ended");
	if (seen == 0)
		return dpmf_fail(error, DPMF_INPUT, "the target gave no answer within %u seconds (--timeout); does it flush after each line?",
		                 t->timeout);
	return DPMF_OK;
}

static enum dpmf_status send_all(struct target *t, const char *text, size_t length, const struct timespec *end, struct dpmf_error *error)
{
	while (length > 0) {
		const enum dpmf_status status = wait_for(t, t->ask, POLLOUT, end, error);
		const ssize_t sent = status == DPMF_OK ? send(t->ask, text, length, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;

		if (status != DPMF_OK)
			return status;
		if (sent < 0 && errno != EAGAIN && errno != EINTR)
			return died(t, error);
		text += sent > 0 ? sent : 0;
		length -= sent > 0 ? (size_t)sent : 0;
	}
	return DPMF_OK;
}

static enum dpmf_status more_room(struct target *t, struct dpmf_error *error)
{
	char *bigger;

	if (t->filled + 1 < t->room)
		return DPMF_OK;
	if (t->room >= MOST_ROOM)
		return dpmf_fail(error, DPMF_INPUT, "the target answered with a line of more than %d bytes", MOST_ROOM);
	bigger = realloc(t->buffer, 2 * t->room);
	if (bigger == NULL)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	t->buffer = bigger;
	t->room *= 2;
	return DPMF_OK;
}

static enum dpmf_status read_line(struct target *t, const struct timespec *end, const char **answer, struct dpmf_error *error)
{
	for (;;) {
		char *newline = memchr(t->buffer, '\n', t->filled);
		enum dpmf_status status;
		ssize_t got;

		if (newline != NULL) {
			*newline = '\0';
			t->line = (size_t)(newline + 1 - t->buffer);
			*answer = t->buffer;
			return DPMF_OK;
		}
		status = more_room(t, error);
		if (status == DPMF_OK)
			status = wait_for(t, t->answer, POLLIN, end, error);
		if (status != DPMF_OK)
			return status;
		got = read(t->answer, t->buffer + t->filled, t->room - t->filled);
		if (got == 0)
			return died(t, error);
		if (got < 0 && errno != EINTR)
			return dpmf_fail(error, DPMF_FAILED, "cannot read from the target: %s", strerror(errno));
		t->filled += got > 0 ? (size_t)got : 0;
	}
}

enum dpmf_status target_ask(struct target *t, const char *line, const char **answer, struct dpmf_error *error)
{
	struct pollfd early = { .fd = t->answer, .events = POLLIN };
	struct timespec end;
	enum dpmf_status status;

	t->filled -= t->line;
	memmove(t->buffer, t->buffer + t->line, t->filled);
	t->line = 0;
	if (t->filled > 0 || (poll(&early, 1, 0) == 1 && (early.revents & POLLIN) != 0))
		return dpmf_fail(error, DPMF_INPUT, "the target wrote before it was asked, or more than one line for one test; standard output "
		                 "is for answers, standard error for the rest");
	clock_gettime(CLOCK_MONOTONIC, &end);
	end.tv_sec += t->timeout;
	status = send_all(t, line, strlen(line), &end, error);
	if (status == DPMF_OK)
		status = send_all(t, "\n", 1, &end, error);
	return status == DPMF_OK ? read_line(t, &end, answer, error) : status;
}

enum dpmf_status target_finish(struct target *t, struct dpmf_error *error)
{
	struct pollfd rest = { .fd = t->answer, .events = POLLIN };
	char byte;

	shutdown(t->ask, SHUT_WR);
	if (t->filled > t->line || (poll(&rest, 1, 1000) == 1 && read(t->answer, &byte, 1) == 1))
		return dpmf_fail(error, DPMF_INPUT, "the target wrote more lines than it was asked for, so no answer can be trusted");
	return DPMF_OK;
}
