/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "dpimf_balls.h"
#include "vectors/format/number.h"
#include "oracle.h"
#include "tape.h"

static void put_inputs(struct book *b, const double *p, size_t users, size_t d, double alpha0, double bound)
{
	book_in_rows(b, "p", p, users, d);
	book_in_double(b, "alpha0", alpha0);
	book_in_double(b, "bound", bound);
}

/* Near enough to tell a mistake. */
static json_t *near(const double *x, size_t n)
{
	json_t *list = json_array();

	for (size_t i = 0; i < n; i++)
		if (json_array_append_new(list, book_interval(x[i] - fabs(x[i]) * 0x1p-40, x[i] + fabs(x[i]) * 0x1p-40)) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

/* Of each user's |p|_1 and |p|_2^2, what is easily forgotten. */
static void put_mistakes(struct book *b, const double *norm, const double *squares, size_t users, double alpha0)
{
	static const struct {
		const char *name, *output;
	} all[] = {
		{ "the 1 of (1 + |p|)^2 is left out", "loss" }, { "the 2 |p| of (1 + |p|)^2 is left out", "loss" }, { "the 2-norm stands for the 1-norm", "loss" },
		{ "a factor 2 of the linear part is missing", "first" }, { "the 2-norm stands for the 1-norm", "first" },
		{ "alpha0 stands for 1 - alpha0", "full" }, { "the 2-norm stands for the 1-norm", "full" },
		{ "the diagonal is counted half", "triu" }, { "alpha0 stands for 1 - alpha0", "triu" },
	};
	double x[DPIMF_MOST];

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		for (size_t u = 0; u < users; u++) {
			const double a = norm[u], s = squares[u], keep = 1 - alpha0;
			const double each[] = { 2 * a + a * a, a * a + 1, (1 + sqrt(s)) * (1 + sqrt(s)), a, 2 * sqrt(s), alpha0 * a * a, keep * s, keep * a * a / 2,
				alpha0 * (a * a + s) / 2 };
			x[u] = each[i];
		}
		book_mistake(b, all[i].name, all[i].output, "enclosure", near(x, users));
	}
}

static void test(struct book *b, const char *flags, const char *comment, const double *p, size_t users, size_t d, double alpha0, double bound)
{
	static const char *const names[] = { "loss", "first", "full", "triu" };
	struct ball each[DPIMF_MOST], sense[SENSES];

	ball_init(each, DPIMF_MOST);
	ball_init(sense, SENSES);
	double norm[DPIMF_MOST], squares[DPIMF_MOST];

	for (size_t u = 0; u < users; u++) {
		norm[u] = squares[u] = 0;
		for (size_t l = 0; l < d; l++) {
			norm[u] += fabs(p[u * d + l]);
			squares[u] += p[u * d + l] * p[u * d + l];
		}
	}
	book_test(b, flags, "%s", comment);
	put_inputs(b, p, users, d, alpha0, bound);
	for (size_t s = 0; s < 4; s++) {
		for (size_t u = 0; u < users; u++) {
			balls_sense(sense, p + u * d, d, alpha0);
			ball_copy(&each[u], &sense[s]);
		}
		book_out(b, names[s], "enclosure", ball_intervals(each, users));
	}
	balls_sense_most(sense, p, users, d, alpha0);
	book_out(b, "delta", "enclosure", ball_intervals(sense, SENSES));
	balls_sense_bound(sense, bound, d, alpha0);
	book_out(b, "bounds", "enclosure", ball_intervals(sense, SENSES));
	put_mistakes(b, norm, squares, users, alpha0);
	ball_clear(each, DPIMF_MOST);
	ball_clear(sense, SENSES);
}

static void refused(struct book *b, const char *comment, size_t users, double p, double alpha0, double bound)
{
	const double profile[2] = { p, 0.5 };

	book_refused(b, comment);
	put_inputs(b, profile, users, 2, alpha0, bound);
}

ORACLE(dpimf_sensitivity)
{
	static const double alphas[] = { 0.8, 0, 0.5, 0.1 }, third[] = { 0.6, 0, -0.8, 0.5 };
	double p[12];
	uint64_t word[12];

	book_open(b, "dpimf_sensitivity");
	book_group(b, "profiles", "One to six profiles.");
	for (uint64_t i = 0; i < 4; i++) {
		tape_words("dpimf_sensitivity", i, word, 12);
		for (size_t l = 0; l < 12; l++)
			p[l] = (double)((int64_t)(word[l] >> 11) - (INT64_C(1) << 52)) * 0x1p-52;
		test(b, "Ordinary", "numbers as they come", p, 12 / (i + 1), i + 1, alphas[i], 1);
	}
	test(b, "Optimal", "alpha0 = 1", p, 3, 4, 1, 2);
	test(b, "Attained Optimal", "four equal numbers", (const double[]){ 0.5, 0.5, 0.5, 0.5 }, 1, 4, 1, 1);
	test(b, "Attained", "signs do not matter", (const double[]){ 0.5, -0.5, 0.5, -0.5 }, 1, 4, 0.25, 1);
	test(b, "Ordinary", "|p|_2 = 1, |p|_1 = 1.4", third, 1, 3, 0.8, 1);
	test(b, "Zero", "one profile is 0", (const double[]){ 0, 0, 3, 4 }, 2, 2, 0.8, 5);
	book_group(b, "refused", "What an implementation must refuse.");
	refused(b, "no profile", 0, 0, 0.8, 1);
	refused(b, "not a number", 1, NAN, 0.8, 1);
	refused(b, "alpha0 above 1", 1, 0.5, 1.5, 1);
	refused(b, "alpha0 below 0", 1, 0.5, -0.5, 1);
	refused(b, "bound 0", 1, 0.5, 0.5, 0);
}
