/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/judging.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "audit/engine/could.h"
#include "audit/engine/describe.h"
#include "audit/engine/learn.h"
#include "audit/engine/parts.h"
#include "audit/engine/tally.h"

enum { DIMS_MOST = 64 };

/* Runs of a world that came before there was an event. */
struct waiting {
	double *rows;
	size_t count, room;
	size_t *end; /* of each part in which they came */
	size_t parts, parts_room;
};

/* Answers of the bound, for a reader. */
struct kept {
	double *rows[2]; /* of more than one number: the first AUDIT_DESCRIBED */
	size_t room[2], count[2];
	struct picture_line answers; /* of one number */
	uint32_t (*times)[WORDS_MOST];
	size_t numbers;
};

struct audit_judging {
	const struct audit_case *one;
	const void *instance;
	const struct audit_settings *settings;
	size_t trials, arrived[2];
	struct audit_parts parts;
	struct waiting waiting[2];
	bool learnt;
	bool has[AUDIT_EVENTS]; /* the careful event always, once something was learned */
	struct audit_learned learned[AUDIT_EVENTS];
	struct audit_tally tally[AUDIT_EVENTS];
	struct kept kept;
};

/* The events share the error: whichever bound is the largest, it is wrong with at most the chance that was asked for. Of an event that
   is not careful: */
static const double small_share = 0.05;

static enum dpmf_status check(const struct audit_case *one, uint64_t trials, double confidence, struct dpmf_error *error)
{
	if (trials < AUDIT_TRIALS_LEAST || trials > UINT64_C(1000000000))
		return dpmf_fail(error, DPMF_INPUT, "%llu trials: give %d to 1000000000",
		                 (unsigned long long)trials, AUDIT_TRIALS_LEAST);
	if (!(confidence > 0 && confidence < 1))
		return dpmf_fail(error, DPMF_INPUT, "confidence %g: give a number between 0 and 1", confidence);
	if (one->dims == 0 || one->dims > DIMS_MOST)
		return dpmf_fail(error, DPMF_INPUT, "case %s sees %zu numbers: 1 to %d are possible", one->id, one->dims, DIMS_MOST);
	return DPMF_OK;
}

static bool is_rare(const struct audit_judging *j)
{
	return j->one->delta > 0 && j->settings->curve == AUDIT_DP;
}

enum dpmf_status audit_judging_open(const struct audit_case *one, const void *instance, const struct audit_settings *settings, size_t trials,
                                    struct audit_judging **judging, struct dpmf_error *error)
{
	enum dpmf_status status = check(one, trials, settings->confidence, error);
	struct dpmf_key root, audit, key, coins;

	if (status != DPMF_OK)
		return status;
	struct audit_judging *j = calloc(1, sizeof(*j));

	if (!j)
		return dpmf_fail(error, DPMF_FAILED, "no memory for judging a case");
	*j = (struct audit_judging){ .one = one, .instance = instance, .settings = settings, .trials = trials };
	dpmf_key_from_seed(settings->seed, &root);
	dpmf_key_derive(&root, "audit", &audit);
	dpmf_key_derive(&audit, one->id, &key);
	dpmf_key_derive(&key, "coins", &coins);
	j->parts = audit_parts_divide(trials, is_rare(j), &coins);
	*judging = j;
	return DPMF_OK;
}

size_t audit_judging_learns(const struct audit_judging *judging)
{
	return judging->parts.learn;
}

/* Room for twice as many, or for `need`. */
static bool grow(void **array, size_t *room, size_t need, size_t size)
{
	const size_t more = need > 2 * *room ? need : 2 * *room;
	void *grown = need > *room ? realloc(*array, more * size) : *array;

	if (!grown)
		return false;
	if (need > *room)
		*room = more;
	*array = grown;
	return true;
}

static enum dpmf_status wait_for(struct audit_judging *j, int world, const double *seen, size_t count, struct dpmf_error *error)
{
	struct waiting *w = &j->waiting[world];
	void *rows = w->rows, *end = w->end;
	const bool room = grow(&rows, &w->room, w->count + count, j->one->dims * sizeof(double));

	w->rows = rows;
	if (room && grow(&end, &w->parts_room, w->parts + 1, sizeof(size_t))) {
		w->end = end;
		memcpy(w->rows + w->count * j->one->dims, seen, count * j->one->dims * sizeof(double));
		w->count += count;
		w->end[w->parts++] = w->count;
		return DPMF_OK;
	}
	return dpmf_fail(error, DPMF_FAILED, "case %s: no memory for %zu runs: use fewer --trials", j->one->id, w->count + count);
}

