/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first numbers beyond each domain: the inputs of an algorithm's first test, one of them changed, or
   the first element of one that is a list. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "oracle.h"
#include "vectors/format/number.h"

static const struct edge {
	const char *algorithm, *input, *value, *comment;
} edges[] = {
	{ "adam_step", "beta1", "-0x0.0000000000001p-1022", "beta1 just below" },
	{ "adam_step", "beta2", "-0x0.0000000000001p-1022", "beta2 just below" },
	{ "dpals_item", "lambda", "inf", "lambda is infinite" },
	{ "dpimf_coefficients", "alpha0", "-0x0.0000000000001p-1022", "alpha0 just below" },
	{ "dpimf_coefficients", "alpha0", "0x1.0000000000000p+0", "alpha0 just above" },
	{ "dpimf_coefficients", "lambda", "inf", "lambda is infinite" },
	{ "dpimf_coefficients", "epsilon", "0x0.0p+0", "epsilon just below" },
	{ "dpimf_coefficients", "epsilon", "inf", "epsilon is infinite" },
	{ "dpimf_sensitivity", "alpha0", "-0x0.0000000000001p-1022", "alpha0 just below" },
	{ "dpimf_sensitivity", "alpha0", "0x1.0000000000001p+0", "alpha0 just above" },
	{ "dpimf_sensitivity", "bound", "inf", "bound is infinite" },
	{ "dpimf_weights", "a", "0x0.0p+0", "a just below" },
	{ "dpimf_weights", "a", "0x1.0000000000001p+0", "a just above" },
	{ "dpimf_weights", "target", "0x1.fffffffffffffp-1", "target just below" },
	{ "dpimf_weights", "target", "0x1.9000000000001p+6", "target just above" },
	{ "dpmf_rp_chance", "x", "-inf", "x is minus infinity" },
	{ "dpmf_rp_chance", "x", "inf", "x is infinite" },
	{ "dpmf_rp_chance", "c", "inf", "c is infinite" },
	{ "dpmf_rp_chance", "cut", "2", "cut just above" },
	{ "dpmf_rp_clip", "error", "-inf", "error is minus infinity" },
	{ "dpmf_rp_clip", "error", "inf", "error is infinite" },
	{ "dpmf_rp_clip", "most_error", "inf", "most_error is infinite" },
	{ "dpmf_rp_clip", "most_profile", "inf", "most_profile is infinite" },
	{ "dpmf_rp_estimate", "most_error", "0x0.0p+0", "most_error just below" },
	{ "dpmf_rp_estimate", "most_error", "inf", "most_error is infinite" },
	{ "dpmf_rp_estimate", "kappa", "-0x0.0000000000001p-1022", "kappa just below" },
	{ "dpmf_rp_estimate", "kappa", "inf", "kappa is infinite" },
	{ "dpmf_rp_estimate", "most_profile", "inf", "most_profile is infinite" },
	{ "dpmf_rp_estimate", "bound", "-0x0.0000000000001p-1022", "bound just below" },
	{ "dpmf_rp_estimate", "bound", "inf", "bound is infinite" },
	{ "dpmf_rp_gradient", "kappa", "-0x0.0000000000001p-1022", "kappa just below" },
	{ "dpmf_rp_gradient", "kappa", "inf", "kappa is infinite" },
	{ "dpmf_rp_gradient", "unobserved", "-0x0.0000000000001p-1022", "unobserved just below" },
	{ "dpmf_rp_gradient", "unobserved", "0x1.0000000000001p+0", "unobserved just above" },
	{ "dpmf_rp_gradient", "most_error", "inf", "most_error is infinite" },
	{ "dpmf_rp_profile", "kappa", "-0x0.0000000000001p-1022", "kappa just below" },
	{ "dpmf_rp_profile", "kappa", "inf", "kappa is infinite" },
	{ "dpmf_rp_profile", "unobserved", "-0x0.0000000000001p-1022", "unobserved just below" },
	{ "dpmf_rp_profile", "unobserved", "0x1.0000000000001p+0", "unobserved just above" },
	{ "dpmf_rp_profile", "lambda", "inf", "lambda is infinite" },
	{ "dpmf_rp_round", "lambda", "inf", "lambda is infinite" },
	{ "dpmf_rp_round", "kappa", "-0x0.0000000000001p-1022", "kappa just below" },
	{ "dpmf_rp_round", "kappa", "inf", "kappa is infinite" },
	{ "dpmf_rp_round", "unobserved", "-0x0.0000000000001p-1022", "unobserved just below" },
	{ "dpmf_rp_round", "unobserved", "0x1.0000000000001p+0", "unobserved just above" },
	{ "dpmf_rp_round", "most_error", "0x0.0p+0", "most_error just below" },
	{ "dpmf_rp_round", "most_error", "inf", "most_error is infinite" },
	{ "dpmf_rp_round", "most_profile", "0x0.0p+0", "most_profile just below" },
	{ "dpmf_rp_round", "most_profile", "inf", "most_profile is infinite" },
	{ "dpmf_rp_round", "bound", "-0x0.0000000000001p-1022", "bound just below" },
	{ "dpmf_rp_round", "bound", "inf", "bound is infinite" },
	{ "dpmf_rp_round", "quanta", "1048577", "quanta just above" },
	{ "dpmf_rp_round", "mu", "-0x0.0000000000001p-1022", "mu just below" },
	{ "dpmf_rp_round", "mu", "inf", "mu is infinite" },
	{ "dpmf_rp_round", "rate", "inf", "rate is infinite" },
	{ "dpmf_rp_round", "beta1", "-0x0.0000000000001p-1022", "beta1 just below" },
	{ "dpmf_rp_round", "beta2", "-0x0.0000000000001p-1022", "beta2 just below" },
	{ "dppop_release", "users", "9", "users just above" },
	{ "dppop_release", "most", "1000001", "most just above" },
	{ "gaussmf_clip", "clip", "inf", "clip is infinite" },
	{ "gaussmf_corrected_round", "mu", "inf", "mu is infinite" },
	{ "gaussmf_corrected_round", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "gaussmf_corrected_round", "lambda", "inf", "lambda is infinite" },
	{ "gaussmf_corrected_round", "middle", "-1099511627777", "middle just below" },
	{ "gaussmf_excess", "other", "-inf", "other is minus infinity" },
	{ "gaussmf_excess", "other", "inf", "other is infinite" },
	{ "gaussmf_excess", "mu", "inf", "mu is infinite" },
	{ "gaussmf_excess", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "gaussmf_excess", "lambda", "inf", "lambda is infinite" },
	{ "gaussmf_excess", "clip", "0x0.0p+0", "clip just below" },
	{ "gaussmf_excess", "clip", "inf", "clip is infinite" },
	{ "gaussmf_excess", "tau", "inf", "tau is infinite" },
	{ "gaussmf_round", "mu", "inf", "mu is infinite" },
	{ "gaussmf_round", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "gaussmf_round", "lambda", "inf", "lambda is infinite" },
	{ "gaussmf_round", "clip", "inf", "clip is infinite" },
	{ "gaussmf_round", "tau", "-0x0.0000000000001p-1022", "tau just below" },
	{ "gaussmf_round", "tau", "inf", "tau is infinite" },
	{ "gaussmf_round", "eps_i", "0x0.0p+0", "eps_i just below" },
	{ "gaussmf_round", "delta", "0x0.0p+0", "delta just below" },
	{ "gaussmf_round", "delta", "0x1.0000000000000p+0", "delta just above" },
	{ "gaussmf_row", "v", "-inf", "v is minus infinity" },
	{ "gaussmf_row", "v", "inf", "v is infinite" },
	{ "gaussmf_row", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "gaussmf_row", "lambda", "inf", "lambda is infinite" },
	{ "gaussmf_row", "mu", "inf", "mu is infinite" },
	{ "gaussmf_sigma", "tau", "-0x0.0000000000001p-1022", "tau just below" },
	{ "gaussmf_sigma", "tau", "inf", "tau is infinite" },
	{ "gaussmf_sigma", "clip", "inf", "clip is infinite" },
	{ "hdpmf_gradient_add", "w", "0x1.0000000000001p+0", "w just above" },
	{ "hdpmf_gradient_add", "r", "-inf", "r is minus infinity" },
	{ "hdpmf_gradient_share", "w", "0x1.0000000000001p+0", "w just above" },
	{ "hdpmf_gradient_share", "r", "-inf", "r is minus infinity" },
	{ "hdpmf_noise_scale", "delta", "-0x0.0000000000001p-1022", "delta just below" },
	{ "hdpmf_noise_share", "scale", "-0x0.0000000000001p-1022", "scale just below" },
	{ "hdpmf_round", "delta", "-0x0.0000000000001p-1022", "delta just below" },
	{ "hdpmf_round", "delta", "inf", "delta is infinite" },
	{ "hdpmf_round", "epsilon", "inf", "epsilon is infinite" },
	{ "hdpmf_round", "rate", "inf", "rate is infinite" },
	{ "hdpmf_round", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "hdpmf_round", "lambda", "inf", "lambda is infinite" },
	{ "hdpmf_round", "radius", "-0x0.0000000000001p-1022", "radius just below" },
	{ "hdpmf_round", "radius", "inf", "radius is infinite" },
	{ "hdpmf_step", "rate", "inf", "rate is infinite" },
	{ "hdpmf_step", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "means_effect", "sum", "-inf", "sum is minus infinity" },
	{ "means_effect", "sum", "inf", "sum is infinite" },
	{ "means_effect", "n", "4294967297", "n just above" },
	{ "means_effect", "noise", "-0x0.0000000000001p-1022", "noise just below" },
	{ "means_effect", "noise", "inf", "noise is infinite" },
	{ "means_release", "low", "-inf", "low is minus infinity" },
	{ "means_release", "high", "inf", "high is infinite" },
	{ "means_release", "bound", "1025", "bound just above" },
	{ "means_release", "pure", "2", "pure just above" },
	{ "means_release", "p", "1099511627777", "p just above" },
	{ "means_release", "q", "0", "q just below" },
	{ "means_release", "q", "1099511627777", "q just above" },
	{ "mixture_share", "scale", "-0x0.0000000000001p-1022", "scale just below" },
	{ "privsr_friend_add", "similarity", "-0x0.0000000000001p-1022", "similarity just below" },
	{ "privsr_friend_add", "similarity", "0x1.0000000000001p+0", "similarity just above" },
	{ "privsr_friend_gradient", "similarity", "-0x0.0000000000001p-1022", "similarity just below" },
	{ "privsr_friend_gradient", "weight", "-0x0.0000000000001p-1022", "weight just below" },
	{ "privsr_friend_gradient", "weight", "inf", "weight is infinite" },
	{ "privsr_round", "delta", "-0x0.0000000000001p-1022", "delta just below" },
	{ "privsr_round", "delta", "inf", "delta is infinite" },
	{ "privsr_round", "epsilon", "inf", "epsilon is infinite" },
	{ "privsr_round", "beta", "0x1.0000000000001p+0", "beta just above" },
	{ "privsr_round", "rate", "inf", "rate is infinite" },
	{ "privsr_round", "lambda", "-0x0.0000000000001p-1022", "lambda just below" },
	{ "privsr_round", "lambda", "inf", "lambda is infinite" },
	{ "privsr_round", "radius", "-0x0.0000000000001p-1022", "radius just below" },
	{ "privsr_round", "radius", "inf", "radius is infinite" },
	{ "privsr_round", "weight", "-0x0.0000000000001p-1022", "weight just below" },
	{ "privsr_round", "weight", "inf", "weight is infinite" },
	{ "privsr_scales", "delta", "-0x0.0000000000001p-1022", "delta just below" },
	{ "privsr_scales", "delta", "inf", "delta is infinite" },
	{ "privsr_worth", "beta", "0x1.fffffffffffffp-21", "beta just below" },
	{ "project_ball", "radius", "-0x0.0000000000001p-1022", "radius just below" },
	{ "project_ball", "radius", "inf", "radius is infinite" },
	{ "ranking_gain", "own", "inf", "own is infinite" },
	{ "dpmf_rp_round", "user", "-1", "user[0] is -1" },
	{ "dpmf_rp_round", "item", "-1", "item[0] is -1" },
	{ "dpmf_rp_round", "user", "4", "user[0] is 4" },
	{ "dpmf_rp_round", "item", "5", "item[0] is 5" },
	{ "dpmf_rp_gradient", "row", "-1", "row[0] is -1" },
	{ "dpmf_rp_gradient", "item", "-1", "item[0] is -1" },
	{ "dpmf_rp_expand", "row", "-1", "row[0] is -1" },
	{ "dpmf_rp_profile", "item", "-1", "item[0] is -1" },
	{ "dpmf_rp_estimate", "sum", "-1", "sum[0] is -1" },
	{ "dppop_release", "user", "-1", "user[0] is -1" },
	{ "dppop_release", "item", "-1", "item[0] is -1" },
	{ "dppop_release", "user", "3", "user[0] is 3" },
	{ "dppop_count", "item", "-1", "item[0] is -1" },
	{ "dppop_count", "count", "4611686018427387905", "count[0] is 2^62 + 1" },
	{ "means_release", "user", "-1", "user[0] is -1" },
	{ "means_release", "item", "-1", "item[0] is -1" },
	{ "means_release", "user", "3", "user[0] is 3" },
	{ "hdpmf_round", "user", "-1", "user[0] is -1" },
	{ "hdpmf_round", "item", "-1", "item[0] is -1" },
	{ "gaussmf_round", "user", "-1", "user[0] is -1" },
	{ "gaussmf_round", "item", "-1", "item[0] is -1" },
	{ "gaussmf_excess", "user", "-1", "user[0] is -1" },
	{ "gaussmf_corrected_round", "user", "-1", "user[0] is -1" },
	{ "gaussmf_corrected_round", "item", "-1", "item[0] is -1" },
	{ "privsr_round", "user", "-1", "user[0] is -1" },
	{ "privsr_round", "item", "-1", "item[0] is -1" },
	{ "dpimf_coefficients", "user", "-1", "user[0] is -1" },
	{ "gaussian_delta", "mu", "0x1.fffffffffffffp-11", "mu just below" },
	{ "gaussian_delta", "mu", "0x1.0000000000001p+6", "mu just above" },
	{ "gaussian_delta", "epsilon", "-0x0.0000000000001p-1022", "epsilon just below" },
	{ "gaussian_delta", "epsilon", "0x1.f400000000001p+9", "epsilon just above" },
	{ "gaussian_epsilon", "mu", "0x1.fffffffffffffp-11", "mu just below" },
	{ "gaussian_epsilon", "mu", "0x1.0000000000001p+6", "mu just above" },
	{ "gaussian_epsilon", "delta", "0x1.56e1fc2f8f358p-997", "delta just below" },
	{ "gaussian_epsilon", "delta", "0x1.0000000000001p-1", "delta just above" },
	{ "gaussian_mu", "delta", "0x1.56e1fc2f8f358p-997", "delta just below" },
};

