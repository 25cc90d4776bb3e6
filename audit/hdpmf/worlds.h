/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two small neighbouring data sets for hdpmf, and for the ratings' half of
   privsr, whose loop is the same; and runs of the real drivers on them. User 0's rating of item 0 differs: the full range between the worlds. */
#ifndef DPMF_AUDIT_HDPMF_WORLDS_H
#define DPMF_AUDIT_HDPMF_WORLDS_H
#include <stdbool.h>
#include "audit/case.h"
#include "mech/hdpmf/train.h"

enum { HDPMF_ITEMS_MOST = 8, HDPMF_FACTORS_MOST = 2 };

/* What the cases differ in. Ratings lie in 1 .. 5. */
struct hdpmf_setting {
	size_t items, factors, epochs;
	size_t others;                   /* further users, who rate every item with 3 */
	double rating[HDPMF_ITEMS_MOST]; /* user 0's; that of item 0 is 5 in world 0 and 1 in world 1 */
	double weight[HDPMF_ITEMS_MOST]; /* W_0j */
	double u[HDPMF_FACTORS_MOST];    /* every user's start */
	double v[HDPMF_FACTORS_MOST];    /* every item's start */
	double epsilon, rate, lambda;
	bool noise_per_epoch, hold_users;
	bool as_run;                     /* one h serves all items */
	double beta;                     /* privsr: of its two budgets; 0: hdpmf */
	size_t sensitive;                /* privsr: the first so many users' ratings are sensitive */
	struct dpmf_colluding colluding; /* corrected: with whom the driver reckons */
	size_t taken;                    /* corrected, views of those who collude: so many shares they know, or have left out */
};

/* Where V of item 0 ends, as a function of its noise x: origin + x_0 move[0] + x_1 move[1]. */
struct hdpmf_path {
	double origin[HDPMF_FACTORS_MOST], move[HDPMF_FACTORS_MOST][HDPMF_FACTORS_MOST];
};

struct hdpmf_worlds {
	const struct hdpmf_setting *setting;
	struct dpmf_ratings ratings[2];
	struct dpmf_weights weights;
	struct dpmf_descent descent; /* published: dpmf_hdpmf_train's, for every run but its listener */
	struct hdpmf_path path[2]; /* by world; only with one item, U held and noise drawn once */
	double scale;             /* published: b of the Laplace law of an item's noise */
	double declared;          /* what the record says of it: not more */
	double upload_scale;      /* b of the law of user 0's share of it */
	unsigned char *group;     /* privsr: 0 a sensitive rating, 1 another; by column */
	double group_scale[2];
	bool grouped;             /* privsr, few ratings: a key was found that draws these groups */
	struct dpmf_key groups;
	struct dpmf_hdpmf_steps steps; /* corrected: the integers of ratings and noise */
};

/* case.parameters is a struct hdpmf_setting. */
enum dpmf_status hdpmf_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void hdpmf_worlds_teardown(void *instance);

struct dpmf_options hdpmf_worlds_options(const struct hdpmf_worlds *worlds);
/* The setting's start; the caller's to free. */
enum dpmf_status hdpmf_worlds_start(const struct hdpmf_worlds *worlds, struct dpmf_model *model, struct dpmf_error *error);

/* Algorithm 1 from the setting's start. `model` is the caller's to free. */
enum dpmf_status hdpmf_worlds_publish(const struct hdpmf_worlds *worlds, int world, const struct dpmf_key *key,
                                      const struct dpmf_listener *listener, struct dpmf_model *model,
                                      struct dpmf_error *error);
/* The corrected variant; `door` remembers all that left and is the caller's to close. */
enum dpmf_status hdpmf_worlds_correct(const struct hdpmf_worlds *worlds, int world, const struct dpmf_key *key,
                                      struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error);

#endif