static enum dpmf_status open_kept(struct audit_judging *j, struct dpmf_error *error)
{
	struct kept *k = &j->kept;

	if (j->one->dims == 1) {
		k->times = calloc(2, sizeof(*k->times));
		return k->times ? picture_line_open(&k->answers, j->parts.held, error) : dpmf_fail(error, DPMF_FAILED, "no memory for counting words");
	}
	for (int world = 0; world < 2; world++) {
		k->room[world] = j->parts.held[world] < AUDIT_DESCRIBED ? j->parts.held[world] : AUDIT_DESCRIBED;
		k->rows[world] = malloc((k->room[world] + 1) * j->one->dims * sizeof(double));
		if (!k->rows[world])
			return dpmf_fail(error, DPMF_FAILED, "no memory for %zu answers", k->room[world]);
	}
	return DPMF_OK;
}

static enum dpmf_status keep(struct audit_judging *j, int world, const double *seen, size_t count, struct dpmf_error *error)
{
	struct kept *k = &j->kept;

	if (j->one->dims == 1) {
		for (size_t i = 0; i < count; i++) {
			if (isnan(seen[i]))
				k->times[world][word_of(seen[i])]++;
			else
				k->numbers++;
		}
		return picture_line_add(&k->answers, world, seen, count, error);
	}
	const size_t room = k->room[world] - k->count[world], some = count < room ? count : room;

	memcpy(k->rows[world] + k->count[world] * j->one->dims, seen, some * j->one->dims * sizeof(double));
	k->count[world] += some;
	return DPMF_OK;
}

/* One part of a world's runs, of which those that the bound is made of are counted. */
static enum dpmf_status count_part(struct audit_judging *j, int world, const double *seen, size_t first, size_t count, struct dpmf_error *error)
{
	const size_t begin = j->trials - j->parts.held[world], skipped = first >= begin ? 0 : begin - first < count ? begin - first : count;
	const double *rows = seen + skipped * j->one->dims;
	enum dpmf_status status = count > skipped ? keep(j, world, rows, count - skipped, error) : DPMF_OK;

	for (size_t e = 0; e < AUDIT_EVENTS && count > skipped && status == DPMF_OK; e++) {
		struct audit_guesses part = { .world = world, .which = (enum audit_which)e, .runs = count - skipped };

		if (!j->has[e])
			continue;
		status = audit_tally_add(&j->tally[e], world, rows, part.runs, part.guessed, error);
		if (status == DPMF_OK && j->settings->watch)
			j->settings->watch(j->settings->watcher, &part);
	}
	return status;
}

static enum dpmf_status count_waiting(struct audit_judging *j, int world, struct dpmf_error *error)
{
	struct waiting *w = &j->waiting[world];
	enum dpmf_status status = DPMF_OK;

	for (size_t p = 0, from = 0; p < w->parts && status == DPMF_OK; from = w->end[p++])
		status = count_part(j, world, w->rows + from * j->one->dims, from, w->end[p] - from, error);
	free(w->rows);
	free(w->end);
	*w = (struct waiting){ .rows = NULL };
	return status;
}

/* Luck was measured with `dpmf-audit calibrate`: less, and the best of hundreds of chance looks wins; more, and rare events are
   not dared, which a delta makes the only ones that tell. Under an assumed law every event tells the same, and only
   the counts matter. */
static enum dpmf_status learn(struct audit_judging *j, struct dpmf_error *error)
{
	const enum audit_curve curve = j->settings->curve;
	const struct audit_aim aim = { curve, j->one->delta, 1 - j->settings->confidence, j->parts.expected, .luck = is_rare(j) ? 1.2 : 6 };
	enum dpmf_status status = audit_learn(j->one, j->instance, (const double *const[2]){ j->waiting[0].rows, j->waiting[1].rows }, j->parts.learn,
	                                      &aim, curve == AUDIT_DP, j->learned, error);

	j->learnt = status == DPMF_OK;
	for (size_t e = 0; e < AUDIT_EVENTS && status == DPMF_OK; e++) {
		j->has[e] = e == AUDIT_CAREFUL || j->learned[e].score;
		if (j->has[e])
			status = audit_tally_open(&j->tally[e], j->one, j->instance, &j->learned[e], j->parts.held, error);
	}
	if (status == DPMF_OK)
		status = open_kept(j, error);
	for (int world = 0; world < 2 && status == DPMF_OK; world++)
		status = count_waiting(j, world, error);
	return status;
}

enum dpmf_status audit_judging_take(struct audit_judging *j, int world, const double *seen, size_t count, struct dpmf_error *error)
{
	const size_t first = j->arrived[world];

