/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What noise that is drawn in doubles gives away besides its size (Mironov 2012): facts and counts of the first draws, no verdict.

   A sampler that turns a random number of few bits into noise by the law's distribution function leaves traces: put back through that function, each
   draw near the middle is a multiple of one over that number's size, and between two such multiples there is no noise, whereas there are many doubles.
   The same with the radius of two normal draws (Box and Muller; Marsaglia's polar method). */
#ifndef DPMF_AUDIT_SAMPLER_DOUBLES_H
#define DPMF_AUDIT_SAMPLER_DOUBLES_H
#include <stdbool.h>

#include "audit/masses.h"

enum { DOUBLES_MOST = 1 << 20, DOUBLES_EXPONENTS = 64, DOUBLES_EXPONENT_LEAST = -48, DOUBLES_ROW_LEAST = 100, DOUBLES_IMAGES_LEAST = 30 };

/* Draws x with 2^exponent <= |x| < 2^(exponent + 1). */
struct doubles_row {
	uint64_t draws, even; /* even: the last of the 53 bits is 0 */
	unsigned zeros;       /* each ends in at least so many */
};

struct doubles_images {
	double denominator; /* 0: none was found */
	uint64_t draws;     /* that were compared, and are such multiples */
	double gap;         /* no noise, or no radius, lies between 0 and this */
};

struct doubles {
	uint64_t looked, zeros, negative_zeros;
	double least, most;      /* of |x|, zeros aside */
	double most_chance;      /* that so many draws have none that is larger */
	uint64_t repeats;        /* pairs of draws that are the same double, zeros aside */
	bool lattice;            /* all are multiples of 2^exponent, which is more than their own last bits say */
	int exponent;
	bool single;             /* all are numbers of single precision */
	struct doubles_row row[DOUBLES_EXPONENTS]; /* what is smaller or larger shares the first or the last */
	struct doubles_images alone, pairs;
};

/* x is overwritten. Pairs stand beside each other, (x[0], x[1]), (x[2], x[3]), ... */
enum dpmf_status doubles_look(const struct masses *law, double *x, size_t count, struct doubles *doubles, struct dpmf_error *error);

#endif
