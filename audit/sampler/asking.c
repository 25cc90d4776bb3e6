/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/exec/asking.h"
#include "audit/progress.h"
#include "audit/sampler/sampler.h"
#include "core/stream.h"

enum { AT_ONCE_MOST = 512 };

struct draws {
	const struct sampler_request *request;
	struct sampler_events *events;
	double *kept; /* the first of them, pairs of one answer beside each other */
	size_t kept_count;
};

/* Of an odd number the last is left out: the next answer begins a pair. */
static void keep(struct draws *d, const double *x, uint64_t count)
{
	for (uint64_t i = 0; i + 1 < count && d->kept_count + 2 <= DOUBLES_MOST; i += 2) {
		d->kept[d->kept_count++] = x[i];
		d->kept[d->kept_count++] = x[i + 1];
	}
}

static enum dpmf_status take(struct draws *d, const struct exec_answers *answers, const double *x, uint64_t count, struct dpmf_error *error)
{
	if (answers->dims != 1)
		return dpmf_fail(error, DPMF_INPUT, "the target answered with %zu fields in a line, where one draw is meant", answers->dims);
	for (uint64_t i = 0; i < count; i++)
		if (!isfinite(x[i]))
			return dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\", where a draw is a finite number",
			                 answers->dictionary.count > 0 ? answers->dictionary.word[0] : "nan");
	sampler_events_take(d->events, x, count);
	if (d->kept)
		keep(d, x, count);
	return DPMF_OK;
}

/* Always data set 0; how many at once follows from the seed alone. */
static enum dpmf_status ask_all(struct draws *d, struct dpmf_error *error)
{
	const struct sampler_request *r = d->request;
	const struct exec_setting setting = { .argv = r->argv, .dims = r->binary ? 1 : 0, .binary = r->binary, .trials = r->trials,
	                                      .timeout = (unsigned)r->timeout, .seed = r->seed };
	struct exec_answers answers = { 0 };
	struct asking *asking = NULL;
	struct audit_progress progress;
	struct dpmf_key root, key;
	struct dpmf_stream counts;
	enum dpmf_status status = exec_open(&setting, &answers, &asking, error);

	audit_progress_start(&progress); /* once the program is started: no thread before that */
	audit_progress_turn(&progress, "noise", r->trials);

	dpmf_key_from_seed(r->seed, &root);
	dpmf_key_derive(&root, "audit noise counts", &key);
	dpmf_stream_open(&counts, &key, 0, 0, 0);
	for (uint64_t left = r->trials; left > 0 && status == DPMF_OK; ) {
		const uint64_t wanted = 1 + dpmf_stream_word(&counts) % AT_ONCE_MOST, count = wanted < left ? wanted : left;
		const double *rows;

		status = exec_more(asking, 0, count, &rows, error);
		if (status == DPMF_OK)
			status = take(d, &answers, rows, count, error);
		left -= count;
		atomic_fetch_add(&progress.done, count);
	}
	audit_progress_end(&progress);
	exec_close(asking);
	if (status == DPMF_OK && !answers.honesty[0].varied)
		status = dpmf_fail(error, DPMF_INPUT, "nothing varied: the target gave one and the same draw %llu times. Does it read SEED?", (unsigned long long)r->trials);
	if (status == DPMF_OK) {
		const struct honesty world[2] = { answers.honesty[0], { .varied = true } };

		status = honesty_of_answers(world, 1, error);
	}
	exec_answers_free(&answers);
	return status;
}

enum dpmf_status sampler_ask(const struct sampler_request *request, struct sampler_seen *seen, struct dpmf_error *error)
{
	struct draws draws = { .request = request };
	enum dpmf_status status = sampler_law_read(request->law, request->parameter, &seen->law, error);

	if (status == DPMF_OK)
		status = sampler_events_open(&seen->law.masses, request->trials, &draws.events, error);
	if (status == DPMF_OK && !masses_is_discrete(seen->law.masses.law)) {
		seen->in_doubles = true;
		draws.kept = malloc(DOUBLES_MOST * sizeof(double));
		if (!draws.kept)
			status = dpmf_fail(error, DPMF_FAILED, "no memory to keep draws");
	}
	if (status == DPMF_OK)
		status = ask_all(&draws, error);
	if (status == DPMF_OK)
		sampler_events_end(draws.events, &seen->fit);
	if (status == DPMF_OK && seen->in_doubles)
		status = doubles_look(&seen->law.masses, draws.kept, draws.kept_count, &seen->doubles, error);
	sampler_events_close(draws.events);
	free(draws.kept);
	return status;
}

bool sampler_fits(const struct sampler_seen *seen)
{
	return seen->fit.p > SAMPLER_LEVEL;
}
