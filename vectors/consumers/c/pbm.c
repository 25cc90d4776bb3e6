/* SPDX-License-Identifier: 0BSD */
/* The table of C_0 of the Poisson binomial mechanism, as its vector file says it: all others at +c. That no other inputs are worse
   is not computed here. The choice of theta and q that the paper prints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "algorithms.h"

enum { MOST_QUANTA = 64, MOST_BERNOULLIS = 65536 };

struct outcome {
	double loss, log_q; /* ln(P / Q), ln Q */
};

/* The logarithms of the masses of m trials, from the mode outward. */
static void log_binomial(double *law, size_t m, double odds)
{
	const size_t mode = (size_t)((double)m * odds / (1 + odds));
	double total = 0;

	law[mode] = 0;
	for (size_t s = mode; s < m; s++)
		law[s + 1] = law[s] + log((double)(m - s) / (double)(s + 1) * odds);
	for (size_t s = mode; s > 0; s--)
		law[s - 1] = law[s] - log((double)(m - s + 1) / (double)s * odds);
	for (size_t s = 0; s <= m; s++)
		total += exp(law[s]);
	for (size_t s = 0; s <= m; s++)
		law[s] -= log(total);
}

static void weigh(double *weight, size_t q, double a, double b)
{
	double choose = 1;

	for (size_t j = 0; j <= q; j++) {
		weight[j] = choose * pow(a, (double)j) * pow(b, (double)(q - j));
		choose = choose * (double)(q - j) / (double)(j + 1);
	}
}

static void outcomes(struct outcome *point, const double *law, size_t m, size_t q, double theta)
{
	double weight[MOST_QUANTA + 1], other[MOST_QUANTA + 1];

	weigh(weight, q, 0.5 + theta, 0.5 - theta);
	weigh(other, q, 0.5 - theta, 0.5 + theta);
	for (size_t s = 0; s <= m + q; s++) {
		const size_t first = s > m ? s - m : 0, last = s < q ? s : q;
		double top = -INFINITY, p = 0, of_q = 0;

		for (size_t j = first; j <= last; j++)
			top = fmax(top, law[s - j]);
		for (size_t j = first; j <= last; j++) {
			p += weight[j] * exp(law[s - j] - top);
			of_q += other[j] * exp(law[s - j] - top);
		}
		point[s] = (struct outcome){ log(p / of_q), top + log(of_q) };
	}
}

/* ln Q + ln(r^a - 1 - a (r - 1)), r = e^loss; minus infinity where that is lost in rounding. */
static double log_term(const struct outcome *point, double a)
{
	const double x = a * point->loss;

	if (x > 30)
		return point->log_q + x + log1p(-(1 + a * expm1(point->loss)) * exp(-x));
	return point->log_q + log(fmax(0, expm1(x) - a * expm1(point->loss)));
}

static double divergence(const struct outcome *point, size_t count, double a)
{
	double top = -INFINITY, sum = 0;

	for (size_t s = 0; s < count; s++)
		top = fmax(top, log_term(&point[s], a));
	for (size_t s = 0; s < count; s++)
		sum += exp(log_term(&point[s], a) - top);
	const double x = top + log(sum);
	return (x > 0 ? x + log1p(exp(-x)) : log1p(exp(x))) / (a - 1);
}

static bool within(double theta, uint64_t q, uint64_t n, const struct list *alpha)
{
	bool good = theta > 0 && theta <= 0.25 && q > 0 && n > 0 && alpha->n > 0;

	for (size_t i = 0; i < alpha->n; i++)
		good = good && alpha->x[i] > 1 && isfinite(alpha->x[i]);
	return good;
}

static void pbm_c0(struct test *t)
{
	const double theta = in_double(t, "theta");
	const uint64_t q = in_u64(t, "quanta"), n = in_u64(t, "users");
	const struct list alpha = in_list(t, "alpha");
	double rdp[MOST], c0[MOST], *law;
	struct outcome *point;

	t->malformed |= q > MOST_QUANTA || n > MOST_BERNOULLIS / MOST_QUANTA;
	t->refused = !within(theta, q, n, &alpha);
	if (t->malformed || t->refused)
		return;
	const size_t m = (size_t)((n - 1) * q);
	law = malloc((m + 1) * sizeof *law);
	point = malloc((m + q + 1) * sizeof *point);
	if (law == NULL || point == NULL) {
		wrong(t, "users", "no memory for so many");
	} else {
		log_binomial(law, m, (0.5 + theta) / (0.5 - theta));
		outcomes(point, law, m, q, theta);
		for (size_t i = 0; i < alpha.n; i++) {
			const double a = alpha.x[i];
			rdp[i] = divergence(point, m + q + 1, a);
			c0[i] = rdp[i] * (a - 1) / (a * a) * pow(1 - 2 * theta, 4) * (double)n / (theta * theta * (double)q);
		}
		out_list(t, "rdp", rdp, alpha.n);
		out_list(t, "c0", c0, alpha.n);
	}
	free(law);
	free(point);
}

RUN(pbm_c0)
{
	pbm_c0(t);
}

RUN(dpmf_rp_choice)
{
	const double epsilon = in_double(t, "epsilon"), alpha = in_double(t, "alpha"), c0 = in_double(t, "c0");
	const uint64_t coordinates = in_u64(t, "coordinates"), users = in_u64(t, "users"), most = UINT64_C(1) << 32;
	const double bound = (alpha - 1) / (alpha * alpha) * ((double)users * epsilon) / (c0 * (double)coordinates), s = sqrt(bound);

	t->refused = !(epsilon >= 0x1p-20 && epsilon <= 1000) || !(alpha >= 1 + 0x1p-10 && alpha <= 256) || !(c0 >= 0x1p-10 && c0 <= 0x1p10) ||
	             coordinates == 0 || coordinates > most || users == 0 || users > most;
	if (t->malformed || t->refused)
		return;
	out_double(t, "bound", bound);
	out_double(t, "theta", bound >= 1 ? 0.25 : 2 * s / (4 * s + 1 + sqrt(8 * s + 1)));
	out_u64(t, "quanta", bound >= 1 ? (uint64_t)bound : 1);
}
