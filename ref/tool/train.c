/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>

#include "tool/arguments.h"
#include "tool/program.h"
#include "tool/tool.h"
#include "tool/train_run.h"

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	stopped = 1;
	program_end_on(signal_number);
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = stop, .sa_flags = (int)SA_RESETHAND };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

enum dpmf_status tool_train(int argc, char **argv)
{
	const struct train_run run = { .open_out = stdout, .private_out = stdout, .stop = &stopped };
	struct dpmf_error error = { "" };
	struct train_options options;
	enum dpmf_status status = train_options_read(argc, argv, &options, &error);

	if (status == DPMF_OK && options.help) {
		train_help(&options);
		return DPMF_OK;
	}
	catch_signals();
	if (status == DPMF_OK)
		status = train_run(&options, &run, &error);
	return status == DPMF_OK ? status : tool_complain("train", &error, status);
}
