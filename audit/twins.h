/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Broken twins as functions of a case and of the replay: a file of them has
   `see` and `train` for any bug, and names here which bugs it has. */
#ifndef DPMF_AUDIT_TWINS_H
#define DPMF_AUDIT_TWINS_H

/* see_NAME, for a case: what is seen of one run. */
#define AUDIT_TWIN_SEEN(name, bug) \
	static enum dpmf_status see_##name(const void *instance, int world, const struct dpmf_key *key, \
	                                   double *seen, struct dpmf_error *error) \
	{ \
		return see(bug, instance, world, key, seen, error); \
	}

/* train_NAME, for the replay. */
#define AUDIT_TWIN_TRAINED(name, bug) \
	static enum dpmf_status train_##name(const struct dpmf_ratings *ratings, const struct dpmf_weights *weights, \
	                                     const struct dpmf_options *options, const struct dpmf_key *key, \
	                                     struct dpmf_door *door, struct dpmf_model *model, struct dpmf_error *error) \
	{ \
		return train(bug, ratings, weights, options, key, door, model, error); \
	}

#endif
