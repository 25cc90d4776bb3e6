/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What hdpmf and its baselines are told. */
#ifndef DPMF_MECH_OPTIONS_H
#define DPMF_MECH_OPTIONS_H
#include "core/public.h"
#include "noise/colluding.h"
#include "mech/descent.h"
#include "mech/secure_sum.h"

DPMF_BEGIN

struct dpmf_options {
	double epsilon;                /* the maximum budget; W_ij epsilon is that of a rating */
	double rating_min, rating_max; /* public: Delta is their difference */
	size_t factors, epochs;
	double rate, lambda;
	enum dpmf_step step;
	bool noise_per_epoch, hold_users;
	bool as_run; /* hdpmf and its baselines: the choices of the program that hdpmf's authors published, which the paper does not
	                have. One h serves all items, factors start as N(0, 0.1^2), and users are projected after each step */
	struct dpmf_colluding colluding; /* corrected hdpmf and privsr: in every sum, against how many together epsilon holds */
	const struct dpmf_aggregation *sum; /* corrected hdpmf and privsr: how sums are added up; NULL: as if by a perfect secure aggregation */
	unsigned jobs;
	struct dpmf_listener listener;
	const volatile sig_atomic_t *stop;
};

/* Refuses what no mechanism can run with, naming the option and the remedy. */
enum dpmf_status dpmf_options_check(const struct dpmf_options *options, const struct dpmf_ratings *ratings,
                                    struct dpmf_error *error);
/* The loop as these options want it: no weights, no noise. */
struct dpmf_descent dpmf_options_descent(const struct dpmf_options *options);
/* The same with the noise of hdpmf's Theorem 2 at this budget. */
struct dpmf_descent dpmf_options_noisy_descent(const struct dpmf_options *options, double epsilon);

DPMF_END

#endif
