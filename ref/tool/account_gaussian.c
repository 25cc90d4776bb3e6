/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/calibrate.h"
#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/interval.h"
#include "tool/account.h"
#include "tool/account_options.h"

#include <math.h>
#include <stdio.h>

enum { SIGMA, SENSITIVITY, EPSILON, DELTA };

static const struct account_command gaussian = {
	{ "sigma", "sensitivity", "epsilon", "delta" }, { "steps" }, { "classical" },
	"usage: dpmf account gaussian --sigma=S --sensitivity=D [--steps=J] (--delta=d | --epsilon=e) [--json]\n"
	"       dpmf account gaussian --epsilon=e --delta=d (--sensitivity=D | --sigma=S) [--steps=J] [--json]\n"
	"       dpmf account gaussian --epsilon=e --delta=d --sigma=S --sensitivity=D [--json]\n\n"
	"Gaussian noise N(0, S^2) on a statistic of L2 sensitivity D, released J times with fresh noise.\n\n"
	"  --sigma=S         standard deviation of the noise\n"
	"  --sensitivity=D   how far the statistic moves between neighbours, in the L2 norm\n"
	"  --steps=J         releases (default 1)\n"
	"  --delta=d         gives epsilon: exact (the least there is), rdp (best order, best conversion from one\n"
	"                    order: Asoodeh et al. 2020), published (Mironov 2017, Proposition 3)\n"
	"  --epsilon=e       gives delta, likewise\n"
	"  --json            one JSON document\n\n"
	"With both --epsilon and --delta, what is not given is found: sigma (a double whose delta never exceeds d, be\n"
	"the arguments read as written or as the nearest doubles), the largest sensitivity, or the most steps.\n\n"
	"  --classical       sigma by the classical theorem instead, for e < 1 (Dwork and Roth 2014, Theorem A.1)\n\n"
	"example:\n"
	"  dpmf account gaussian --sigma=1 --sensitivity=1 --delta=1e-5\n"
	"  dpmf account gaussian --epsilon=1 --delta=1e-5 --sensitivity=1"
};

struct bounds {
	struct dpmf_enclosure mu, exact, rdp, published;
	double order;
};

