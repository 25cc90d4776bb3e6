/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/statistic.h"

#include <math.h>
#include <stdlib.h>

#include "audit/engine/sort.h"
#include "audit/timing/collect.h"
#include "audit/timing/rank.h"

/* A difference that is beyond the threshold with a probability of 90 %, in standard errors. */
#define NINE_OF_TEN 1.29
#define ROUNDING 1e-9

/* What is compared: of each label the class of each run, and the ranks of the costs and of what the label is of. */
struct compared {
	unsigned char *class[TIMING_LABELS]; /* 1: with the label, 0: without, or RANKS_LEFT_OUT */
	double *cost, *rank[TIMING_LABELS]; /* NULL: none */
};

const char *timing_label_name(enum timing_label label)
{
	switch (label) {
	case TIMING_FAR: return "far";
	case TIMING_FARTHEST: return "farthest";
	case TIMING_SIDE: return "above";
	case TIMING_WORLD: return "data set";
	case TIMING_LABELS: break;
	}
	return "";
}

/* 1: of the class, 0: of the other. */
static unsigned char class_of(const struct timing *t, enum timing_label label, size_t run)
{
	switch (label) {
	case TIMING_FAR: return t->distance[run] > t->far;
	case TIMING_FARTHEST: return t->distance[run] > t->farthest;
	case TIMING_SIDE: return t->side[run] > 0 ? 1 : t->side[run] < 0 ? 0 : RANKS_LEFT_OUT;
	case TIMING_WORLD: return t->world[run] > 0;
	case TIMING_LABELS: break;
	}
	return RANKS_LEFT_OUT;
}

/* As many of one class as of the other, the larger one thinned out evenly: a rare class beside a frequent one has a skewed t where costs are
   skewed, and they are. */
static void classify(const struct timing *t, enum timing_label label, unsigned char *class)
{
	uint64_t size[2] = { 0 }, seen = 0;

	for (size_t i = 0; i < t->runs; i++) {
		class[i] = class_of(t, label, i);
		if (class[i] != RANKS_LEFT_OUT)
			size[class[i]]++;
	}
	const int large = size[1] > size[0];

	for (size_t i = 0; i < t->runs; i++) {
		if (class[i] != large)
			continue;
		seen++;
		if (seen * size[!large] / size[large] == (seen - 1) * size[!large] / size[large])
			class[i] = RANKS_LEFT_OUT;
	}
}

struct sums {
	uint64_t runs;
	double sum, squares; /* of the cost less the reference */
};

/* s[2]: without the label, and with it. */
static struct timing_test welch(const struct sums s[2], double reference)
{
	struct timing_test test = { .runs = { s[0].runs, s[1].runs } };
	double mean[2], square = 0;

	test.tested = s[0].runs >= TIMING_CLASS_LEAST && s[1].runs >= TIMING_CLASS_LEAST;
	if (!test.tested)
		return test;
	for (int c = 0; c < 2; c++) {
		const double n = (double)s[c].runs;

		mean[c] = s[c].sum / n;
		test.mean[c] = reference + mean[c];
		square += fmax(0, s[c].squares - n * mean[c] * mean[c]) / (n - 1) / n;
	}
	const double apart = mean[1] - mean[0];

	test.seen = (TIMING_THRESHOLD + NINE_OF_TEN) * sqrt(square);
	/* Sums of many equal costs differ by their rounding. */
	if (fabs(apart) > ROUNDING * (fabs(mean[0]) + fabs(mean[1])))
		test.t = fmin(TIMING_LARGEST, fmax(-TIMING_LARGEST, apart / sqrt(square)));
	return test;
}

static void compare_label(const struct timing *t, const unsigned char *classes, struct timing_test test[TIMING_CROPS])
{
	struct sums sums[TIMING_CROPS][2] = { 0 };
	const double reference = t->crop[TIMING_CROPS - 1];

	for (size_t i = 0; i < t->runs; i++) {
		const unsigned char class = classes[i];
		const double cost = t->cost[i] - reference;

		for (int c = 0; c < TIMING_CROPS && class != RANKS_LEFT_OUT; c++) {
			struct sums *s = &sums[c][class];

			if (t->cost[i] > t->crop[c])
				continue;
			s->runs++;
			s->sum += cost;
			s->squares += cost * cost;
		}
	}
	for (int c = 0; c < TIMING_CROPS; c++)
		test[c] = welch(sums[c], reference);
}

static void note_largest(struct timing_found *found, enum timing_label label, double score)
{
	if (fabs(score) <= found->largest)
		return;
	found->largest = fabs(score);
	found->most = label;
}

