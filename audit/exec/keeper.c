/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/keeper.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void pause_for(long milliseconds)
{
	const struct timespec pause = { milliseconds / 1000, milliseconds % 1000 * 1000000 };

	nanosleep(&pause, NULL);
}

static void tell(int news, enum keeper_end end, int value)
{
	const struct keeper_news what = { end, value };

	if (write(news, &what, sizeof(what)) < 0)
		return; /* nobody is left to hear it */
}

/* The parent of a process, from /proc/PID/stat: what follows the last ')'. */
static pid_t parent_of(const char *pid)
{
	char path[64], text[512];
	const int length = snprintf(path, sizeof(path), "/proc/%.20s/stat", pid);
	const int file = length > 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	const ssize_t got = file < 0 ? -1 : read(file, text, sizeof(text) - 1);
	char *end;

	if (file >= 0)
		close(file);
	if (got <= 0)
		return -1;
	text[got] = 0;
	end = strrchr(text, ')');
	return end && strlen(end) > 4 ? (pid_t)strtol(end + 4, NULL, 10) : -1;
}

/* Kills all children that the keeper has; false when there was none. */
static bool kill_children(void)
{
	DIR *all = opendir("/proc");
	const pid_t own = getpid();
	struct dirent *entry;
	bool any = false;

	while (all && (entry = readdir(all))) {
		if (isdigit((unsigned char)entry->d_name[0]) && parent_of(entry->d_name) == own) {
			kill((pid_t)strtol(entry->d_name, NULL, 10), SIGKILL);
			any = true;
		}
	}
	if (all)
		closedir(all);
	return any;
}

_Noreturn static void end_all(pid_t target)
{
	kill(-target, SIGKILL);
	for (int i = 0; i < 500 && kill_children(); i++) {
		while (waitpid(-1, NULL, WNOHANG) > 0) {
		}
		pause_for(2);
	}
	_exit(0);
}

_Noreturn static void be_target(char *const *argv, const int in, const int out, int news, const sigset_t *mask, pid_t keeper)
{
	/* A target that was stopped, or that ignores signals, cannot ignore this one. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != keeper)
		_exit(127);
	setpgid(0, 0);
	sigprocmask(SIG_SETMASK, mask, NULL);
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
		_exit(127);
	execvp(argv[0], argv);
	tell(news, KEEPER_NOT_STARTED, errno);
	_exit(127);
}

_Noreturn static void keep(char *const *argv, const int in, const int out, int news, const sigset_t *mask, pid_t owner)
{
	sigset_t awaited;
	pid_t target;
	int how = 0;

	sigfillset(&awaited);
	sigprocmask(SIG_SETMASK, &awaited, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	target = getppid() == owner ? fork() : -1;
	if (target == 0)
		be_target(argv, in, out, news, mask, getppid());
	close(in);
	close(out);
	if (target < 0)
		_exit(127);
	setpgid(target, target);
	for (;;) {
		const int heard = sigwaitinfo(&awaited, NULL);

		if (heard == SIGTERM || heard == SIGINT || heard == SIGHUP || heard == SIGQUIT)
			end_all(target);
		for (pid_t ended; heard == SIGCHLD && (ended = waitpid(-1, &how, WNOHANG)) > 0; ) {
			if (ended != target)
				continue;
			tell(news, WIFSIGNALED(how) ? KEEPER_KILLED : KEEPER_EXITED, WIFSIGNALED(how) ? WTERMSIG(how) : WEXITSTATUS(how));
			end_all(target);
		}
	}
}

static void close_all(int *ends, int count)
{
	for (int i = 0; i < count; i++)
		if (ends[i] >= 0)
			close(ends[i]);
}

enum dpmf_status keeper_start(char *const *argv, struct keeper *keeper, struct dpmf_error *error)
{
	int end[6] = { -1, -1, -1, -1, -1, -1 }; /* in: ours, its; out: ours, its; news: ours, its */
	const pid_t own = getpid();
	sigset_t all, mask;
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0 || pipe2(end + 2, O_CLOEXEC) != 0 || pipe2(end + 4, O_CLOEXEC) != 0) {
		const int why = errno;

		close_all(end, 6);
		return dpmf_fail(error, DPMF_FAILED, "no pipe for the target: %s", strerror(why));
	}
	fflush(NULL);
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &mask);
	pid = fork();
	if (pid == 0) {
		close(end[0]);
		close(end[2]);
		close(end[4]);
		keep(argv, end[1], end[3], end[5], &mask, own);
	}
	const int why = errno;

	sigprocmask(SIG_SETMASK, &mask, NULL);
	close_all((int[3]){ end[1], end[3], end[5] }, 3);
	if (pid < 0) {
		close_all((int[3]){ end[0], end[2], end[4] }, 3);
		return dpmf_fail(error, DPMF_FAILED, "cannot start a process for the target: %s", strerror(why));
	}
	*keeper = (struct keeper){ pid, end[0], end[2], end[4] };
	return DPMF_OK;
}

struct keeper_news keeper_hear(const struct keeper *keeper, int milliseconds)
{
	struct pollfd watch = { .fd = keeper->news, .events = POLLIN };
	struct keeper_news news = { KEEPER_RUNS, 0 };

	if (poll(&watch, 1, milliseconds) != 1 || read(keeper->news, &news, sizeof(news)) != (ssize_t)sizeof(news))
		return (struct keeper_news){ KEEPER_RUNS, 0 };
	return news;
}

void keeper_stop(struct keeper *keeper)
{
	pid_t ended = 0;

	if (keeper->pid <= 0)
		return;
	close(keeper->ask);
	close(keeper->answer);
	for (int i = 0; i < 100 && (ended = waitpid(keeper->pid, NULL, WNOHANG)) == 0; i++)
		pause_for(10);
	if (ended == 0) {
		kill(keeper->pid, SIGTERM);
		for (int i = 0; i < 300 && (ended = waitpid(keeper->pid, NULL, WNOHANG)) == 0; i++)
			pause_for(10);
	}
	if (ended == 0) {
		kill(keeper->pid, SIGKILL);
		waitpid(keeper->pid, NULL, 0);
	}
	close(keeper->news);
	keeper->pid = 0;
}
