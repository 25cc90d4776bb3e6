/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/limits.h"

#include "account/budget_relation.h"
#include "noise/law/law.h"

enum { PARTICIPANT_BITS = 32 };

/* How many of its pieces these neighbours may differ in. A rating, or a row, moves its user's vector, and so as many edges as those
   who collude hear. */
static size_t pieces_of(const struct dpmf_entry *entry, enum dpmf_relation neighbours)
{
	if (entry->neighbours == neighbours)
		return entry->touched;
	if (entry->neighbours == DPMF_EDGE)
		return entry->heard;
	return neighbours == DPMF_USER ? entry->pieces : entry->touched;
}

/* eta += what this entry's draws may be off, rounded up. */
static enum dpmf_status add(const struct dpmf_entry *entry, enum dpmf_relation neighbours, mpfr_ptr eta, struct dpmf_error *error)
{
	const struct dpmf_noise_law *law = dpmf_law_of(entry->law);
	mpfr_t one;

	if (!law)
		return dpmf_fail(error, DPMF_INPUT, "the record's \"%s\" has law number %d, which there is not", entry->statistic,
		                 (int)entry->law);
	if (law->source == DPMF_BY_NOBODY || law->distance == DPMF_EXACT)
		return DPMF_OK;
	if (law->distance == DPMF_NO_BOUND)
		return dpmf_fail(error, DPMF_NO, "the noise of \"%s\" was drawn in doubles, and how far that is from the law named has no bound",
		                 entry->statistic);
	mpfr_init2(one, DPMF_ACCOUNT_BITS);
	mpfr_set_ui(one, pieces_of(entry, neighbours), MPFR_RNDU);
	mpfr_mul_ui(one, one, entry->coordinates, MPFR_RNDU);
	mpfr_mul_2si(one, one, law->distance + (law->source == DPMF_BY_PARTICIPANTS ? PARTICIPANT_BITS : 0), MPFR_RNDU);
	mpfr_add(eta, eta, one, MPFR_RNDU);
	mpfr_clear(one);
	return DPMF_OK;
}

enum dpmf_status dpmf_record_limits(const struct dpmf_record *record, enum dpmf_relation neighbours,
                                    const struct dpmf_enclosure *epsilon, struct dpmf_enclosure *delta,
                                    struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	mpfr_t eta, times;

	mpfr_inits2(DPMF_ACCOUNT_BITS, eta, times, (mpfr_ptr)0);
	mpfr_set_zero(eta, 1);
	for (size_t i = 0; status == DPMF_OK && i < record->count; i++)
		if (dpmf_bears_on(&record->entry[i], neighbours))
			status = add(&record->entry[i], neighbours, eta, error);
	if (status == DPMF_OK) {
		mpfr_exp(times, epsilon->hi, MPFR_RNDU);
		mpfr_add_ui(times, times, 1, MPFR_RNDU);
		mpfr_set_zero(delta->lo, 1);
		if (mpfr_zero_p(eta))
			mpfr_set_zero(delta->hi, 1);
		else
			mpfr_mul(delta->hi, eta, times, MPFR_RNDU);
	}
	mpfr_clears(eta, times, (mpfr_ptr)0);
	return status;
}
