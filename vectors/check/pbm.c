/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of C_0. Where the others are few, all their placements are visited and the largest value
   is compared; else the one placement that the table is about. */
#include "account/interval.h"
#include "account/pbm.h"
#include "check.h"
#include "inputs.h"
#include "vectors/format/number.h"

enum { VISITED = 16, MOST_BERNOULLIS = 65536 };

struct task {
	struct dpmf_pbm pbm;
	struct dpmf_enclosure odds, alpha, c0;
	struct dpmf_pbm_worst worst;
};

static void open_task(struct task *task, double theta)
{
	dpmf_enclosure_init(&task->pbm.theta);
	dpmf_enclosure_init(&task->odds);
	dpmf_enclosure_init(&task->alpha);
	dpmf_enclosure_init(&task->c0);
	dpmf_pbm_worst_init(&task->worst);
	dpmf_enclosure_set(&task->pbm.theta, theta);
	dpmf_pbm_odds(&task->pbm.theta, &task->odds);
}

static void close_task(struct task *task)
{
	dpmf_enclosure_clear(&task->pbm.theta);
	dpmf_enclosure_clear(&task->odds);
	dpmf_enclosure_clear(&task->alpha);
	dpmf_enclosure_clear(&task->c0);
	dpmf_pbm_worst_clear(&task->worst);
}

static enum dpmf_status divergence(struct task *task)
{
	const unsigned long others = (task->pbm.users - 1) * task->pbm.quanta;
	const struct dpmf_pbm_pair pair = { others, 0, task->pbm.quanta, &task->odds };

	if (others <= VISITED)
		return dpmf_pbm_worst(&task->pbm, dpmf_pbm_pair_renyi, &task->alpha, 0, &task->worst, NULL);
	return dpmf_pbm_pair_renyi(&pair, &task->alpha, &task->worst.value, NULL);
}

/* One list of upper ends; rdp <= hi, and hi - lo is far below what the table leaves. */
static enum checked answer(struct task *task, const struct vector *alpha, json_t *got)
{
	double rdp[INPUT_COORDINATES], c0[INPUT_COORDINATES];

	for (size_t i = 0; i < alpha->n; i++) {
		dpmf_enclosure_set(&task->alpha, alpha->x[i]);
		if (divergence(task) != DPMF_OK)
			return CHECK_FAILED;
		dpmf_pbm_c0(&task->pbm, &task->alpha, &task->worst.value, &task->c0);
		rdp[i] = mpfr_get_d(task->worst.value.hi, MPFR_RNDU);
		c0[i] = mpfr_get_d(task->c0.hi, MPFR_RNDU);
	}
	if (json_object_set_new(got, "rdp", book_doubles(rdp, alpha->n)) != 0 ||
	    json_object_set_new(got, "c0", book_doubles(c0, alpha->n)) != 0)
		return CHECK_FAILED;
	return CHECKED;
}

CHECK(pbm_c0)
{
	struct vector alpha;
	struct task task = { .pbm = { .coordinates = 1, .rounds = 1 } };
	uint64_t quanta, users;
	double theta;
	bool within;
	enum checked done = CHECK_REFUSES;

	(void)expected;
	if (!input_double(inputs, "theta", &theta) || !input_u64(inputs, "quanta", &quanta) || !input_u64(inputs, "users", &users) ||
	    !input_vector(inputs, "alpha", &alpha) || (users > 0 && quanta > MOST_BERNOULLIS / users))
		return CHECK_MALFORMED;
	if (!all_finite(&theta, 1) || !all_finite(alpha.x, alpha.n))
		return CHECK_REFUSES;
	task.pbm.users = users;
	task.pbm.quanta = quanta;
	open_task(&task, theta);
	within = alpha.n > 0 && dpmf_pbm_check(&task.pbm, NULL) == DPMF_OK;
	for (size_t i = 0; i < alpha.n; i++) {
		dpmf_enclosure_set(&task.alpha, alpha.x[i]);
		within = within && dpmf_pbm_check_order(&task.alpha, NULL) == DPMF_OK;
	}
	if (within)
		done = answer(&task, &alpha, got);
	close_task(&task);
	return done;
}
