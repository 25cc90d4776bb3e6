/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/sequence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/describe.h"

enum { FIRST = 24, LOOKS_APART = 16, ROOM_FIRST = 1024 };

struct audit_sequence audit_sequence_of(const struct audit_case *one, const void *instance, double confidence)
{
	return (struct audit_sequence){ .one = one, .instance = instance, .confidence = confidence, .alpha = 1 - confidence,
	                                .learned.choice.event = { AUDIT_TOWARD_0, INFINITY, -INFINITY } };
}

static uint64_t kept_of(const struct audit_sequence *s, int world)
{
	return s->runs[world] < SEQUENCE_KEPT ? s->runs[world] : SEQUENCE_KEPT;
}

enum dpmf_status audit_sequence_show(struct audit_sequence *s, int world, const double *seen, size_t count, struct dpmf_error *error)
{
	const uint64_t kept = kept_of(s, world), fresh = count < SEQUENCE_KEPT - kept ? count : SEQUENCE_KEPT - kept;
	const size_t size = s->one->dims * sizeof(double);

	if (kept + fresh > s->room[world]) {
		const uint64_t twice = 2 * s->room[world] > ROOM_FIRST ? 2 * s->room[world] : ROOM_FIRST, room = twice > kept + fresh ? twice : kept + fresh;
		double *grown = realloc(s->kept[world], room * size);

		if (!grown)
			return dpmf_fail(error, DPMF_FAILED, "no memory for learning from %llu runs", (unsigned long long)room);
		s->kept[world] = grown;
		s->room[world] = room;
	}
	if (fresh > 0)
		memcpy(s->kept[world] + kept * s->one->dims, seen, fresh * size);
	s->runs[world] += count;
	return DPMF_OK;
}

static enum dpmf_status learn(struct audit_sequence *s, struct dpmf_error *error)
{
	const uint64_t count = kept_of(s, 0) < kept_of(s, 1) ? kept_of(s, 0) : kept_of(s, 1);
	/* Bets of any size are still to come: as many as there were. */
	const struct audit_aim aim = { AUDIT_DP, s->one->delta, s->alpha, count, .luck = s->one->delta > 0 ? 1.2 : 3 };
	struct audit_learned fresh;

	if (count < FIRST || (s->learned_from && count < s->learned_from + s->learned_from / 2))
		return DPMF_OK;
	const enum dpmf_status status = audit_learn(s->one, s->instance, (const double *const[2]){ s->kept[0], s->kept[1] },
	                                            (size_t)count, &aim, false, &fresh, error);

	if (status != DPMF_OK)
		return status;
	audit_score_free(s->learned.score);
	s->learned = fresh;
	s->learned_from = count;
	return DPMF_OK;
}

enum dpmf_status audit_sequence_bet(struct audit_sequence *s, int world, const double *seen, struct dpmf_error *error)
{
	const enum dpmf_status status = learn(s, error);

	if (status != DPMF_OK)
		return status;
	if (s->learned_from) {
		const int guess = audit_event_guess(&s->learned.choice.event, audit_learned_score(s->one, s->instance, &s->learned, seen));

		s->bets.right += guess == world;
		s->bets.wrong += guess == !world;
		s->bets.none += guess < 0;
	}
	return audit_sequence_show(s, world, seen, 1, error);
}

bool audit_sequence_looks(const struct audit_sequence *s)
{
	return (s->bets.right + s->bets.wrong) % LOOKS_APART == 0;
}

bool audit_sequence_refutes(const struct audit_sequence *s)
{
	return audit_evidence(&s->bets, s->one->epsilon, s->one->delta) >= -log(s->alpha);
}

void audit_sequence_conclude(const struct audit_sequence *s, uint64_t seed, struct audit_result *result)
{
	const uint64_t bets = s->bets.right + s->bets.wrong + s->bets.none;

	*result = (struct audit_result){
		.one = s->one, .trials = s->runs[0] + s->runs[1], .seed = seed, .confidence = s->confidence, .sequential = true,
		.event = s->learned.choice.event, .counts = { true, { bets, bets }, { s->bets.right, s->bets.wrong } },
		.epsilon_lower = audit_bets_epsilon(&s->bets, s->one->delta, s->alpha), .mu_lower = NAN,
		.could_epsilon = INFINITY, .could_share = INFINITY,
	};
	if (audit_sequence_refutes(s)) {
		result->finding = AUDIT_VIOLATED;
		result->epsilon_lower = fmax(result->epsilon_lower, s->one->epsilon);
	}
	const struct audit_runs runs = { s->one, s->instance, { s->kept[0], s->kept[1] }, { 0, 0 }, { (size_t)kept_of(s, 0), (size_t)kept_of(s, 1) } };

	if (s->learned_from)
		audit_describe(&runs, &s->learned, result);
}

void audit_sequence_close(struct audit_sequence *s)
{
	audit_score_free(s->learned.score);
	free(s->kept[0]);
	free(s->kept[1]);
}
