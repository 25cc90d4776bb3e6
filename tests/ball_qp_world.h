/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver, opened for each d. */
#ifndef TESTS_BALL_QP_WORLD_H
#define TESTS_BALL_QP_WORLD_H
#include "core/vector.h"
#include "solve/ball_qp.h"
#include "tests/ball_qp_random.h"

static struct dpmf_ball_qp opened[MOST_D + 1]; /* one for each d */

static inline int open_all(void **state)
{
	(void)state;
	for (size_t d = 1; d <= MOST_D; d++)
		if (dpmf_ball_qp_open(&opened[d], d, NULL))
			return -1;
	return 0;
}

static inline int close_all(void **state)
{
	(void)state;
	for (size_t d = 1; d <= MOST_D; d++)
		dpmf_ball_qp_close(&opened[d]);
	return 0;
}

static inline void open_stream(struct dpmf_stream *s, uint64_t place)
{
	struct dpmf_key key;

	dpmf_key_from_seed(5, &key);
	dpmf_stream_open(s, &key, place, 0, 0);
}

/* Solves and looks at what every answer must satisfy. */
static inline void solve(const double *a, const double *b, size_t d, double r, double *q, struct dpmf_ball_certificate *c)
{
	assert_int_equal(dpmf_ball_qp_solve(&opened[d], a, b, r, q, c, NULL), DPMF_OK);
	assert_true(dpmf_l2(q, d) <= r);
	assert_true(c->multiplier >= 0 && c->residual >= 0 && c->curvature >= 0 && c->excess >= 0);
}

/* A tenth in the hard case, a third indefinite beside it. */
static inline enum shape shape_of(size_t trial)
{
	const size_t place = trial % 30;

	return place < 3 ? HARD : place < 14 ? INDEFINITE : place < 18 ? SINGULAR : DEFINITE;
}

#endif
