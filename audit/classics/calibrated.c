/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/classics/calibrated.h"

#include "audit/classics/plain.h"

static const struct classic_law one = { 1, 1 }, tenth = { 1, 10 }, short_noise = { 1, 0.9 }, half_noise = { 1, 0.5 }, answer = { 0, 1 };

#define CLASSIC(title, law, draw, ratio, claimed, delta_claimed, truth, c) { .name = title, .curve = c, .one = { \
	.id = "classic/" title "/output/entry", .claim = "none", .why = "", .epsilon = claimed, .delta = delta_claimed, .exact = truth, \
	.expected = truth > claimed ? AUDIT_VIOLATED : AUDIT_CONSISTENT, .trials = 10000, .dims = 1, .parameters = &law, \
	.setup = classic_setup, .sample = draw, .log_likelihood_ratio = ratio } }
/* delta(4.377178) = 10^-5 at shift 1 and deviation 1 (Balle and Wang 2018). */
#define GAUSSIAN_EPSILON 4.377178

const struct audit_classic audit_classics[] = {
	CLASSIC("laplace-1", one, classic_laplace, classic_laplace_ratio, 1, 0, 1, AUDIT_DP),
	CLASSIC("laplace-0.1", tenth, classic_laplace, classic_laplace_ratio, 0.1, 0, 0.1, AUDIT_DP),
	CLASSIC("laplace-0.9-as-1", short_noise, classic_laplace, classic_laplace_ratio, 1, 0, 1 / 0.9, AUDIT_DP),
	CLASSIC("laplace-0.5-as-1", half_noise, classic_laplace, classic_laplace_ratio, 1, 0, 2, AUDIT_DP),
	CLASSIC("gaussian", one, classic_normal, classic_normal_ratio, GAUSSIAN_EPSILON, 1e-5, GAUSSIAN_EPSILON, AUDIT_DP),
	CLASSIC("gaussian-assumed", one, classic_normal, classic_normal_ratio, GAUSSIAN_EPSILON, 1e-5, GAUSSIAN_EPSILON, AUDIT_GAUSSIAN),
	CLASSIC("response-1", answer, classic_response, classic_response_ratio, 1, 0, 1, AUDIT_DP),
};
const size_t audit_classics_count = sizeof(audit_classics) / sizeof(*audit_classics);
