/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who works together against the others, in a sum to which each of `n`
   participants adds a share of the noise. A participant knows its own share:
   what C colluders and the server know together is the sum less C shares. So
   the shares of the honest that are certain to be in the sum must make the
   whole law of the noise; what more is in it is independent of them and
   takes nothing away.

   Two servers:
   - curious: it does what the protocol says. All n shares are in the sum, n - C
     of them honest. Secure aggregation holds it and C users off when more
     than C users must answer (threshold > C).
   - lying: it may leave out whom it likes, as long as `threshold` participants
     stay: t - C of them are honest. Secure aggregation holds it and C
     users off, in the authenticated setting, when 2 t > n + C
     (secagg/setting.h); otherwise it could be told two lists of survivors, and would read a
     single message. The threshold is therefore never below that, whatever
     `stay` says.

   One participant is the one who is protected: at most n - 1 collude. */
#ifndef DPMF_MECH_COLLUDING_H
#define DPMF_MECH_COLLUDING_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

/* All zero: nobody colludes, the server is curious. */
struct dpmf_colluding {
	bool of_all;   /* whether `share` counts, or `count` */
	double share;  /* [0, 1]: of those who take part in a sum, rounded up */
	size_t count;
	bool lying;    /* the server */
	double stay;   /* [0, 1]: the share of participants that must stay (secure aggregation's threshold), rounded up;
	                  0: as few as the protocol allows */
};

/* DPMF_INPUT with what is outside its range. */
enum dpmf_status dpmf_colluding_check(const struct dpmf_colluding *colluding, struct dpmf_error *error);

/* Whether anybody does. */
bool dpmf_anybody_colludes(const struct dpmf_colluding *colluding);
/* Of so many who are none of them the one who is protected. */
size_t dpmf_colluders_among(const struct dpmf_colluding *colluding, size_t others);
/* C, of so many participants, of whom one is protected: at most all but one. */
size_t dpmf_colluders_of(const struct dpmf_colluding *colluding, size_t participants);
/* t: how many must stay, or there is no sum; 0 of 0, 1 of 1, else 2 or more. */
size_t dpmf_threshold_of(const struct dpmf_colluding *colluding, size_t participants);
/* How many honest shares are certain to be in the sum, that of the one who is protected among them: n - C, or
   t - C where the server lies. At least 1. */
size_t dpmf_honest_of(const struct dpmf_colluding *colluding, size_t participants);

/* The kernels of these, in integers. */

/*@ requires 0 < participants <= 4294967296 && stay <= participants && colluders < participants;
    assigns  \nothing;
    ensures  stay: \result >= stay;
    ensures  range: 1 <= \result <= participants;
    ensures  two: participants >= 2 ==> \result >= 2;
    ensures  more_than_collude: \result > colluders;
    ensures  one_list: lying ==> 2 * \result > participants + colluders;
    ensures  least: \result == stay || \result == 2 || \result == colluders + 1 ||
               lying && 2 * (\result - 1) <= participants + colluders; */
uint64_t dpmf_threshold(uint64_t participants, uint64_t colluders, uint64_t stay, bool lying);

/*@ requires 0 < participants <= 4294967296 && colluders < threshold <= participants;
    assigns  \nothing;
    ensures  certain: \result == (lying ? threshold : participants) - colluders;
    ensures  somebody: 1 <= \result <= participants; */
uint64_t dpmf_honest(uint64_t participants, uint64_t colluders, uint64_t threshold, bool lying);

DPMF_END

#endif