static void compare(const struct timing *t, const struct compared *compared, struct timing_found *found)
{
	*found = (struct timing_found){ .largest = 0 };
	for (enum timing_label label = 0; label < TIMING_LABELS; label++) {
		compare_label(t, compared->class[label], found->test[label]);
		for (int c = 0; c < TIMING_CROPS; c++)
			note_largest(found, label, found->test[label][c].t);
		if (!compared->rank[label] || !found->test[label][0].tested)
			continue;
		found->rank[label] = ranks_compare(compared->cost, compared->rank[label], compared->class[label], t->runs);
		note_largest(found, label, found->rank[label].z);
	}
}

enum dpmf_status timing_rank_of(const double *a, const double *b, size_t count, struct timing_rank *rank, struct dpmf_error *error)
{
	double *of[2] = { malloc((count + 1) * sizeof(double)), malloc((count + 1) * sizeof(double)) };
	enum dpmf_status status = of[0] && of[1] ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for the ranks of %zu runs", count);

	if (status == DPMF_OK)
		status = ranks_of(a, count, of[0], error);
	if (status == DPMF_OK)
		status = ranks_of(b, count, of[1], error);
	if (status == DPMF_OK)
		*rank = ranks_compare(of[0], of[1], NULL, count);
	free(of[0]);
	free(of[1]);
	return status;
}

static void compared_close(struct compared *compared)
{
	free(compared->cost);
	for (int label = 0; label < TIMING_LABELS; label++) {
		free(compared->class[label]);
		free(compared->rank[label]);
	}
}

static enum dpmf_status compared_open(const struct timing *t, struct compared *compared, struct dpmf_error *error)
{
	const double *column[TIMING_LABELS] = { [TIMING_FAR] = t->distance, [TIMING_SIDE] = t->side, [TIMING_WORLD] = t->world };
	bool room = (compared->cost = malloc(t->runs * sizeof(double))) != NULL;

	for (int label = 0; label < TIMING_LABELS; label++) {
		room = (compared->class[label] = malloc(t->runs)) != NULL && room;
		if (column[label])
			room = (compared->rank[label] = malloc(t->runs * sizeof(double))) != NULL && room;
	}
	enum dpmf_status status = room ? ranks_of(t->cost, t->runs, compared->cost, error)
		: dpmf_fail(error, DPMF_FAILED, "no memory for the ranks of %zu runs", t->runs);

	for (enum timing_label label = 0; label < TIMING_LABELS && status == DPMF_OK; label++) {
		classify(t, label, compared->class[label]);
		if (column[label])
			status = ranks_of(column[label], t->runs, compared->rank[label], error);
	}
	return status;
}

/* The costs and their ranks, in an order of no meaning. */
static void deal_out(struct timing *t, struct compared *compared, struct dpmf_stream *coins)
{
	for (size_t i = t->runs; i > 1; i--) {
		const size_t other = (size_t)(dpmf_stream_word(coins) % i);
		const double cost = t->cost[other], rank = compared->cost[other];

		t->cost[other] = t->cost[i - 1];
		t->cost[i - 1] = cost;
		compared->cost[other] = compared->cost[i - 1];
		compared->cost[i - 1] = rank;
	}
}

static void compare_all(struct timing *t, struct compared *compared, struct dpmf_stream *coins, struct timing_result *result)
{
	*result = (struct timing_result){ .runs = t->runs };
	compare(t, compared, &result->found);
	for (int i = 0; i < TIMING_CONTROLS; i++) {
		deal_out(t, compared, coins);
		compare(t, compared, &result->control[i]);
		result->control_failed += result->control[i].largest > TIMING_THRESHOLD;
	}
	audit_sort(t->cost, t->runs);
	for (size_t q = 0; q < 5; q++)
		result->quantile[q] = t->cost[q * (t->runs - 1) / 4];
}

enum dpmf_status timing_end(struct timing *t, struct dpmf_stream *coins, struct timing_result *result, struct dpmf_error *error)
{
	struct compared compared = { .cost = NULL };
	const enum dpmf_status status = t->runs > 0 ? compared_open(t, &compared, error) : dpmf_fail(error, DPMF_FAILED, "no runs to compare");

	if (status == DPMF_OK)
		compare_all(t, &compared, coins, result);
	compared_close(&compared);
	return status;
}

bool timing_is_sound(const struct timing_result *result)
{
	return result->control_failed < 2;
}

bool timing_tells(const struct timing_result *result)
{
	return timing_is_sound(result) && result->found.largest > TIMING_THRESHOLD;
}
