/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decimal text in, the enclosures of the other files of account/, decimal text out. */
#include "account/account.h"

#include "account/budget_normal.h"
#include "account/budget_relation.h"
#include "account/calibrate.h"
#include "account/discrete_gaussian.h"
#include "account/discrete_laplace.h"
#include "account/gaussian.h"
#include "account/interval.h"
#include "account/laplace.h"
#include "account/limits.h"

enum { NUMBERS = 5 };

/* What one question works with: its arguments, then what comes between, then the answer. */
struct numbers {
	struct dpmf_enclosure x[NUMBERS];
};

struct argument {
	const char *what, *text;
};

static void start(struct numbers *n)
{
	for (size_t i = 0; i < NUMBERS; i++)
		dpmf_enclosure_init(&n->x[i]);
}

static enum dpmf_status read_all(struct numbers *n, const struct argument *argument, size_t count, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (size_t i = 0; status == DPMF_OK && i < count; i++)
		status = argument[i].text ? dpmf_enclosure_read(&n->x[i], argument[i].what, argument[i].text, error) :
		         dpmf_fail(error, DPMF_INPUT, "%s is missing: give a decimal number, such as \"0.5\"", argument[i].what);
	return status;
}

static enum dpmf_status finish(struct numbers *n, enum dpmf_status status, const struct dpmf_enclosure *answer,
                               struct dpmf_decimals *text)
{
	if (status == DPMF_OK && answer)
		dpmf_enclosure_print(answer, text);
	for (size_t i = 0; i < NUMBERS; i++)
		dpmf_enclosure_clear(&n->x[i]);
	return status;
}

/* sigma, sensitivity and a third number stand in x[0..2]: mu into x[3], and the answer into x[4]. */
static enum dpmf_status gaussian(const struct argument argument[3], unsigned long releases, struct dpmf_decimals *text,
                                 enum dpmf_status (*curve)(const struct dpmf_enclosure *mu, const struct dpmf_enclosure *given,
                                                           struct dpmf_enclosure *answer, struct dpmf_error *error),
                                 struct dpmf_error *error)
{
	struct numbers n;
	enum dpmf_status status;

	start(&n);
	status = read_all(&n, argument, 3, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_mu(&n.x[0], &n.x[1], releases, &n.x[3], error);
	if (status == DPMF_OK)
		status = curve(&n.x[3], &n.x[2], &n.x[4], error);
	return finish(&n, status, &n.x[4], text);
}

enum dpmf_status dpmf_account_gaussian_epsilon(const char *sigma, const char *sensitivity, unsigned long releases, const char *delta,
                                               struct dpmf_decimals *epsilon, struct dpmf_error *error)
{
	const struct argument argument[] = { { "sigma", sigma }, { "sensitivity", sensitivity }, { "delta", delta } };

	return gaussian(argument, releases, epsilon, dpmf_gaussian_epsilon, error);
}

enum dpmf_status dpmf_account_gaussian_delta(const char *sigma, const char *sensitivity, unsigned long releases,
                                             const char *epsilon, struct dpmf_decimals *delta, struct dpmf_error *error)
{
	const struct argument argument[] = { { "sigma", sigma }, { "sensitivity", sensitivity }, { "epsilon", epsilon } };

	return gaussian(argument, releases, delta, dpmf_gaussian_delta, error);
}

enum dpmf_status dpmf_account_gaussian_sigma(const char *epsilon, const char *delta, const char *sensitivity,
                                             unsigned long releases, double *sigma, struct dpmf_error *error)
{
	const struct argument argument[] = { { "epsilon", epsilon }, { "delta", delta }, { "sensitivity", sensitivity } };
	struct numbers n;
	enum dpmf_status status;
	double found;

	start(&n);
	status = read_all(&n, argument, 3, error);
	if (status == DPMF_OK)
		status = dpmf_gaussian_calibrate(&n.x[0], &n.x[1], &n.x[2], releases, &found, error);
	if (status == DPMF_OK)
		*sigma = found;
	return finish(&n, status, NULL, NULL);
}

/* The same for scale, sensitivity and a third number: pure epsilon into x[3]. */
static enum dpmf_status laplace(const struct argument argument[3], struct dpmf_decimals *text,
                                enum dpmf_status (*curve)(const struct dpmf_enclosure *pure, const struct dpmf_enclosure *given,
                                                          struct dpmf_enclosure *answer, struct dpmf_error *error),
                                struct dpmf_error *error)
{
	struct numbers n;
	enum dpmf_status status;

	start(&n);
	status = read_all(&n, argument, 3, error);
	if (status == DPMF_OK)
		status = dpmf_laplace_pure(&n.x[0], &n.x[1], &n.x[3], error);
	if (status == DPMF_OK)
		status = curve(&n.x[3], &n.x[2], &n.x[4], error);
	return finish(&n, status, &n.x[4], text);
}

enum dpmf_status dpmf_account_laplace_epsilon(const char *scale, const char *sensitivity, const char *delta,
                                              struct dpmf_decimals *epsilon, struct dpmf_error *error)
{
	const struct argument argument[] = { { "scale", scale }, { "sensitivity", sensitivity }, { "delta", delta } };

	return laplace(argument, epsilon, dpmf_laplace_epsilon, error);
}

enum dpmf_status dpmf_account_laplace_delta(const char *scale, const char *sensitivity, const char *epsilon,
                                            struct dpmf_decimals *delta, struct dpmf_error *error)
{
	const struct argument argument[] = { { "scale", scale }, { "sensitivity", sensitivity }, { "epsilon", epsilon } };

	return laplace(argument, delta, dpmf_laplace_delta, error);
}

static enum dpmf_status on_steps(const struct dpmf_on_steps *noise, struct argument argument, struct dpmf_decimals *text,
                                 enum dpmf_status (*curve)(const struct dpmf_on_steps *noise, const struct dpmf_enclosure *given,
                                                           struct dpmf_enclosure *answer, struct dpmf_error *error),
                                 struct dpmf_error *error)
{
	struct numbers n;
	enum dpmf_status status;

	start(&n);
	status = read_all(&n, &argument, 1, error);
	if (status == DPMF_OK)
		status = curve(noise, &n.x[0], &n.x[1], error);
	return finish(&n, status, &n.x[1], text);
}

enum dpmf_status dpmf_account_discrete_laplace_epsilon(const struct dpmf_on_steps *noise, const char *delta,
                                                       struct dpmf_decimals *epsilon, struct dpmf_error *error)
{
	return on_steps(noise, (struct argument){ "delta", delta }, epsilon, dpmf_discrete_laplace_epsilon, error);
}

enum dpmf_status dpmf_account_discrete_laplace_delta(const struct dpmf_on_steps *noise, const char *epsilon,
                                                     struct dpmf_decimals *delta, struct dpmf_error *error)
{
	return on_steps(noise, (struct argument){ "epsilon", epsilon }, delta, dpmf_discrete_laplace_delta, error);
}

enum dpmf_status dpmf_account_discrete_gaussian_epsilon(const struct dpmf_on_steps *noise, const char *delta,
                                                        struct dpmf_decimals *epsilon, struct dpmf_error *error)
{
	return on_steps(noise, (struct argument){ "delta", delta }, epsilon, dpmf_discrete_gaussian_epsilon, error);
}

enum dpmf_status dpmf_account_discrete_gaussian_delta(const struct dpmf_on_steps *noise, const char *epsilon,
                                                      struct dpmf_decimals *delta, struct dpmf_error *error)
{
	return on_steps(noise, (struct argument){ "epsilon", epsilon }, delta, dpmf_discrete_gaussian_delta, error);
}
