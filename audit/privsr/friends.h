/* SPDX-License-Identifier: GPL-3.0-or-later */
/* privsr's second half: user 0 trusts the others, one of whom has another
   vector in the other world. User 0 rates item 0 alone and its friends item 1
   alone, so that what the friends send is all that user 0 learns of them. */
#ifndef DPMF_AUDIT_PRIVSR_FRIENDS_H
#define DPMF_AUDIT_PRIVSR_FRIENDS_H
#include "audit/case.h"
#include "mech/privsr/train.h"

enum { FRIENDS_MOST = 32, FRIENDS_FACTORS_MOST = 2 };

struct friends_setting {
	size_t friends, factors, epochs;
	double epsilon, rate, lambda;
	bool noise_per_epoch;
};

struct friends_worlds {
	const struct friends_setting *setting;
	struct dpmf_ratings ratings;
	struct dpmf_social social;   /* S_if = 1, as for friends who agree in everything */
	struct dpmf_entry entry[2];  /* the items' and the friends', as dpmf_privsr_train declares them */
	double u[2][(1 + FRIENDS_MOST) * FRIENDS_FACTORS_MOST]; /* the start in both worlds: user 1's is turned round */
	double v[2 * FRIENDS_FACTORS_MOST];
};

/* case.parameters is a struct friends_setting. */
enum dpmf_status friends_worlds_setup(const struct audit_case *one, void **instance, struct dpmf_error *error);
void friends_worlds_teardown(void *instance);
struct dpmf_privsr_descent friends_worlds_descent(const struct friends_worlds *worlds);
/* The loop of dpmf_privsr_train from this start. `model` is the caller's to free. */
enum dpmf_status friends_worlds_publish(const struct friends_worlds *worlds, int world, const struct dpmf_key *key,
                                        const struct dpmf_listener *listener, struct dpmf_model *model,
                                        struct dpmf_error *error);

typedef enum dpmf_status friends_sample(const void *instance, int world, const struct dpmf_key *key,
                                        double *seen, struct dpmf_error *error);
typedef double friends_ratio(const void *instance, const double *seen);

/* User 0's vector after one round. */
friends_sample friends_see_vector;
friends_ratio friends_ratio_vector;
/* What user 1 sends to user 0 in the first round; one factor. */
friends_sample friends_see_message;
friends_ratio friends_ratio_message;
/* h of user 0's friends, and the sum of what they send; one factor. */
friends_sample friends_see_sum_and_h;
friends_ratio friends_ratio_sum_and_h;
/* In every round the sum of what the friends send, and V of their item after it; one factor. */
friends_sample friends_see_rounds;
friends_ratio friends_ratio_rounds;

#endif