static enum dpmf_status curve(const struct account_asked *asked, struct bounds *b, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	enum dpmf_status status = dpmf_gaussian_mu(&x[SIGMA], &x[SENSITIVITY], asked->count[0], &b->mu, error);

	if (status != DPMF_OK)
		return status;
	if (asked->text[DELTA]) {
		status = dpmf_gaussian_epsilon(&b->mu, &x[DELTA], &b->exact, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_rdp_epsilon(&b->mu, &x[DELTA], &b->rdp, &b->order, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_published_epsilon(&b->mu, &x[DELTA], &b->published, error);
	} else {
		status = dpmf_gaussian_delta(&b->mu, &x[EPSILON], &b->exact, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_rdp_delta(&b->mu, &x[EPSILON], &b->rdp, &b->order, error);
		if (status == DPMF_OK)
			status = dpmf_gaussian_published_delta(&b->mu, &x[EPSILON], &b->published, error);
	}
	return status;
}

static enum dpmf_status say_curve(struct account_asked *asked, struct dpmf_error *error)
{
	struct bounds b;
	enum dpmf_status status;

	dpmf_enclosure_init(&b.mu);
	dpmf_enclosure_init(&b.exact);
	dpmf_enclosure_init(&b.rdp);
	dpmf_enclosure_init(&b.published);
	status = curve(asked, &b, error);
	if (status == DPMF_OK) {
		account_say_exact(asked, asked->text[DELTA] ? "epsilon" : "delta", &b.exact);
		account_say(asked, "rdp", &b.rdp);
		account_say(asked, "published", &b.published);
		account_say_real(asked, "order", b.order);
	}
	dpmf_enclosure_clear(&b.mu);
	dpmf_enclosure_clear(&b.exact);
	dpmf_enclosure_clear(&b.rdp);
	dpmf_enclosure_clear(&b.published);
	return status;
}

/* So that an answer holds for the number as written and for the double that a
   program makes of it. */
static void hold_nearest_double(struct dpmf_enclosure *x)
{
	const double nearest = mpfr_get_d(x->lo, MPFR_RNDN);
	struct dpmf_enclosure point;

	if (!isnormal(nearest))
		return;
	dpmf_interval_init(&point, 1, 53);
	dpmf_interval_set_d(&point, nearest);
	dpmf_interval_hull(x, x, &point);
	dpmf_interval_clear(&point, 1);
}

static enum dpmf_status say_sigma(struct account_asked *asked, struct dpmf_error *error)
{
	struct dpmf_enclosure *x = asked->number, mu, delta;
	double sigma;
	char hex[64];
	enum dpmf_status status;

	hold_nearest_double(&x[EPSILON]);
	hold_nearest_double(&x[DELTA]);
	hold_nearest_double(&x[SENSITIVITY]);
	status = dpmf_gaussian_calibrate(&x[EPSILON], &x[DELTA], &x[SENSITIVITY], asked->count[0], &sigma, error);
	if (status != DPMF_OK)
		return status;
	dpmf_enclosure_init(&mu);
	dpmf_enclosure_init(&delta);
	dpmf_interval_set_d(&x[SIGMA], sigma);
	status = dpmf_gaussian_mu(&x[SIGMA], &x[SENSITIVITY], asked->count[0], &mu, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_delta(&mu, &x[EPSILON], &delta, error);
	if (status == DPMF_OK) {
		snprintf(hex, sizeof hex, "%a", sigma);
		account_say(asked, "sigma", &x[SIGMA]);
		account_say_text(asked, "sigma_hex", hex);
		account_say(asked, "reached", &delta);
	}
	dpmf_enclosure_clear(&mu);
	dpmf_enclosure_clear(&delta);
	return status;
}

static enum dpmf_status say_classical(struct account_asked *asked, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	struct dpmf_enclosure sigma;
	enum dpmf_status status;

	if (asked->text[SIGMA] || asked->count[0] != 1)
		return dpmf_fail(error, DPMF_INPUT, "the classical theorem gives sigma, for one release: leave out --sigma and --steps");
	dpmf_enclosure_init(&sigma);
	status = dpmf_gaussian_classical_sigma(&x[EPSILON], &x[DELTA], &x[SENSITIVITY], &sigma, error);
	if (status == DPMF_OK)
		account_say(asked, "sigma", &sigma);
	dpmf_enclosure_clear(&sigma);
	return status;
}

static enum dpmf_status say_sensitivity(struct account_asked *asked, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	struct dpmf_enclosure sensitivity;
	enum dpmf_status status;

	dpmf_enclosure_init(&sensitivity);
	status = dpmf_gaussian_largest_sensitivity(&x[EPSILON], &x[DELTA], &x[SIGMA], asked->count[0], &sensitivity, error);
	if (status == DPMF_OK)
		account_say(asked, "sensitivity", &sensitivity);
	dpmf_enclosure_clear(&sensitivity);
	return status;
}

static enum dpmf_status say_steps(struct account_asked *asked, struct dpmf_error *error)
{
	const struct dpmf_enclosure *x = asked->number;
	unsigned long steps;
	enum dpmf_status status;

	if (asked->counted[0])
		return dpmf_fail(error, DPMF_INPUT, "--sigma, --sensitivity, --epsilon, --delta and --steps are all given: leave one out");
	status = dpmf_gaussian_most_steps(&x[EPSILON], &x[DELTA], &x[SIGMA], &x[SENSITIVITY], &steps, error);
	if (status == DPMF_OK)
		account_say_count(asked, "steps", steps);
	return status;
}

static enum dpmf_status say_gaussian(struct account_asked *asked, struct dpmf_error *error)
{
	const bool both = asked->text[EPSILON] && asked->text[DELTA];
	enum dpmf_status status = DPMF_OK;

	if (!asked->text[EPSILON] && !asked->text[DELTA])
		return dpmf_fail(error, DPMF_INPUT, "give --delta for epsilon, --epsilon for delta, or both to calibrate");
	if (!both || !asked->text[SENSITIVITY])
		status = account_need(&gaussian, asked, SIGMA, error);
	if (status == DPMF_OK && (!both || asked->flag[0]))
		status = account_need(&gaussian, asked, SENSITIVITY, error);
	if (status != DPMF_OK)
		return status;
	if (asked->flag[0] && !both)
		return dpmf_fail(error, DPMF_INPUT, "--classical needs both --epsilon and --delta");
	if (!both)
		return say_curve(asked, error);
	if (asked->flag[0])
		return say_classical(asked, error);
	if (!asked->text[SIGMA])
		return say_sigma(asked, error);
	return asked->text[SENSITIVITY] ? say_steps(asked, error) : say_sensitivity(asked, error);
}

enum dpmf_status account_gaussian(int argc, char **argv, struct dpmf_error *error)
{
	return account_run(&gaussian, say_gaussian, argc, argv, error);
}
