/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "algorithms.h"

#include <string.h>

#include "checks.h"
#include "oracles.h"

#define INTEGER(n) { n, KIND_INTEGER, false }
#define INTEGERS(n) { n, KIND_INTEGERS, false }
#define DOUBLE(n) { n, KIND_DOUBLE, false }
#define DOUBLES(n) { n, KIND_DOUBLES, false }
#define ROWS(n) { n, KIND_ROWS, false }
#define BYTES(n) { n, KIND_BYTES, false }
#define TEXT(n) { n, KIND_TEXT, false }
#define DRAWN { INTEGER("value"), INTEGER("words"), { "draws", KIND_DRAWS, true } }
#define RP_USER ROWS("v"), INTEGERS("item"), DOUBLES("rating"), DOUBLE("kappa"), DOUBLE("unobserved")
#define ENTRY(name) oracle_##name, check_##name

const struct algorithm *algorithm_at(size_t i)
{
	static const struct algorithm all[] = {
		{ "key_of_seed", { INTEGER("seed") }, { BYTES("key") }, ENTRY(key_of_seed) },
		{ "key_derive", { BYTES("parent"), TEXT("name") }, { BYTES("child") }, ENTRY(key_derive) },
		{ "stream_words", { BYTES("key"), INTEGER("user"), INTEGER("item"), INTEGER("round"), INTEGER("from"), INTEGER("count") },
		  { INTEGERS("word") }, ENTRY(stream_words) },
		{ "uniform_below", { INTEGER("limit"), BYTES("tape") }, DRAWN, ENTRY(uniform_below) },
		{ "bernoulli", { INTEGER("p"), INTEGER("q"), BYTES("tape") }, DRAWN, ENTRY(bernoulli) },
		{ "bernoulli_exp", { INTEGER("p"), INTEGER("q"), BYTES("tape") }, DRAWN, ENTRY(bernoulli_exp) },
		{ "geometric", { INTEGER("p"), INTEGER("q"), BYTES("tape") }, DRAWN, ENTRY(geometric) },
		{ "discrete_laplace", { INTEGER("p"), INTEGER("q"), BYTES("tape") }, DRAWN, ENTRY(discrete_laplace) },
		{ "discrete_gaussian", { INTEGER("p"), INTEGER("q"), BYTES("tape") }, DRAWN, ENTRY(discrete_gaussian) },
		{ "polya", { INTEGER("p"), INTEGER("q"), INTEGER("part"), INTEGER("whole"), BYTES("tape") }, DRAWN, ENTRY(polya) },
		{ "laplace_share", { INTEGER("p"), INTEGER("q"), INTEGER("part"), INTEGER("whole"), BYTES("tape") }, DRAWN, ENTRY(laplace_share) },
		{ "pbm_draw", { INTEGER("quanta"), INTEGER("chance"), BYTES("tape") }, DRAWN, ENTRY(pbm_draw) },
		{ "textbook_uniform", { BYTES("tape") }, { INTEGER("words"), DOUBLES("uniform"), DOUBLE("value") }, ENTRY(textbook_uniform) },
		{ "textbook_exponential", { BYTES("tape") }, { INTEGER("words"), DOUBLES("uniform"), DOUBLE("value") },
		  ENTRY(textbook_exponential) },
		{ "textbook_normal", { BYTES("tape") }, { INTEGER("words"), DOUBLES("uniform"), DOUBLE("value") }, ENTRY(textbook_normal) },
		{ "textbook_laplace", { DOUBLE("scale"), BYTES("tape") }, { INTEGER("words"), DOUBLES("uniform"), DOUBLE("value") },
		  ENTRY(textbook_laplace) },
		{ "textbook_mixture", { DOUBLE("scale"), BYTES("tape") },
		  { INTEGER("words"), DOUBLES("uniform"), DOUBLE("h"), DOUBLE("c"), DOUBLE("value") }, ENTRY(textbook_mixture) },
		{ "mixture_h", { BYTES("key"), INTEGER("item"), INTEGER("draw"), INTEGER("k") }, { DOUBLES("uniform"), DOUBLES("h") },
		  ENTRY(mixture_h) },
		{ "mixture_share", { BYTES("key"), INTEGER("user"), INTEGER("item"), INTEGER("draw"), DOUBLE("scale"), DOUBLES("h"),
		  INTEGER("raters") }, { DOUBLES("uniform"), DOUBLES("c"), DOUBLES("share") }, ENTRY(mixture_share) },
		{ "grid_round", { DOUBLE("x"), INTEGER("exponent") }, { INTEGER("steps") }, ENTRY(grid_round) },
		{ "grid_value", { INTEGER("steps"), INTEGER("exponent") }, { DOUBLE("x") }, ENTRY(grid_value) },
		{ "project_ball", { DOUBLES("x"), DOUBLE("radius") }, { DOUBLE("norm"), DOUBLES("x"), DOUBLE("norm_after") },
		  ENTRY(project_ball) },
		{ "ball_qp", { ROWS("a"), DOUBLES("b"), DOUBLE("radius") }, { DOUBLE("value"), DOUBLE("multiplier"), { "q", KIND_DOUBLES, true } },
		  ENTRY(ball_qp) },
		{ "hdpmf_gradient_share", { DOUBLES("u"), DOUBLES("v"), DOUBLE("w"), DOUBLE("r") },
		  { DOUBLE("dot"), DOUBLE("error"), DOUBLES("share") }, ENTRY(hdpmf_gradient_share) },
		{ "hdpmf_gradient_add", { DOUBLES("u"), DOUBLES("v"), DOUBLE("w"), DOUBLE("r"), DOUBLES("sum") },
		  { DOUBLE("dot"), DOUBLE("error"), DOUBLES("sum") }, ENTRY(hdpmf_gradient_add) },
		{ "hdpmf_step", { DOUBLES("v"), DOUBLES("gradient"), DOUBLE("rate"), DOUBLE("lambda") }, { DOUBLES("v") }, ENTRY(hdpmf_step) },
		{ "hdpmf_noise_scale", { DOUBLE("delta"), INTEGER("k"), DOUBLE("epsilon") }, { DOUBLE("scale") }, ENTRY(hdpmf_noise_scale) },
		{ "hdpmf_noise_share", { DOUBLE("scale"), DOUBLES("h"), DOUBLES("c"), INTEGER("raters") }, { DOUBLES("x") },
		  ENTRY(hdpmf_noise_share) },
		{ "hdpmf_predict", { DOUBLES("u"), DOUBLES("v"), DOUBLE("w") }, { DOUBLE("dot"), DOUBLE("rating") }, ENTRY(hdpmf_predict) },
		{ "hdpmf_contribute", { INTEGER("rating_steps"), INTEGER("weight_steps"), INTEGERS("feature"), INTEGERS("sum") },
		  { INTEGER("stretched"), INTEGERS("sum") }, ENTRY(hdpmf_contribute) },
		{ "hdpmf_round", { ROWS("u"), ROWS("v"), INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), DOUBLES("weight"),
		  DOUBLE("delta"), DOUBLE("epsilon"), DOUBLE("rate"), DOUBLE("lambda"), DOUBLE("radius"), ROWS("h"), ROWS("c") },
		  { DOUBLE("scale"), ROWS("noise"), ROWS("gradient"), ROWS("noisy"), ROWS("v"), ROWS("gradient_u"), ROWS("stepped"), ROWS("u") },
		  ENTRY(hdpmf_round) },
		{ "gaussmf_clip", { DOUBLES("x"), DOUBLE("clip") }, { DOUBLE("norm"), DOUBLES("clipped") }, ENTRY(gaussmf_clip) },
		{ "gaussmf_sigma", { DOUBLE("tau"), DOUBLE("clip"), DOUBLE("eps_i"), DOUBLE("delta") }, { DOUBLE("sigma") },
		  ENTRY(gaussmf_sigma) },
		{ "gaussmf_row", { DOUBLES("own"), DOUBLES("other"), DOUBLES("outer"), DOUBLE("v"), DOUBLE("lambda"), DOUBLE("mu"),
		  DOUBLES("gradient") }, { DOUBLE("residual"), DOUBLES("accumulated"), DOUBLES("regularized"), DOUBLES("stepped") },
		  ENTRY(gaussmf_row) },
		{ "gaussmf_contribute", { INTEGER("rating_steps"), INTEGERS("outer"), INTEGERS("sum") }, { INTEGERS("sum") },
		  ENTRY(gaussmf_contribute) },
		{ "gaussmf_round", { ROWS("x"), ROWS("theta"), INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), DOUBLE("mu"),
		  DOUBLE("lambda"), DOUBLE("clip"), DOUBLE("tau"), DOUBLE("eps_i"), DOUBLE("delta"), ROWS("normal") },
		  { DOUBLE("sigma"), DOUBLES("residual"), ROWS("outer_x"), ROWS("outer_theta"), ROWS("gradient_x"), ROWS("gradient_theta"),
		    ROWS("noisy"), ROWS("x"), ROWS("theta") }, ENTRY(gaussmf_round) },
		{ "gaussmf_excess", { ROWS("x"), ROWS("theta"), INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), DOUBLE("other"),
		  DOUBLE("mu"), DOUBLE("lambda"), DOUBLE("clip"), DOUBLE("tau"), ROWS("released") },
		  { ROWS("x_first"), ROWS("x_second"), ROWS("gradient_first"), ROWS("gradient_second"), DOUBLE("distance"), DOUBLE("declared"),
		    DOUBLE("ratio") }, ENTRY(gaussmf_excess) },
		{ "gaussmf_corrected_round", { ROWS("x"), ROWS("theta"), INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), DOUBLE("mu"),
		  DOUBLE("lambda"), DOUBLE("clip"), INTEGER("rating_bits"), INTEGER("outer_bits"), INTEGER("middle"), INTEGERS("noise_theta"),
		  INTEGERS("noise_x") }, { INTEGER("bound"), INTEGERS("rating_steps"), INTEGERS("outer_x"), INTEGERS("outer_theta"),
		  INTEGERS("released_theta"), INTEGERS("released_x"), DOUBLES("residual"), ROWS("gradient_theta"), ROWS("gradient_x"),
		  ROWS("theta"), ROWS("x") }, ENTRY(gaussmf_corrected_round) },
		{ "dpimf_sensitivity", { ROWS("p"), DOUBLE("alpha0"), DOUBLE("bound") },
		  { DOUBLES("loss"), DOUBLES("first"), DOUBLES("full"), DOUBLES("triu"), DOUBLES("delta"), DOUBLES("bounds") },
		  ENTRY(dpimf_sensitivity) },
		{ "dpimf_coefficients", { TEXT("scheme"), ROWS("p"), INTEGERS("user"), DOUBLES("w"), DOUBLE("alpha0"), DOUBLE("lambda"),
		  DOUBLE("epsilon"), DOUBLES("beta"), DOUBLE("bound"), BYTES("tape") },
		  { DOUBLES("draw"), DOUBLES("delta"), DOUBLES("scale"), ROWS("g_all"), ROWS("g_item"), DOUBLES("a_1"), ROWS("a_2"), ROWS("noise"),
		    DOUBLES("noisy_1"), ROWS("noisy_2"), { "q", KIND_DOUBLES, true } }, ENTRY(dpimf_coefficients) },
		{ "dpimf_weights", { DOUBLE("a"), DOUBLE("target") },
		  { DOUBLE("weight"), DOUBLE("loss"), { "printed", KIND_DOUBLE, true }, { "printed_loss", KIND_DOUBLE, true } }, ENTRY(dpimf_weights) },
		{ "pbm_c0", { DOUBLE("theta"), INTEGER("quanta"), INTEGER("users"), DOUBLES("alpha") }, { DOUBLES("rdp"), DOUBLES("c0") },
		  ENTRY(pbm_c0) },
		{ "dpmf_rp_clip", { DOUBLE("error"), DOUBLE("most_error"), DOUBLES("u"), DOUBLE("most_profile") },
		  { DOUBLE("error"), DOUBLE("l1"), DOUBLES("u") }, ENTRY(dpmf_rp_clip) },
		{ "dpmf_rp_profile", { RP_USER, DOUBLE("lambda") }, { ROWS("gram"), ROWS("matrix"), DOUBLES("right"), DOUBLES("u") },
		  ENTRY(dpmf_rp_profile) },
		{ "dpmf_rp_gradient", { RP_USER, DOUBLE("most_error"), DOUBLES("u"), INTEGER("p"), INTEGERS("row"), INTEGERS("sign") },
		  { DOUBLES("error"), ROWS("gradient") }, ENTRY(dpmf_rp_gradient) },
		{ "dpmf_rp_projection", { BYTES("key"), INTEGER("items"), INTEGER("rows") },
		  { INTEGER("padded"), INTEGERS("row"), INTEGERS("sign"), INTEGERS("flip") }, ENTRY(dpmf_rp_projection) },
		{ "dpmf_rp_expand", { INTEGERS("row"), INTEGERS("sign"), ROWS("b"), ROWS("x") }, { ROWS("v"), ROWS("compressed") },
		  ENTRY(dpmf_rp_expand) },
		{ "dpmf_rp_flatten", { INTEGERS("flip"), ROWS("b"), ROWS("received") }, { ROWS("flat"), ROWS("reversed") },
		  ENTRY(dpmf_rp_flatten) },
		{ "dpmf_rp_chance", { DOUBLE("x"), DOUBLE("c"), INTEGER("cut"), INTEGER("theta_steps") }, { INTEGER("steps"), INTEGER("chance") },
		  ENTRY(dpmf_rp_chance) },
		{ "dpmf_rp_estimate", { DOUBLE("most_error"), DOUBLE("kappa"), DOUBLE("most_profile"), DOUBLE("bound"), INTEGER("rows"),
		  INTEGER("users"), INTEGER("quanta"), INTEGER("theta_steps"), INTEGERS("sum") },
		  { DOUBLE("delta"), DOUBLE("c_user"), DOUBLE("c_server"), DOUBLE("c"), DOUBLES("published"), DOUBLES("corrected") },
		  ENTRY(dpmf_rp_estimate) },
		{ "dpmf_rp_round", { TEXT("variant"), BYTES("key"), INTEGER("round"), INTEGER("users"), INTEGER("items"), INTEGER("part"),
		  INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), ROWS("b"), DOUBLE("lambda"), DOUBLE("kappa"), DOUBLE("unobserved"),
		  DOUBLE("most_error"), DOUBLE("most_profile"), DOUBLE("bound"), INTEGER("theta_steps"), INTEGER("quanta"), DOUBLE("mu"),
		  DOUBLE("rate"), DOUBLE("beta1"), DOUBLE("beta2"), INTEGER("step"), ROWS("mean"), ROWS("square") },
		  { INTEGERS("takes_part"), ROWS("v"), ROWS("profile"), ROWS("flat"), INTEGERS("steps"), INTEGERS("message"), INTEGERS("sum"),
		    ROWS("estimate"), ROWS("gradient"), ROWS("descent"), ROWS("b") }, ENTRY(dpmf_rp_round) },
		{ "privsr_scales", { DOUBLE("delta"), INTEGER("k"), DOUBLE("epsilon"), DOUBLE("beta") },
		  { DOUBLE("epsilon_sensitive"), DOUBLE("epsilon_other"), DOUBLE("scale_sensitive"), DOUBLE("scale_other"), DOUBLE("combined"),
		    DOUBLE("friends") }, ENTRY(privsr_scales) },
		{ "privsr_friend_add", { DOUBLES("u"), DOUBLE("similarity"), DOUBLES("sum") }, { DOUBLES("sum") }, ENTRY(privsr_friend_add) },
		{ "privsr_friend_gradient", { DOUBLES("message"), DOUBLES("u"), DOUBLE("similarity"), DOUBLE("weight"), DOUBLES("sum") },
		  { DOUBLES("sum") }, ENTRY(privsr_friend_gradient) },
		{ "privsr_parts", { INTEGER("beta_steps"), INTEGER("sensitive"), INTEGER("others") }, { INTEGERS("part"), INTEGERS("whole") },
		  ENTRY(privsr_parts) },
		{ "privsr_friend_contribute", { INTEGERS("vector"), INTEGER("most"), INTEGERS("sum") }, { INTEGERS("sum") },
		  ENTRY(privsr_friend_contribute) },
		{ "privsr_round", { ROWS("u"), ROWS("v"), INTEGERS("user"), INTEGERS("item"), DOUBLES("rating"), INTEGERS("group"),
		  INTEGERS("truster"), INTEGERS("trustee"), DOUBLES("similarity"), DOUBLE("delta"), DOUBLE("epsilon"), DOUBLE("beta"), DOUBLE("rate"),
		  DOUBLE("lambda"), DOUBLE("radius"), DOUBLE("weight"), ROWS("h"), ROWS("c"), ROWS("h_friends"), ROWS("c_friends") },
		  { ROWS("noise"), ROWS("noisy"), ROWS("v"), ROWS("friend_noise"), ROWS("message"), ROWS("gradient_u"), ROWS("stepped"), ROWS("u") },
		  ENTRY(privsr_round) },
		{ "secagg_transcript", { BYTES("key"), INTEGER("round"), INTEGER("threshold"), INTEGER("bits"), INTEGER("most"),
		  INTEGER("authenticated"), INTEGERS("silent"), INTEGERS("vector"), BYTES("session"), BYTES("secrets"), BYTES("public_keys"),
		  BYTES("coefficients"), BYTES("opening"), BYTES("sharing"), BYTES("mask_keys"), BYTES("confirming"), BYTES("signatures") },
		  { BYTES("share"), INTEGERS("mask"), BYTES("masked"), BYTES("survivors"), BYTES("unmask"), INTEGERS("sum") },
		  ENTRY(secagg_transcript) },
	};

	return i < sizeof all / sizeof *all ? &all[i] : NULL;
}

const struct algorithm *algorithm_named(const char *name)
{
	const struct algorithm *a;

	for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++)
		if (strcmp(a->name, name) == 0)
			return a;
	return NULL;
}
