/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "eval/relevance.h"

#include <math.h>
#include <stdlib.h>

#include "core/parallel.h"
#include "eval/predict.h"

struct user_scores {
	double rmse;      /* NaN without test ratings */
	size_t relevant;
	double precision, recall, map, map_relevant;
};

struct measuring {
	const struct dpmf_model *model;
	const struct dpmf_ratings *train, *test;
	double threshold;
	size_t list;
	struct user_scores *user;
};

struct place {
	size_t item;
	double prediction;
};

/* Keeps the best `most` places in order. Items come in ascending order, and equals stay behind. */
static void insert(struct place *best, size_t *length, size_t most, struct place next)
{
	size_t at;

	if (*length < most)
		(*length)++;
	else if (!(best[most - 1].prediction < next.prediction))
		return;
	for (at = *length - 1; at > 0 && best[at - 1].prediction < next.prediction; at--)
		best[at] = best[at - 1];
	best[at] = next;
}

static size_t make_list(const struct measuring *m, size_t user, struct place *best)
{
	const struct dpmf_ratings *train = m->train;
	size_t length = 0, a = train->row[user];

	for (size_t j = 0; j < train->items; j++) {
		if (a < train->row[user + 1] && train->item[a] == j) {
			a++;
			continue;
		}
		insert(best, &length, m->list, (struct place){ j, dpmf_predict(m->model, NULL, user, j) });
	}
	return length;
}

static bool is_relevant(const struct measuring *m, size_t user, size_t item)
{
	const struct dpmf_ratings *test = m->test;

	for (size_t a = test->row[user]; a < test->row[user + 1] && test->item[a] <= item; a++)
		if (test->item[a] == item)
			return test->value[a] >= m->threshold;
	return false;
}

static size_t count_relevant(const struct measuring *m, size_t user)
{
	size_t count = 0;

	for (size_t a = m->test->row[user]; a < m->test->row[user + 1]; a++)
		count += m->test->value[a] >= m->threshold;
	return count;
}

static double squares_of_user(const struct dpmf_model *model, const struct dpmf_ratings *test, size_t user)
{
	double sum = 0;

	for (size_t a = test->row[user]; a < test->row[user + 1]; a++) {
		const double error = dpmf_predict(model, NULL, user, test->item[a]) - test->value[a];

		sum += error * error;
	}
	return sum;
}

static void score_list(const struct measuring *m, size_t user, struct user_scores *scores)
{
	struct place best[DPMF_RELEVANCE_MOST];
	const size_t length = make_list(m, user, best);
	const size_t could = scores->relevant < m->list ? scores->relevant : m->list;
	size_t hits = 0;
	double sum = 0;

	for (size_t at = 0; at < length; at++)
		if (is_relevant(m, user, best[at].item))
			sum += (double)++hits / (double)(at + 1);
	scores->precision = length ? (double)hits / (double)length : 0;
	scores->recall = (double)hits / (double)scores->relevant;
	scores->map = hits ? sum / (double)hits : 0;
	scores->map_relevant = sum / (double)could;
}

static enum dpmf_status score_users(void *context, size_t begin, size_t end)
{
	const struct measuring *m = context;

	for (size_t i = begin; i < end; i++) {
		struct user_scores *scores = m->user + i;
		const size_t rated = m->test->row[i + 1] - m->test->row[i];

		*scores = (struct user_scores){ .relevant = count_relevant(m, i) };
		scores->rmse = sqrt(squares_of_user(m->model, m->test, i) / (double)rated); /* 0 / 0 is NaN */
		if (scores->relevant)
			score_list(m, i, scores);
	}
	return DPMF_OK;
}

static struct dpmf_relevance means_of(const struct user_scores *user, size_t users)
{
	struct dpmf_relevance mean = { .users = 0 };
	size_t tested = 0;

	for (size_t i = 0; i < users; i++) {
		if (!isnan(user[i].rmse)) {
			mean.rmse += user[i].rmse;
			tested++;
		}
		mean.users += user[i].relevant > 0;
		mean.precision += user[i].precision;
		mean.recall += user[i].recall;
		mean.map += user[i].map;
		mean.map_relevant += user[i].map_relevant;
	}
	mean.rmse /= (double)tested;
	mean.precision /= (double)mean.users;
	mean.recall /= (double)mean.users;
	mean.map /= (double)mean.users;
	mean.map_relevant /= (double)mean.users;
	mean.f1 = mean.precision + mean.recall == 0 ? 0 :
		2 * mean.precision * mean.recall / (mean.precision + mean.recall);
	return mean;
}

enum dpmf_status dpmf_relevance_measure(const struct dpmf_model *model, const struct dpmf_ratings *train,
                                        const struct dpmf_ratings *test, double threshold, size_t list,
                                        unsigned jobs, struct dpmf_relevance *relevance, struct dpmf_error *error)
{
	struct measuring m = { model, train, test, threshold, list, NULL };

	if (list < 1 || list > DPMF_RELEVANCE_MOST)
		return dpmf_fail(error, DPMF_INPUT, "a list of %zu items: ask for 1 to %d", list, DPMF_RELEVANCE_MOST);
	m.user = calloc(train->users ? train->users : 1, sizeof *m.user);
	if (!m.user)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the scores of %zu users", train->users);
	dpmf_parallel(train->users, jobs, score_users, &m);
	*relevance = means_of(m.user, train->users);
	free(m.user);
	return DPMF_OK;
}

static size_t group_of(const struct dpmf_ratings *train, size_t user, const size_t *bound, size_t groups)
{
	const size_t rated = train->row[user + 1] - train->row[user];
	size_t g = groups;

	while (g > 0 && rated < bound[g - 1])
		g--;
	return g; /* one more than the group; 0: below all of them */
}

static double mse_of_group(const struct dpmf_model *model, const struct dpmf_ratings *train,
                           const struct dpmf_ratings *test, const size_t *bound, size_t groups, size_t g)
{
	double sum = 0;
	size_t count = 0;

	for (size_t i = 0; i < train->users; i++)
		if (group_of(train, i, bound, groups) == g + 1) {
			sum += squares_of_user(model, test, i);
			count += test->row[i + 1] - test->row[i];
		}
	return sum / (double)count; /* 0 / 0 is NaN */
}

double dpmf_group_variance(const struct dpmf_model *model, const struct dpmf_ratings *train,
                           const struct dpmf_ratings *test, const size_t *bound, size_t groups, double *mse)
{
	double sum = 0;
	size_t there = 0;

	for (size_t g = 0; g < groups; g++) {
		mse[g] = mse_of_group(model, train, test, bound, groups, g);
		if (isnan(mse[g]))
			continue;
		there++;
		for (size_t l = 0; l < g; l++)
			if (!isnan(mse[l]))
				sum += (mse[g] - mse[l]) * (mse[g] - mse[l]);
	}
	return sum / ((double)there * (double)there);
}
