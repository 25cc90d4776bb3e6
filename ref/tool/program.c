/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/program.h"

#include <errno.h>
#include <gmp.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/unfinished.h"

/* Handlers are handed nothing, so these are global. A process that was forked off cleans up nothing. */
static const char *program = "dpmf";
static pid_t owner;

static void say(const char *text)
{
	(void)!write(STDERR_FILENO, text, strlen(text));
}

static void clean_up(void)
{
	if (getpid() == owner)
		dpmf_unfinished_remove();
}

static _Noreturn void end_without_memory(void)
{
	clean_up();
	say(program);
	say(": no memory: nothing was written; free some, or ask for less\n");
	_exit((int)DPMF_FAILED);
}

static void *take(size_t size)
{
	void *made = malloc(size ? size : 1);

	if (!made)
		end_without_memory();
	return made;
}

static void *take_more(void *old, size_t old_size, size_t size)
{
	void *made = realloc(old, size ? size : 1);

	(void)old_size;
	if (!made)
		end_without_memory();
	return made;
}

static void give_back(void *old, size_t size)
{
	(void)size;
	free(old);
}

static void end_by(int signal_number)
{
	clean_up();
	signal(signal_number, SIG_DFL);
	raise(signal_number);
}

void program_end_on(int signal_number)
{
	struct sigaction action = { .sa_handler = end_by, .sa_flags = SA_RESTART }, before;

	sigemptyset(&action.sa_mask);
	if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(signal_number, &action, NULL); /* what nohup ignores stays ignored */
}

void program_begin(const char *name)
{
	program = name;
	owner = getpid();
	mp_set_memory_functions(take, take_more, give_back);
	json_set_alloc_funcs(take, free);
	program_end_on(SIGTERM);
	program_end_on(SIGINT);
	program_end_on(SIGHUP);
	program_end_on(SIGPIPE);
}

enum dpmf_status program_printed(struct dpmf_error *error)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "cannot write to standard output: %s", strerror(errno));
}

int program_end(enum dpmf_status status)
{
	struct dpmf_error error;
	enum dpmf_status printed = program_printed(&error);

	if (!printed && fclose(stdout) != 0)
		printed = dpmf_fail(&error, DPMF_FAILED, "cannot write to standard output: %s", strerror(errno));
	if (!printed)
		return (int)status;
	fprintf(stderr, "%s: %s\n", program, error.text);
	return (int)DPMF_FAILED;
}
