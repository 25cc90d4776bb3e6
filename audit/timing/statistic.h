/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether what a run costs (time, cycles, words drawn) tells of its answer.

   The runs are told apart into two classes by a label, and Welch's t compares the mean costs of the classes, as in
   dudect (Reparaz, Balasch, Verbauwhede 2017): of all runs, and of those whose cost is below a quantile, since an interrupt is
   no leak and hides one. Spearman's rank correlation stands beside it. What separates the classes and the quantiles
   are learned on the first runs, the others are compared. If cost and answer are independent, t and z are about normal:
   one of them is beyond TIMING_THRESHOLD with a probability of 7e-6, one of all of them in less than one audit in 6,000.

   Both classes have the same size: the larger one is thinned out. Costs are skewed, and a rare class of them has a skewed t, which is beyond
   the threshold far more often than that.

   The control is the same with the costs dealt out anew at random: there is nothing to find in it, whatever the machine did. */
#ifndef DPMF_AUDIT_TIMING_STATISTIC_H
#define DPMF_AUDIT_TIMING_STATISTIC_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/stream.h"

#define TIMING_THRESHOLD 4.5
#define TIMING_COST_MOST 1e15
#define TIMING_LARGEST 1e6 /* t where each class has a cost of its own, always the same */

/* The half that lies farther from the middle, and the twentieth; above the middle; the data set. */
enum timing_label { TIMING_FAR, TIMING_FARTHEST, TIMING_SIDE, TIMING_WORLD, TIMING_LABELS };
enum { TIMING_CROPS = 5, TIMING_DIMS = 64, TIMING_CLASS_LEAST = 100, TIMING_CONTROLS = 4, TIMING_TRIALS_LEAST = 1000 };

extern const double timing_crop_share[TIMING_CROPS];
const char *timing_label_name(enum timing_label label);

struct timing_test {
	uint64_t runs[2];    /* of the class without the label, and with it */
	double mean[2];
	double t;
	double seen;         /* the difference of means that would have been found with 90 % */
	bool tested;         /* both classes have enough runs */
};

struct timing_rank {
	double correlation, z;
};

struct timing_found {
	struct timing_test test[TIMING_LABELS][TIMING_CROPS];
	struct timing_rank rank[TIMING_LABELS]; /* TIMING_FARTHEST: none, it is the same order as TIMING_FAR */
	double largest;                         /* of all |t| and |z| */
	enum timing_label most;                 /* whose it is */
};

struct timing_result {
	uint64_t runs;                            /* compared */
	struct timing_found found;
	struct timing_found control[TIMING_CONTROLS];
	unsigned control_failed;                  /* of them, beyond the threshold */
	double quantile[5];                       /* of the cost: least, quarters, largest */
};

/* Collects. The first tenth of the runs says where the middle of the answers is, the second what separates the classes. */
struct timing;
enum dpmf_status timing_open(uint64_t trials, size_t dims, struct timing **timing, struct dpmf_error *error);
/* One run, of `lines` answers with `dims` numbers each. */
enum dpmf_status timing_take(struct timing *timing, int world, const double *rows, size_t lines, double cost, struct dpmf_error *error);
bool timing_is_compared(const struct timing *timing); /* the next run, and not learned from */
enum dpmf_status timing_end(struct timing *timing, struct dpmf_stream *coins, struct timing_result *result, struct dpmf_error *error);
void timing_close(struct timing *timing);
/* The runs that are compared, in their order, until timing_end. */
struct timing_columns {
	size_t runs;
	const double *cost, *distance, *side, *world;
};
struct timing_columns timing_columns_of(const struct timing *timing);

/* Beyond the threshold, where the control is not. */
bool timing_tells(const struct timing_result *result);
/* Two controls or more are beyond it: by chance in fewer than one audit in a million. There is no verdict then. */
bool timing_is_sound(const struct timing_result *result);

/* Spearman's of two columns; 0 where one of them never varies. */
enum dpmf_status timing_rank_of(const double *a, const double *b, size_t count, struct timing_rank *rank, struct dpmf_error *error);

#endif
