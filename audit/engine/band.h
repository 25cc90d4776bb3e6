/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every delta at once: a band for the whole trade-off curve of the score.

   Thresholds t_1, ..., t_K are chosen on the runs that learn. On the others, Clopper-Pearson bounds of
   P(score >= t_k) in both worlds, each at (1 - C) / 4 K, hold all together with confidence C (a union
   bound). Each threshold makes two events, "at least t" and "below t", and each event an inequality
   P(event) <= e^epsilon P'(event) + delta for every (epsilon, delta) that the mechanism has. So the bounds say at once, for
   every epsilon, which delta it must have at least, and for every delta, which epsilon.
   No score can do better than the best one: a mechanism may leak more than the band shows. */
#ifndef DPMF_AUDIT_BAND_H
#define DPMF_AUDIT_BAND_H
#include <stddef.h>
#include <stdint.h>

enum { AUDIT_BAND_MOST = 36 };

struct audit_band {
	size_t count;    /* of thresholds, ascending; 0: there is no band */
	double at[AUDIT_BAND_MOST];
	uint64_t runs[2];
	uint64_t reached[2][AUDIT_BAND_MOST]; /* how many scores of the world are at least at[k] */
};

/* sorted[world]: the scores of the runs that learn, ascending. */
void audit_band_choose(const double *const sorted[2], size_t trials, struct audit_band *band);
/* Runs that were held out. Until the band is finished, reached[world][k] counts the scores that reach at[k] and no further one. */
void audit_band_add(struct audit_band *band, int world, const double *score, size_t count);
void audit_band_finish(struct audit_band *band);

struct audit_band_point {
	double reach[2][2]; /* world; at least, at most: P(score >= threshold) */
};
/* All of them together hold with this confidence. */
void audit_band_bounds(const struct audit_band *band, double confidence, struct audit_band_point point[AUDIT_BAND_MOST]);

/* The smallest delta that goes with this epsilon is at least this; 0 when the band does not say. */
double audit_band_delta(const struct audit_band_point *point, size_t count, double epsilon);
/* And the smallest epsilon that goes with this delta. */
double audit_band_epsilon(const struct audit_band_point *point, size_t count, double delta);

#endif
