/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of dpmf-audit: argv[0] is the command's name; each returns the
   exit status. audit_noise stands with its room. */
#ifndef DPMF_AUDIT_COMMANDS_H
#define DPMF_AUDIT_COMMANDS_H
#include <stdbool.h>
#include <stdint.h>

int audit_list(int argc, char **argv);
int audit_run_cases(int argc, char **argv);
int audit_exec(int argc, char **argv);
int audit_calibrate(int argc, char **argv);
int audit_search(int argc, char **argv);
int audit_scores(int argc, char **argv);
int audit_replay(int argc, char **argv);
int audit_sensitivity(int argc, char **argv);
int audit_release(int argc, char **argv);
int audit_timing(int argc, char **argv);

/* A whole decimal number from least to most, or a complaint on stderr that names the option. */
bool audit_read_count(const char *command, const char *option, const char *text,
                      uint64_t least, uint64_t most, uint64_t *value);
/* A decimal number strictly between 0 and 1, likewise. */
bool audit_read_share(const char *command, const char *option, const char *text, double *value);
/* The delta of a claim, 0 or more and below 1, likewise. */
bool audit_read_delta(const char *command, const char *text, double *value);
/* A finite number, 0 or more, likewise. */
bool audit_read_epsilon(const char *command, const char *text, double *value);

struct option;
struct audit_reading {
	const struct option *known; /* --help is 'h' */
	const char *order;          /* "+" where words that are not ours follow, else "" */
	const char *usage;
	bool (*take)(int letter, void *request); /* false once it has complained */
};
/* Hands every option to `take`. -1: go on at optind; else the exit status, as of --help, which prints the usage. */
int audit_options(const struct audit_reading *reading, int argc, char **argv, void *request);
/* getopt_long has seen all options: false, with a complaint, when words are left. */
bool audit_no_words_left(const char *command, int argc, char **argv, int next);

#endif
