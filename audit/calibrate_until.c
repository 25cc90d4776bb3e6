/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/calibrate_until.h"

#include <math.h>

#include "audit/engine/sequence.h"
#include "audit/engine/trials.h"

enum { HOPEFUL_GUESSES = 30, DOUBLING_FIRST = 100 };
#define HOPEFUL_LEAD 0.5 /* of ln(right / wrong) over the claim */

const char *audit_rule_name(enum audit_rule rule)
{
	switch (rule) {
	case RULE_DECIDED: return "decided";
	case RULE_END: return "end";
	case RULE_DOUBLING: return "doubling";
	case RULE_HOPEFUL: return "hopeful";
	case RULE_ADVERSARY: break;
	}
	return "adversary";
}

static bool is_hopeful(const struct audit_sequence *s)
{
	return s->bets.right + s->bets.wrong >= HOPEFUL_GUESSES && (double)s->bets.right > exp(s->one->epsilon + HOPEFUL_LEAD) * (double)s->bets.wrong;
}

struct watch {
	struct audit_stops *stops;
	bool stopped[AUDIT_RULES];
	double most; /* evidence so far: the adversary's */
	uint64_t doubling;
};

static void stop(struct watch *w, enum audit_rule rule, uint64_t runs, bool refuted)
{
	if (w->stopped[rule])
		return;
	w->stopped[rule] = true;
	w->stops->runs[rule] = runs;
	w->stops->refuted[rule] = refuted;
}

/* After a run. Evidence is computed where it may be at its highest: it rises with right guesses alone. */
static void look(struct watch *w, const struct audit_sequence *s, uint64_t runs, bool risen)
{
	const double enough = -log(s->alpha), evidence = audit_evidence(&s->bets, s->one->epsilon, s->one->delta);
	const bool refuted = evidence >= enough;

	if (risen && evidence > w->most) {
		w->most = evidence;
		w->stops->runs[RULE_ADVERSARY] = runs;
		w->stops->refuted[RULE_ADVERSARY] = refuted;
	}
	if (refuted && audit_sequence_looks(s))
		stop(w, RULE_DECIDED, runs, true);
	if (is_hopeful(s))
		stop(w, RULE_HOPEFUL, runs, refuted);
	if (runs == w->doubling) {
		if (refuted)
			stop(w, RULE_DOUBLING, runs, true);
		w->doubling *= 2;
	}
}

static void end(struct watch *w, const struct audit_sequence *s, uint64_t runs)
{
	const bool refuted = audit_sequence_refutes(s);

	for (int rule = 0; rule < RULE_ADVERSARY; rule++)
		stop(w, (enum audit_rule)rule, runs, refuted);
}

static enum dpmf_status play(const struct audit_settings *settings, struct audit_sequence *s, struct audit_stops *stops, struct dpmf_error *error)
{
	struct watch watch = { .stops = stops, .most = -INFINITY, .doubling = DOUBLING_FIRST };
	const uint64_t runs = 2 * settings->trials;
	struct dpmf_stream coins, keys;
	struct dpmf_key root, key;
	enum dpmf_status status = DPMF_OK;
	double seen[64];

	dpmf_key_from_seed(settings->seed, &root);
	dpmf_key_derive(&root, "audit calibrate coins", &key);
	dpmf_stream_open(&coins, &key, 0, 0, 0);
	dpmf_key_derive(&root, "audit calibrate runs", &key);
	dpmf_stream_open(&keys, &key, 0, 0, 0);
	for (uint64_t i = 1; i <= runs && status == DPMF_OK; i++) {
		const int world = (int)(dpmf_stream_word(&coins) >> 63);
		const struct dpmf_key own = audit_next_key(&keys);
		const uint64_t right = s->bets.right;

		status = s->one->sample(s->instance, world, &own, seen, error);
		if (status == DPMF_OK)
			status = audit_sequence_bet(s, world, seen, error);
		if (status == DPMF_OK)
			look(&watch, s, i, s->bets.right > right);
	}
	if (status == DPMF_OK)
		end(&watch, s, runs);
	return status;
}

enum dpmf_status audit_stop_by_rules(const struct audit_case *one, const struct audit_settings *settings, struct audit_stops *stops,
                                     struct dpmf_error *error)
{
	void *instance = NULL;
	enum dpmf_status status = one->setup ? one->setup(one, &instance, error) : DPMF_OK;

	if (status != DPMF_OK)
		return status;
	struct audit_sequence sequence = audit_sequence_of(one, instance, settings->confidence);

	*stops = (struct audit_stops){ .refuted = { false } };
	status = play(settings, &sequence, stops, error);
	audit_sequence_close(&sequence);
	if (one->teardown)
		one->teardown(instance);
	if (status == DPMF_OK && settings->done)
		atomic_fetch_add(settings->done, 2 * settings->trials);
	return status;
}