/* Where all numbers have to be finite: each input that is one, or holds some, with one of them not a number. */
static const char *const numeric[] = {
	"adam_step", "ball_qp", "dpals_item", "dpimf_coefficients", "dpimf_sensitivity", "dpimf_weights", "dpmf_rp_chance", "dpmf_rp_clip",
	"dpmf_rp_estimate", "dpmf_rp_expand", "dpmf_rp_flatten", "dpmf_rp_gradient", "dpmf_rp_profile", "dpmf_rp_round", "gaussian_delta",
	"gaussian_epsilon", "gaussian_mu", "gaussmf_clip", "gaussmf_corrected_round", "gaussmf_excess", "gaussmf_round", "gaussmf_row", "gaussmf_sigma",
	"hdpmf_gradient_add", "hdpmf_gradient_share", "hdpmf_noise_scale", "hdpmf_noise_share", "hdpmf_predict", "hdpmf_round", "hdpmf_step", "leave_one_out",
	"means_effect", "means_release", "mixture_share", "privsr_friend_add", "privsr_friend_gradient", "privsr_round", "privsr_scales",
	"project_ball", "ranking_gain",
};

/* Several inputs of the first test are others. */
static const struct patch {
	const char *algorithm, *inputs, *comment;
} patches[] = {
	{ "split_per_user", "{\"user\": [\"0\"], \"item\": [\"2147483649\"]}", "an item above 2^31" },
	{ "split_per_user", "{\"user\": [\"2147483649\"], \"item\": [\"0\"]}", "a user above 2^31" },
	{ "split_per_user", "{\"user\": [\"-1\"], \"item\": [\"0\"]}", "a user below 0" },
	{ "split_per_user", "{\"user\": [\"0\"], \"item\": [\"-1\"]}", "an item below 0" },
	{ "split_per_user", "{\"user\": [\"1\", \"1\"], \"item\": [\"2\", \"2\"]}", "the same pair twice" },
	{ "split_per_user", "{\"user\": [\"1\", \"1\"], \"item\": [\"3\", \"2\"]}", "items that do not ascend" },
	{ "split_per_user", "{\"user\": [\"2\", \"1\"], \"item\": [\"0\", \"5\"]}", "users that do not ascend" },
	{ "leave_one_out", "{\"user\": [\"0\"], \"item\": [\"2147483649\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\"]}", "an item above 2^31" },
	{ "leave_one_out", "{\"user\": [\"2147483649\"], \"item\": [\"0\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\"]}", "a user above 2^31" },
	{ "leave_one_out", "{\"user\": [\"-1\"], \"item\": [\"0\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\"]}", "a user below 0" },
	{ "leave_one_out", "{\"user\": [\"0\"], \"item\": [\"-1\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\"]}", "an item below 0" },
	{ "leave_one_out", "{\"user\": [\"1\", \"1\"], \"item\": [\"2\", \"2\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}, {\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\", \"10\"]}", "the same pair twice" },
	{ "leave_one_out", "{\"user\": [\"1\", \"1\"], \"item\": [\"3\", \"2\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}, {\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\", \"10\"]}", "items that do not ascend" },
	{ "leave_one_out", "{\"user\": [\"2\", \"1\"], \"item\": [\"0\", \"5\"], \"time\": [{\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}, {\"hex\": \"0x0p+0\", \"bits\": \"0000000000000000\"}], \"line\": [\"9\", \"10\"]}", "users that do not ascend" },
	{ "secagg_transcript", "{\"authenticated\": \"0\", \"threshold\": \"1\"}", "a threshold of 1" },
	{ "secagg_transcript", "{\"bits\": \"7\"}", "sums of 7 bits" },
	{ "secagg_transcript", "{\"bits\": \"64\"}", "sums of 64 bits" },
	{ "dppop_release", "{\"users\": \"0\", \"user\": [], \"item\": []}", "no users, and no pair" },
	{ "dpmf_rp_chance", "{\"x\": {\"hex\": \"-0x1.8p+1\", \"bits\": \"c008000000000000\"}, \"c\": {\"hex\": \"0x1p+0\", \"bits\": \"3ff0000000000000\"}, "
	  "\"cut\": \"0\", \"theta_steps\": \"16384\"}", "not cut, below -2 c: no chance" },
	{ "bernoulli_exp_mass", "{\"p\": \"0\", \"q\": \"0\"}", "p and q are 0" },
	{ "dppop_release", "{\"items\": \"0\", \"user\": [], \"item\": [], \"noise\": []}", "no items, and no pair" },
};

