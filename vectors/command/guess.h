/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the target answered to one algorithm, told to a second program (exec --guess) that knows more mistakes than the vectors. */
#ifndef VECTORS_GUESS_H
#define VECTORS_GUESS_H
#include <jansson.h>
#include <stdbool.h>

#include "answer.h"
#include "target.h"

struct guess {
	char *program; /* NULL: none */
	struct target target;
	bool runs;
	json_t *tests; /* what it will be told of this algorithm */
};

enum dpmf_status guess_start(struct guess *g, const char *program, struct dpmf_error *error);
void guess_stop(struct guess *g);
/* One test of this algorithm, and whether its answer was right. */
enum dpmf_status guess_hear(struct guess *g, const json_t *test, const struct answer *answer, bool right, struct dpmf_error *error);
/* *sentence: what it says of all tests heard, to be freed; NULL: nothing. Then the next algorithm's tests are heard. */
enum dpmf_status guess_ask(struct guess *g, const char *algorithm, bool wrong, char **sentence, struct dpmf_error *error);

#endif
