/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each oracle fills the book of one algorithm: notes, inputs, and the values
   that are expected. They include nothing of ref/. */
#ifndef VECTORS_ORACLES_H
#define VECTORS_ORACLES_H
#include "book.h"

void oracle_key_of_seed(struct book *b);
void oracle_key_derive(struct book *b);
void oracle_stream_words(struct book *b);

void oracle_uniform_below(struct book *b);
void oracle_bernoulli(struct book *b);
void oracle_bernoulli_exp(struct book *b);
void oracle_geometric(struct book *b);
void oracle_discrete_laplace(struct book *b);
void oracle_discrete_gaussian(struct book *b);
void oracle_polya(struct book *b);
void oracle_laplace_share(struct book *b);
void oracle_pbm_draw(struct book *b);

void oracle_textbook_uniform(struct book *b);
void oracle_textbook_exponential(struct book *b);
void oracle_textbook_normal(struct book *b);
void oracle_textbook_laplace(struct book *b);
void oracle_textbook_mixture(struct book *b);

void oracle_mixture_h(struct book *b);
void oracle_mixture_share(struct book *b);

void oracle_grid_round(struct book *b);
void oracle_grid_value(struct book *b);

void oracle_hdpmf_gradient_share(struct book *b);
void oracle_hdpmf_gradient_add(struct book *b);
void oracle_hdpmf_step(struct book *b);
void oracle_hdpmf_noise_scale(struct book *b);
void oracle_hdpmf_noise_share(struct book *b);
void oracle_hdpmf_predict(struct book *b);
void oracle_hdpmf_contribute(struct book *b);
void oracle_project_ball(struct book *b);
void oracle_ball_qp(struct book *b);
void oracle_hdpmf_round(struct book *b);
void oracle_gaussmf_clip(struct book *b);
void oracle_gaussmf_sigma(struct book *b);
void oracle_gaussmf_row(struct book *b);
void oracle_gaussmf_contribute(struct book *b);
void oracle_gaussmf_round(struct book *b);
void oracle_gaussmf_excess(struct book *b);
void oracle_gaussmf_corrected_round(struct book *b);
void oracle_dpimf_sensitivity(struct book *b);
void oracle_dpimf_coefficients(struct book *b);
void oracle_dpimf_weights(struct book *b);
void oracle_pbm_c0(struct book *b);
void oracle_dpmf_rp_clip(struct book *b);
void oracle_dpmf_rp_profile(struct book *b);
void oracle_dpmf_rp_gradient(struct book *b);
void oracle_dpmf_rp_projection(struct book *b);
void oracle_dpmf_rp_expand(struct book *b);
void oracle_dpmf_rp_flatten(struct book *b);
void oracle_dpmf_rp_chance(struct book *b);
void oracle_dpmf_rp_estimate(struct book *b);
void oracle_dpmf_rp_round(struct book *b);
void oracle_privsr_scales(struct book *b);
void oracle_privsr_friend_add(struct book *b);
void oracle_privsr_friend_gradient(struct book *b);
void oracle_privsr_parts(struct book *b);
void oracle_privsr_friend_contribute(struct book *b);
void oracle_privsr_round(struct book *b);
void oracle_secagg_transcript(struct book *b);

#endif
