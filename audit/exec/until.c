/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/exec/until.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/betting.h"
#include "audit/engine/describe.h"
#include "audit/exec/honesty.h"
#include "core/stream.h"

enum { PROBE = 48, FIRST = 24, LOOKS_APART = 16, KEPT_MOST = 100000, KEPT_FIRST = 1024 };

struct until {
	const struct audit_case *one;
	struct exec_answers *answers;
	struct asking *asking;
	struct audit_learned learned;
	struct audit_bets bets;
	struct dpmf_stream coins;
	uint64_t runs[2];      /* of each world, the probes among them */
	double *kept[2];       /* the first of them, at most KEPT_MOST */
	uint64_t room[2];
	uint64_t learned_from; /* of each world; 0: nothing yet */
	double alpha;
};

/* `count` runs of a world; the last of them is *last. */
static enum dpmf_status ask(struct until *u, int world, uint64_t count, const double **last, struct dpmf_error *error)
{
	const double *rows;
	const enum dpmf_status status = exec_more(u->asking, world, count, &rows, error);
	const size_t dims = u->answers->dims;

	if (status != DPMF_OK)
		return status;
	*last = rows + (count - 1) * dims;
	if (u->runs[world] < KEPT_MOST) {
		if (u->runs[world] + count > u->room[world]) {
			const uint64_t room = u->room[world] ? 2 * u->room[world] : KEPT_FIRST;
			double *grown = realloc(u->kept[world], room * dims * sizeof(double));

			if (!grown)
				return dpmf_fail(error, DPMF_FAILED, "no memory for %llu runs", (unsigned long long)room);
			u->kept[world] = grown;
			u->room[world] = room;
		}
		memcpy(u->kept[world] + u->runs[world] * dims, rows, count * dims * sizeof(double));
	}
	u->runs[world] += count;
	return DPMF_OK;
}

static uint64_t kept_of(const struct until *u, int world)
{
	return u->runs[world] < KEPT_MOST ? u->runs[world] : KEPT_MOST;
}

/* Two answers of each world to different seeds: a target that repeats itself is named. They are learned from, not bet on. */
static enum dpmf_status probe(struct until *u, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	const double *last;

	for (int i = 0; i < 4 && status == DPMF_OK; i++)
		status = ask(u, i % 2, PROBE / 2, &last, error);
	return status == DPMF_OK ? honesty_of_answers(u->answers->honesty, u->answers->dims, error) : status;
}

static enum dpmf_status learn(struct until *u, struct dpmf_error *error)
{
	const uint64_t count = kept_of(u, 0) < kept_of(u, 1) ? kept_of(u, 0) : kept_of(u, 1);
	/* Bets of any size are still to come: as many as there were. */
	const struct audit_aim aim = { AUDIT_DP, u->one->delta, u->alpha, count, .luck = u->one->delta > 0 ? 1.2 : 3 };
	struct audit_learned fresh;

	if (count < FIRST || (u->learned_from && count < u->learned_from + u->learned_from / 2))
		return DPMF_OK;
	const enum dpmf_status status = audit_learn(u->one, u->answers, (const double *const[2]){ u->kept[0], u->kept[1] },
	                                            (size_t)count, &aim, &fresh, NULL, error);

	if (status != DPMF_OK)
		return status;
	audit_score_free(u->learned.score);
	u->learned = fresh;
	u->learned_from = count;
	return DPMF_OK;
}

static void bet(struct until *u, int world, const double *seen)
{
	const int guess = audit_event_guess(&u->learned.choice.event, audit_learned_score(u->one, u->answers, &u->learned, seen));

	u->bets.right += guess == world;
	u->bets.wrong += guess == !world;
	u->bets.none += guess < 0;
}

static enum dpmf_status play(struct until *u, uint64_t trials, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	const double enough = -log(u->alpha);

	while (status == DPMF_OK && u->runs[0] + u->runs[1] < 2 * trials) {
		/* The world is a coin, whatever was seen; the event was learned before it fell. */
		status = learn(u, error);
		const int world = (int)(dpmf_stream_word(&u->coins) >> 63);

		const double *seen;

		if (status == DPMF_OK)
			status = ask(u, world, 1, &seen, error);
		if (status != DPMF_OK)
			return status;
		if (u->learned_from)
			bet(u, world, seen);
		if ((u->bets.right + u->bets.wrong) % LOOKS_APART == 0 && audit_evidence(&u->bets, u->one->epsilon, u->one->delta) >= enough)
			return DPMF_OK;
	}
	return status;
}

static void conclude(const struct until *u, uint64_t seed, double confidence, struct audit_result *result)
{
	const uint64_t bets = u->bets.right + u->bets.wrong + u->bets.none;

	*result = (struct audit_result){
		.one = u->one, .trials = u->runs[0] + u->runs[1], .seed = seed, .confidence = confidence, .sequential = true,
		.event = u->learned.choice.event, .counts = { true, { bets, bets }, { u->bets.right, u->bets.wrong } },
		.epsilon_lower = audit_bets_epsilon(&u->bets, u->one->delta, u->alpha), .mu_lower = NAN,
		.could_epsilon = INFINITY, .could_share = INFINITY,
	};
	if (audit_evidence(&u->bets, u->one->epsilon, u->one->delta) >= -log(u->alpha)) {
		result->finding = AUDIT_VIOLATED;
		result->epsilon_lower = fmax(result->epsilon_lower, u->one->epsilon);
	}
	const struct audit_runs runs = { u->one, u->answers, { u->kept[0], u->kept[1] }, { 0, 0 },
	                                 { (size_t)kept_of(u, 0), (size_t)kept_of(u, 1) } };

	if (u->learned_from)
		audit_describe(&runs, &u->learned, result);
}

enum dpmf_status exec_until_decided(const struct exec_setting *setting, struct audit_case *one, double confidence,
                                    struct exec_answers *answers, struct audit_result *result, struct dpmf_error *error)
{
	struct until u = { .one = one, .answers = answers, .alpha = 1 - confidence };
	struct dpmf_key root, key;

	dpmf_key_from_seed(setting->seed, &root);
	dpmf_key_derive(&root, "audit exec coins", &key);
	dpmf_stream_open(&u.coins, &key, 0, 0, 0);
	enum dpmf_status status = exec_open(setting, answers, &u.asking, error);

	if (status == DPMF_OK)
		status = probe(&u, error);
	if (status == DPMF_OK) {
		one->dims = answers->dims;
		status = play(&u, setting->trials, error);
	}
	if (status == DPMF_OK)
		conclude(&u, setting->seed, confidence, result);
	exec_close(u.asking);
	audit_score_free(u.learned.score);
	free(u.kept[0]);
	free(u.kept[1]);
	return status;
}
