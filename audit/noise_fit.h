/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every sampler against the law that it names: chi-square over MPFR masses.
   A sampler passes when p > 10^-6: each sound row of the table does with a
   probability of 1 - 10^-6, were p exactly uniform. */
#ifndef DPMF_AUDIT_NOISE_FIT_H
#define DPMF_AUDIT_NOISE_FIT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "audit/chi_square.h"
#include "core/stream.h"
#include "noise/door.h"

#define NOISE_FIT_LEVEL 1e-6

/* One draw with the parameters of `given`. */
typedef double noise_draw(struct dpmf_stream *s, const struct masses *given);

struct noise_row {
	const char *sampler;
	noise_draw *draw;
	enum dpmf_law of;    /* the door's law that this is; DPMF_NO_NOISE: what laws are made of */
	struct masses law;   /* what it is held against */
	struct masses given; /* what it is called with; all zero: the same */
	bool control;        /* a planted error, which must be rejected */
	bool steady;         /* how many words a draw takes tells nothing of it */
	uint64_t least, per; /* draws: those asked for / per (0: all of them), but at least so many */
};

extern const struct noise_row noise_rows[];
extern const size_t noise_rows_count;

/* The row that fits a law of the door; NULL: there is nothing to fit. */
const char *noise_sampler_of(enum dpmf_law law);
bool noise_rows_complete(void); /* whether every law has one */

/* What the row's sampler is called with, and `chances` where its law takes them. */
enum dpmf_status noise_row_given(const struct noise_row *row, struct masses *given, struct dpmf_fixed_chances *chances, struct dpmf_error *error);

/* The parameters in words. */
void noise_describe(const struct masses *law, char *text, size_t size);
uint64_t noise_row_draws(const struct noise_row *row, uint64_t trials);

/* Draws and compares. */
enum dpmf_status noise_fit(const struct noise_row *row, struct dpmf_stream *s, uint64_t draws,
                           struct chi_square_fit *fit, struct dpmf_error *error);

/* `dpmf-audit noise`: argv[0] is the word "noise"; returns the exit status. */
int audit_noise(int argc, char **argv);

#endif
