/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secure aggregation after Bonawitz et al., Practical Secure Aggregation for
   Privacy-Preserving Machine Learning (2017): the server learns the sum of the
   users' vectors mod 2^bits, over the users that stayed, and nothing else.

   What a user uploads is y = x + self mask + sum of pair masks of later users
   - sum of pair masks of earlier users (dpmf-rp Eq. 14, with the self mask).
   Five steps: keys are advertised, secrets are shared, vectors are masked, the
   list of survivors is confirmed (in the authenticated setting), masks are
   lifted. Users may fall silent at any of them. As long as `threshold` users
   answer the last step the sum is found; with fewer the run ends without one.

   Who is held off: a server that follows the protocol and colludes with up to
   threshold - 1 users; in the authenticated setting, where every message of a
   user is signed under a key that all know beforehand, also a server that does
   not, with up to 2 threshold - users - 1 users, which it must be possible to
   have: 2 threshold > users. A third colludes when threshold is two thirds. */
#ifndef DPMF_SECAGG_SETTING_H
#define DPMF_SECAGG_SETTING_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

enum dpmf_secagg_step {
	DPMF_SECAGG_ADVERTISE,
	DPMF_SECAGG_SHARE,
	DPMF_SECAGG_MASK,
	DPMF_SECAGG_CONFIRM, /* authenticated setting only */
	DPMF_SECAGG_UNMASK,
	DPMF_SECAGG_STEPS,
};

enum {
	DPMF_SECAGG_SESSION = 16,
	DPMF_SECAGG_USERS_MOST = 1 << 16,
	DPMF_SECAGG_LENGTH_MOST = 1 << 28,
	DPMF_SECAGG_BITS_LEAST = 8,
	DPMF_SECAGG_BITS_MOST = 63,
};

/* What all parties know beforehand. Users are numbered 1 .. users. */
struct dpmf_secagg_setting {
	uint32_t users, threshold;
	size_t length;       /* coordinates of a vector */
	uint64_t most;       /* a coordinate is one of 0 .. most */
	unsigned bits;       /* sums are mod 2^bits, and 2^bits > users * most */
	bool authenticated;  /* every message of a user is signed */
	unsigned char session[DPMF_SECAGG_SESSION]; /* another one for every run: ties its messages to it */
};

/* DPMF_INPUT with the member that is out of range, or a modulus that could wrap. */
enum dpmf_status dpmf_secagg_setting_check(const struct dpmf_secagg_setting *setting, struct dpmf_error *error);

/*@ logic integer two_to(integer n) = n <= 0 ? 1 : 2 * two_to(n - 1); */

/* The least bits (8 at least) with 2^bits > users * most, 0 if there are none up to 63. */
/*@ requires users > 0;
    assigns  \nothing;
    ensures  no_wrap: \result != 0 ==> 8 <= \result <= 63 && two_to(\result) > users * most;
    ensures  least: \result > 8 ==> two_to(\result - 1) <= users * most;
    ensures  none: \result == 0 ==> users * most > 9223372036854775807; */
unsigned dpmf_secagg_bits(uint32_t users, uint64_t most);

DPMF_END

#endif
