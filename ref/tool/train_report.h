/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a training yields beside its model, and how it is told. Two parts that are never mixed: what may be public
   (settings, the guarantee, what was released), and the evaluation, which is computed from raw ratings. */
#ifndef DPMF_TOOL_TRAIN_REPORT_H
#define DPMF_TOOL_TRAIN_REPORT_H
#include <jansson.h>
#include <stdio.h>
#include "account/budget.h"
#include "account/budget_pbm.h"
#include "eval/metrics.h"
#include "eval/ranking.h"
#include "eval/relevance.h"
#include "mech/gaussmf/spent.h"
#include "mech/dpmf-rp/errors.h"
#include "mech/dpmf-rp/traffic.h"
#include "peers/neighbours.h"
#include "tool/train_data.h"

/* The RMSE after every round. */
struct train_curve {
	size_t count, room;
	double *train, *test;
};

enum { TRAIN_RATED = 5 };

struct train_result {
	size_t users, items, train, test, test_unknown, edges, edges_dropped;
	struct dpmf_metrics metrics;
	struct dpmf_ranking full, sampled; /* of interactions: among all items, among those drawn */
	struct train_curve curve;
	struct dpmf_budget budget; /* neighbours: entry */
	struct dpmf_budget edge;   /* privsr: neighbours that differ in one friend's vector */
	struct dpmf_budget user;   /* of interactions: neighbours that differ in a user's whole row */
	struct dpmf_neighbours neighbours; /* of those who publish neighbours instead of factors */
	struct dpmf_gaussmf_spent spent;
	size_t most_rounds;            /* dpmf-rp: that one user takes part in */
	struct dpmf_pbm_budget pbm;    /* the same */
	struct dpmf_enclosure delta;   /* what was asked for */
	struct dpmf_enclosure deltas[TRAIN_UNITS]; /* of each unit: that, and the limits of the laws at its epsilon */
	struct dpmf_relevance lists;   /* dpmf-rp: lists of ten, relevant from 4 (Appendix H) */
	double group_mse[TRAIN_RATED], group_variance; /* the same: Appendix I */
	struct dpmf_rp_traffic traffic;     /* the same */
	struct dpmf_rp_errors errors;       /* the same, where asked for */
	struct train_guarantee guarantee;
};

void train_result_init(struct train_result *result, const struct train_data *data);
void train_result_clear(struct train_result *result);
enum dpmf_status train_curve_add(struct train_curve *curve, double train, double test, struct dpmf_error *error);

/* published, corrected; NULL: a baseline */
const char *train_variant(const struct train_options *options);

/* What may be public, and what may not. */
void train_print_public(FILE *out, const struct train_options *options, const struct train_facts *facts,
                        const struct train_result *result);
void train_print_evaluation(FILE *out, const struct train_options *options, const struct train_result *result);
json_t *train_public_json(const struct train_options *options, const struct train_facts *facts, const struct train_result *result);
json_t *train_evaluation_json(const struct train_options *options, const struct train_result *result);
/* Both, in one document. */
enum dpmf_status train_print_json(FILE *out, const struct train_options *options, const struct train_facts *facts,
                                  const struct train_result *result, struct dpmf_error *error);
/* Writes a document and takes it. */
enum dpmf_status train_write_json(FILE *out, json_t *document, struct dpmf_error *error);

json_t *train_enclosure_json(const struct dpmf_enclosure *x);
json_t *train_number_json(double number); /* what is not finite is null: JSON has no word for it */
/* The document with the part's members, or with the part as one member; takes both. NULL where either is NULL, so that
   what could not be made is never left out without a word. */
json_t *train_json_joined(json_t *document, json_t *part);
json_t *train_json_with(json_t *document, const char *name, json_t *part);
/* MSE, RMSE and MAE, or HR and NDCG, a line each. */
void train_print_metrics(FILE *out, const struct dpmf_metrics *metrics);
void train_print_ranking(FILE *out, const struct train_options *options, const struct dpmf_ranking *full,
                         const struct dpmf_ranking *sampled);
/* HR and NDCG at settings.top, among all items and among settings.negatives of them. */
json_t *train_ranking_json(const struct dpmf_ranking *full, const struct dpmf_ranking *sampled);

#endif
