/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DPMF_TOOL_TRAIN_REPORT_H
#define DPMF_TOOL_TRAIN_REPORT_H
#include <jansson.h>
#include <stdio.h>
#include "account/budget.h"
#include "account/budget_pbm.h"
#include "eval/metrics.h"
#include "eval/ranking.h"
#include "eval/relevance.h"
#include "mech/gaussmf_train.h"
#include "mech/rp_errors.h"
#include "mech/rp_traffic.h"
#include "peers/neighbours.h"
#include "tool/train_data.h"

/* The RMSE after every round. */
struct train_curve {
	size_t count, room;
	double *train, *test;
};

enum { TRAIN_GROUPS = 5 };

struct train_result {
	size_t users, items, train, test, test_unknown, edges, edges_dropped;
	double least_weight;
	struct dpmf_metrics metrics;
	struct dpmf_ranking full, sampled; /* TRAIN_RANKING: among all items, among those drawn */
	struct train_curve curve;
	struct dpmf_budget budget; /* neighbours: entry */
	struct dpmf_budget edge;   /* privsr: neighbours that differ in one friend's vector */
	struct dpmf_budget user;   /* TRAIN_RANKING: neighbours that differ in a user's whole row */
	struct dpmf_neighbours neighbours; /* of those who publish neighbours instead of factors */
	struct gaussmf_spent spent;
	size_t most_rounds;            /* dpmf-rp: that one user takes part in */
	struct dpmf_pbm_budget pbm;    /* the same */
	struct dpmf_relevance lists;   /* the same: lists of ten, relevant from 4 (Appendix H) */
	double group_mse[TRAIN_GROUPS], group_variance; /* the same: Appendix I */
	struct rp_traffic traffic;     /* the same */
	struct rp_errors errors;       /* the same, where asked for */
};

void train_result_init(struct train_result *result, const struct train_data *data);
void train_result_clear(struct train_result *result);
enum dpmf_status train_curve_add(struct train_curve *curve, double train, double test, struct dpmf_error *error);

void train_print(FILE *out, const struct train_options *options, const struct train_result *result);
enum dpmf_status train_print_json(FILE *out, const struct train_options *options, const struct train_result *result,
                                  struct dpmf_error *error);
/* One line a user (item): its id, then its factors as C99 hex floats. */
void train_print_factors(FILE *out, const uint32_t *id, const double *factors, size_t count, size_t k);
/* One line an item: its id, then the ids and similarities of its neighbours. */
void train_print_neighbours(FILE *out, const uint32_t *id, const struct dpmf_neighbours *neighbours);

/* What mechanisms with a pure budget say of it; `unit` is what has that epsilon. */
void train_print_budget(FILE *out, const struct dpmf_budget *budget, const char *unit);
json_t *train_budget_json(const struct dpmf_budget *budget);
json_t *train_enclosure_json(const struct dpmf_enclosure *x);

#endif
