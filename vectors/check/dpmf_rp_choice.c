/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Section 4.3.1's choice of theta and q. The bound is that of a guarantee's cost: its upper end is compared; theta's lower end. */
#include "account/interval.h"
#include "account/pbm_published.h"
#include "check.h"
#include "inputs.h"
#include "vectors/format/number.h"

enum { NUMBERS = 3 };

static const struct {
	const char *name;
	double least, most;
} ranges[NUMBERS] = { { "epsilon", 0x1p-20, 1000 }, { "alpha", 1 + 0x1p-10, 256 }, { "c0", 0x1p-10, 0x1p10 } };

static enum checked answer(const double *x, uint64_t coordinates, uint64_t users, json_t *got)
{
	struct dpmf_enclosure in[NUMBERS];
	struct dpmf_pbm_published chosen;
	enum checked done = CHECK_FAILED;
	enum dpmf_status status;

	dpmf_interval_init(in, NUMBERS, DPMF_ACCOUNT_BITS);
	dpmf_pbm_published_init(&chosen);
	for (int i = 0; i < NUMBERS; i++)
		dpmf_interval_set_d(&in[i], x[i]);
	status = dpmf_pbm_published_choice(&in[0], &in[1], &in[2], coordinates, users, &chosen, NULL);
	if (status != DPMF_OK)
		done = check_refused(status);
	else if (json_object_set_new(got, "bound", number_double(mpfr_get_d(chosen.bound.hi, MPFR_RNDU))) == 0 &&
	         json_object_set_new(got, "theta", number_double(mpfr_get_d(chosen.theta.lo, MPFR_RNDD))) == 0 &&
	         json_object_set_new(got, "quanta", number_u64(chosen.quanta)) == 0)
		done = CHECKED;
	dpmf_pbm_published_clear(&chosen);
	dpmf_interval_clear(in, NUMBERS);
	return done;
}

CHECK(dpmf_rp_choice)
{
	double x[NUMBERS];
	uint64_t coordinates, users;
	bool within = true;

	(void)expected;
	for (int i = 0; i < NUMBERS; i++) {
		if (!input_double(inputs, ranges[i].name, &x[i]))
			return CHECK_MALFORMED;
		within = within && ranges[i].least <= x[i] && x[i] <= ranges[i].most;
	}
	if (!input_u64(inputs, "coordinates", &coordinates) || !input_u64(inputs, "users", &users))
		return CHECK_MALFORMED;
	if (!within || coordinates < 1 || coordinates > UINT64_C(1) << 32 || users < 1 || users > UINT64_C(1) << 32)
		return CHECK_REFUSES;
	return answer(x, coordinates, users, got);
}