/* The value itself, or the list with it in the first place. */
static json_t *changed(const json_t *value, const struct edge *e)
{
	json_t *list;

	if (!json_is_array(value))
		return json_is_object(value) ? number_double(strtod(e->value, NULL)) : json_string(e->value);
	list = json_deep_copy(value);
	if (json_array_set_new(list, 0, json_string(e->value)) == 0)
		return list;
	json_decref(list);
	return NULL;
}

static json_t *first_inputs(const struct book *b)
{
	return json_object_get(json_array_get(json_object_get(json_array_get(b->groups, 0), "tests"), 0), "inputs");
}

static void refuse(struct book *b, const struct edge *e)
{
	json_t *first = first_inputs(b), *value;
	const char *name;

	book_refused(b, e->comment);
	json_object_foreach(first, name, value)
		book_in(b, name, strcmp(name, e->input) == 0 ? changed(value, e) : json_deep_copy(value));
}

static json_t *number_in(json_t *value)
{
	json_t *last = value;

	while (json_is_array(last) && json_array_size(last) > 0)
		last = json_array_get(last, json_array_size(last) - 1);
	return json_is_object(last) ? last : NULL;
}

/* The last number of it, which is a list or rows, is none; or it is none itself. */
static void without_number(struct book *b, const char *input, bool list)
{
	json_t *first = first_inputs(b), *value, *copy, *none;
	const char *name;
	char comment[64];

	snprintf(comment, sizeof comment, list ? "a number of %s is none" : "%s is not a number", input);
	book_refused(b, comment);
	json_object_foreach(first, name, value) {
		copy = json_deep_copy(value);
		none = number_double(NAN);
		if (strcmp(name, input) == 0 && (copy == NULL || none == NULL || json_object_update(number_in(copy), none) != 0))
			b->failed = true;
		json_decref(none);
		book_in(b, name, copy);
	}
}

