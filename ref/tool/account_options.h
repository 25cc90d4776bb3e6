/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the subcommands of `dpmf account` share: options that are all numbers,
   read as enclosures, and an answer that is printed as lines or as JSON. */
#ifndef DPMF_TOOL_ACCOUNT_OPTIONS_H
#define DPMF_TOOL_ACCOUNT_OPTIONS_H
#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "account/enclosure.h"

enum { ACCOUNT_NUMBERS = 6, ACCOUNT_COUNTS = 4, ACCOUNT_FLAGS = 2 };

/* Names end with NULL where there are fewer. */
struct account_command {
	const char *number[ACCOUNT_NUMBERS], *count[ACCOUNT_COUNTS], *flag[ACCOUNT_FLAGS];
	const char *help;
};

struct account_asked {
	const char *text[ACCOUNT_NUMBERS]; /* NULL: not given */
	struct dpmf_enclosure number[ACCOUNT_NUMBERS];
	size_t count[ACCOUNT_COUNTS];      /* 1 when not given */
	bool counted[ACCOUNT_COUNTS], flag[ACCOUNT_FLAGS], json, help;
	json_t *given, *answer;            /* both keep the order in which they were filled */
};

/* Reads the options; with --help, prints it and says so in `help`. Clear it in any case. */
enum dpmf_status account_read(const struct account_command *command, int argc, char **argv, struct account_asked *asked,
                              struct dpmf_error *error);
void account_clear(struct account_asked *asked);
/* DPMF_INPUT when a number of the command was not given. */
enum dpmf_status account_need(const struct account_command *command, const struct account_asked *asked, size_t which,
                              struct dpmf_error *error);

void account_say(struct account_asked *asked, const char *key, const struct dpmf_enclosure *x);
/* `of` names the quantity, "epsilon" or "delta", whose exact value it is. */
void account_say_exact(struct account_asked *asked, const char *of, const struct dpmf_enclosure *x);
/* Of a law with an epsilon of its own: `pure`, and what --epsilon or --delta asks of its curve. */
struct account_curve {
	const void *law;
	const struct dpmf_enclosure *pure;
	size_t epsilon, delta; /* where their numbers stand */
	enum dpmf_status (*delta_at)(const void *law, const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
	                             struct dpmf_error *error);
	enum dpmf_status (*epsilon_at)(const void *law, const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
	                               struct dpmf_error *error);
};
enum dpmf_status account_say_curve(struct account_asked *asked, const struct account_curve *curve, struct dpmf_error *error);
void account_say_count(struct account_asked *asked, const char *key, size_t count);
void account_say_real(struct account_asked *asked, const char *key, double x);
void account_say_text(struct account_asked *asked, const char *key, const char *text);
/* The answer alone, as lines; what was given and the answer, as JSON. */
void account_print(const struct account_asked *asked);

/* Reads, says what `say` has to say, prints. */
enum dpmf_status account_run(const struct account_command *command,
                             enum dpmf_status (*say)(struct account_asked *asked, struct dpmf_error *error), int argc,
                             char **argv, struct dpmf_error *error);

#endif
