/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/discrete_gaussian.h"
#include "account/discrete_laplace.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "tool/account.h"
#include "tool/account_options.h"

enum { SENSITIVITY, STEP, EPSILON, DELTA };
enum { P, Q, STEPS, COORDINATES };

static const struct account_command discrete_laplace = {
	{ "sensitivity", "step", "epsilon", "delta" }, { "p", "q", "steps", "coordinates" }, { NULL },
	"usage: dpmf account discrete-laplace --p=P --q=Q (--steps=K | --sensitivity=D --step=S [--coordinates=N])\n"
	"                                     [--epsilon=e | --delta=d] [--json]\n\n"
	"Discrete Laplace noise P(x) ~ exp(-|x| P/Q) in steps of a grid, in every coordinate.\n\n"
	"  --p=P, --q=Q      the rate per step\n"
	"  --steps=K         how many steps the rounded statistic moves between neighbours, in the L1 norm\n"
	"  --sensitivity=D --step=S --coordinates=N\n"
	"                    or before rounding: K = floor(D / S) + N (N = 1 if not given)\n"
	"  --epsilon=e       gives exact: the least delta at e\n"
	"  --delta=d         gives exact: the least epsilon at d\n"
	"  --json            one JSON document\n\n"
	"example:\n"
	"  dpmf account discrete-laplace --p=1 --q=100 --sensitivity=1 --step=0.0078125 --delta=1e-5"
};

static const struct account_command discrete_gaussian = {
	{ "sensitivity", "step", "epsilon", "delta" }, { "p", "q", "steps" }, { NULL },
	"usage: dpmf account discrete-gaussian --p=P --q=Q (--steps=K | --sensitivity=D --step=S)\n"
	"                                      (--delta=d | --epsilon=e) [--json]\n\n"
	"Discrete Gaussian noise of sigma^2 = P/Q, in steps of a grid, on one coordinate.\n\n"
	"  --p=P, --q=Q      sigma^2, in steps squared\n"
	"  --steps=K         how many steps the rounded statistic moves between neighbours\n"
	"  --sensitivity=D --step=S\n"
	"                    or before rounding: K = floor(D / S) + 1\n"
	"  --delta=d         gives epsilon: exact (the least there is) and rdp (by D_alpha <= alpha K^2 / (2 sigma^2))\n"
	"  --epsilon=e       gives delta, likewise\n"
	"  --json            one JSON document\n\n"
	"example:\n"
	"  dpmf account discrete-gaussian --p=10000 --q=1 --steps=100 --delta=1e-5"
};

/* K, as given or with the rounding inside. */
static enum dpmf_status steps_of(const struct account_asked *asked, size_t coordinates, uint64_t *steps,
                                 struct dpmf_error *error)
{
	const bool before = asked->text[SENSITIVITY] && asked->text[STEP];

	if (!asked->counted[P] || !asked->counted[Q])
		return dpmf_fail(error, DPMF_INPUT, "--p and --q are needed");
	if (asked->counted[STEPS] == before || (asked->counted[STEPS] && (asked->text[SENSITIVITY] || asked->text[STEP])))
		return dpmf_fail(error, DPMF_INPUT, "give either --steps or both --sensitivity and --step");
	if (before)
		return dpmf_grid_steps(&asked->number[SENSITIVITY], &asked->number[STEP], coordinates, steps, error);
	*steps = asked->count[STEPS];
	return DPMF_OK;
}

static enum dpmf_status delta_at(const void *law, const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                 struct dpmf_error *error)
{
	return dpmf_discrete_laplace_delta(law, epsilon, delta, error);
}

static enum dpmf_status epsilon_at(const void *law, const struct dpmf_enclosure *delta, struct dpmf_enclosure *epsilon,
                                   struct dpmf_error *error)
{
	return dpmf_discrete_laplace_epsilon(law, delta, epsilon, error);
}

static enum dpmf_status say_discrete_laplace(struct account_asked *asked, struct dpmf_error *error)
{
	struct dpmf_on_steps law = { asked->count[P], asked->count[Q], 0 };
	struct dpmf_enclosure pure;
	const struct account_curve curve = { &law, &pure, EPSILON, DELTA, delta_at, epsilon_at };
	enum dpmf_status status = steps_of(asked, asked->count[COORDINATES], &law.steps, error);

	if (status != DPMF_OK)
		return status;
	account_say_count(asked, "steps", law.steps);
	dpmf_enclosure_init(&pure);
	status = dpmf_discrete_laplace_pure(&law, &pure, error);
	if (status == DPMF_OK)
		status = account_say_curve(asked, &curve, error);
	dpmf_enclosure_clear(&pure);
	return status;
}

enum dpmf_status account_discrete_laplace(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&discrete_laplace, say_discrete_laplace, argc, argv, error);
}

static enum dpmf_status discrete_bounds(const struct account_asked *asked, const struct dpmf_on_steps *law,
                                        struct dpmf_enclosure *exact, struct dpmf_enclosure *rdp, double *order,
                                        struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	struct dpmf_enclosure mu;
	enum dpmf_status status;

	dpmf_enclosure_init(&mu);
	status = dpmf_discrete_gaussian_mu(law, &mu, error);
	if (status == DPMF_OK && asked->text[DELTA]) {
		status = dpmf_discrete_gaussian_epsilon(law, &x[DELTA], exact, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_rdp_epsilon(&mu, &x[DELTA], rdp, order, error);
	} else if (status == DPMF_OK) {
		status = dpmf_discrete_gaussian_delta(law, &x[EPSILON], exact, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_rdp_delta(&mu, &x[EPSILON], rdp, order, error);
	}
	dpmf_enclosure_clear(&mu);
	return status;
}

static enum dpmf_status say_discrete_gaussian(struct account_asked *asked, struct dpmf_error *error)
{
	struct dpmf_on_steps law = { asked->count[P], asked->count[Q], 0 };
	struct dpmf_enclosure exact, rdp;
	double order = 0;
	enum dpmf_status status = steps_of(asked, 1, &law.steps, error);

	if (status == DPMF_OK && !asked->text[EPSILON] == !asked->text[DELTA])
		status = dpmf_fail(error, DPMF_INPUT, "give either --delta for epsilon or --epsilon for delta");
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&exact);
	dpmf_enclosure_init(&rdp);
	status = discrete_bounds(asked, &law, &exact, &rdp, &order, error);
	if (status == DPMF_OK) {
		account_say_count(asked, "steps", law.steps);
		account_say_exact(asked, asked->text[DELTA] ? "epsilon" : "delta", &exact);
		account_say(asked, "rdp", &rdp);
		account_say_real(asked, "order", order);
	}
	dpmf_enclosure_clear(&exact);
	dpmf_enclosure_clear(&rdp);
	return status;
}

enum dpmf_status account_discrete_gaussian(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&discrete_gaussian, say_discrete_gaussian, argc, argv, error);
}