static void without_numbers(struct book *b)
{
	json_t *value;
	const char *name;
	bool listed = false;

	for (size_t i = 0; i < sizeof numeric / sizeof *numeric; i++)
		listed = listed || strcmp(numeric[i], b->algorithm) == 0;
	if (!listed || b->failed)
		return;
	book_group(b, "no numbers", "The first test of the file with one number that is none.");
	json_object_foreach(first_inputs(b), name, value)
		if (number_in(value) != NULL)
			without_number(b, name, json_is_array(value));
}

static void refuse_patched(struct book *b, const struct patch *p)
{
	json_t *with = json_deep_copy(first_inputs(b)), *others = json_loads(p->inputs, 0, NULL), *value;
	const char *name;

	book_refused(b, p->comment);
	b->failed |= with == NULL || others == NULL || json_object_update(with, others) != 0;
	json_object_foreach(with, name, value)
		book_in(b, name, json_incref(value));
	json_decref(with);
	json_decref(others);
}

static void patched(struct book *b)
{
	bool any = false;

	for (size_t i = 0; i < sizeof patches / sizeof *patches; i++) {
		if (b->failed || strcmp(patches[i].algorithm, b->algorithm) != 0)
			continue;
		if (!any)
			book_group(b, "refused together", "The first test of the file with several inputs that do not go together.");
		any = true;
		refuse_patched(b, &patches[i]);
	}
}

void book_edges(struct book *b)
{
	bool any = false;

	for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
		if (b->failed || strcmp(edges[i].algorithm, b->algorithm) != 0)
			continue;
		if (!any)
			book_group(b, "beyond the edges", "The first test of the file with one input that is just too small or too large.");
		any = true;
		refuse(b, &edges[i]);
	}
	without_numbers(b);
	patched(b);
}
