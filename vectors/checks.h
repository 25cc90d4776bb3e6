/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `verify` does with one test of an algorithm: the inputs are read, the
   domain is tested, and the outputs are recomputed by libdpmf. */
#ifndef VECTORS_CHECKS_H
#define VECTORS_CHECKS_H
#include <jansson.h>

#include "algorithms.h"

/* What the checks of whole rounds share: got[name] = the rows, 0 when that was
   possible; whether every pair exists and none stands there twice. */
int check_put_rows(json_t *got, const char *name, const double *x, size_t rows, size_t columns);
bool pairs_allowed(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items);

#define CHECK(name) enum checked check_##name(const json_t *inputs, const json_t *expected, json_t *got)

CHECK(key_of_seed);
CHECK(key_derive);
CHECK(stream_words);
CHECK(uniform_below);
CHECK(bernoulli);
CHECK(bernoulli_exp);
CHECK(geometric);
CHECK(discrete_laplace);
CHECK(discrete_gaussian);
CHECK(polya);
CHECK(laplace_share);
CHECK(pbm_draw);
CHECK(textbook_uniform);
CHECK(textbook_exponential);
CHECK(textbook_normal);
CHECK(textbook_laplace);
CHECK(textbook_mixture);
CHECK(mixture_h);
CHECK(mixture_share);
CHECK(grid_round);
CHECK(grid_value);
CHECK(project_ball);
CHECK(hdpmf_gradient_share);
CHECK(hdpmf_gradient_add);
CHECK(hdpmf_step);
CHECK(hdpmf_noise_scale);
CHECK(hdpmf_noise_share);
CHECK(hdpmf_predict);
CHECK(hdpmf_contribute);
CHECK(ball_qp);
CHECK(hdpmf_round);
CHECK(gaussmf_clip);
CHECK(gaussmf_sigma);
CHECK(gaussmf_row);
CHECK(gaussmf_contribute);
CHECK(gaussmf_round);
CHECK(gaussmf_excess);
CHECK(gaussmf_corrected_round);
CHECK(dpimf_sensitivity);
CHECK(dpimf_coefficients);
CHECK(dpimf_weights);
CHECK(pbm_c0);
CHECK(dpmf_rp_clip);
CHECK(dpmf_rp_profile);
CHECK(dpmf_rp_gradient);
CHECK(dpmf_rp_projection);
CHECK(dpmf_rp_expand);
CHECK(dpmf_rp_flatten);
CHECK(dpmf_rp_chance);
CHECK(dpmf_rp_estimate);
CHECK(dpmf_rp_round);
CHECK(privsr_scales);
CHECK(privsr_friend_add);
CHECK(privsr_friend_gradient);
CHECK(privsr_parts);
CHECK(privsr_friend_contribute);
CHECK(privsr_round);
CHECK(secagg_transcript);

#endif