	j->arrived[world] += count;
	if (j->learnt)
		return count_part(j, world, seen, first, count, error);
	const enum dpmf_status status = wait_for(j, world, seen, count, error);

	if (status == DPMF_OK && j->arrived[0] >= j->parts.learn && j->arrived[1] >= j->parts.learn)
		return learn(j, error);
	return status;
}

/* What one event tells, with this chance that it is wrong. */
static enum dpmf_status try_event(struct audit_judging *j, size_t e, double wrong, struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_case *one = j->one;
	const struct audit_parts *parts = &j->parts;
	struct audit_bound bound;

	result->event = j->learned[e].choice.event;
	result->which = (enum audit_which)e;
	result->counts = audit_event_count(&result->event, (const uint64_t(*)[2])j->tally[e].guessed, parts->held, parts->lost);
	const enum dpmf_status status = audit_bound_of(&result->counts, result->curve, one->delta, 1 - wrong, &bound, error);

	if (status != DPMF_OK)
		return status;
	result->epsilon_lower = bound.epsilon;
	result->mu_lower = bound.mu;
	result->finding = audit_find(bound.epsilon, one->epsilon);
	result->could_epsilon = audit_could_epsilon(&result->counts, one->epsilon, one->delta, wrong);
	result->could_share = audit_could_share(parts->learn, parts->expected, one->epsilon, one->delta, 1 - result->confidence, small_share);
	return DPMF_OK;
}

static enum dpmf_status try_events(struct audit_judging *j, struct audit_result *result, struct dpmf_error *error)
{
	const double wrong = 1 - result->confidence, small = small_share * wrong;
	struct audit_result found = *result;
	enum dpmf_status status = try_event(j, AUDIT_CAREFUL, wrong - small * (j->has[AUDIT_BOLD] + j->has[AUDIT_RARE]), &found, error);

	*result = found;
	for (size_t e = AUDIT_BOLD; e < AUDIT_EVENTS && status == DPMF_OK; e++) {
		if (!j->has[e])
			continue;
		status = try_event(j, e, small, &found, error);
		if (status == DPMF_OK && found.epsilon_lower > result->epsilon_lower)
			*result = found;
	}
	return status;
}

static enum dpmf_status draw(struct audit_judging *j, struct audit_result *result, struct dpmf_error *error)
{
	struct kept *k = &j->kept;
	const struct words_names names = { j->one->word, j->instance };
	struct picture_line *line = &j->tally[result->which].scores;

	result->picture = (struct audit_picture){ .axis = AUDIT_AXIS_SCORE };
	if (j->one->dims == 1 && k->numbers == 0) {
		result->picture.axis = AUDIT_AXIS_WORDS;
		audit_picture_words(k->times, &names, &result->picture);
		return DPMF_OK;
	}
	if (j->one->dims == 1 && k->numbers == j->parts.held[0] + j->parts.held[1]) {
		result->picture.axis = AUDIT_AXIS_ANSWER;
		line = &k->answers;
	}
	return picture_line_draw(line, &result->picture, error);
}

enum dpmf_status audit_judging_end(struct audit_judging *j, struct audit_result *result, struct dpmf_error *error)
{
	const struct audit_settings *settings = j->settings;
	struct audit_result found = {
		.one = j->one, .trials = j->trials, .seed = settings->seed, .confidence = settings->confidence, .curve = settings->curve,
	};
	const struct kept *k = &j->kept;
	enum dpmf_status status = try_events(j, &found, error);

	if (status != DPMF_OK)
		return status;
	const bool single = j->one->dims == 1;
	const struct audit_runs kept = { j->one, j->instance, { single ? k->answers.kept[0] : k->rows[0], single ? k->answers.kept[1] : k->rows[1] }, { 0, 0 },
	                                 { single ? k->answers.count[0] : k->count[0], single ? k->answers.count[1] : k->count[1] } };

	audit_describe(&kept, &j->learned[found.which], &found);
	found.band = j->tally[found.which].band;
	audit_band_finish(&found.band);
	status = draw(j, &found, error);
	if (status == DPMF_OK)
		*result = found;
	return status;
}

void audit_judging_close(struct audit_judging *j)
{
	if (!j)
		return;
	for (int i = 0; i < 2; i++) {
		free(j->waiting[i].rows);
		free(j->waiting[i].end);
		free(j->kept.rows[i]);
	}
	for (int i = 0; i < AUDIT_EVENTS; i++) {
		audit_tally_close(&j->tally[i]);
		audit_score_free(j->learned[i].score);
	}
	picture_line_close(&j->kept.answers);
	free(j->kept.times);
	free(j);
}
