/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "qp_book.h"

#include "vectors/format/number.h"

static const double most = 0x1p+9; /* condition up to which minimisers are compared */

json_t *qp_interval(const mpfr_t lo, const mpfr_t hi, double allowance)
{
	mpfr_t end;
	double ends[2];

	mpfr_init2(end, mpfr_get_prec(lo));
	mpfr_sub_d(end, lo, allowance, MPFR_RNDD);
	ends[0] = mpfr_get_d(end, MPFR_RNDD);
	mpfr_add_d(end, hi, allowance, MPFR_RNDU);
	ends[1] = mpfr_get_d(end, MPFR_RNDU);
	mpfr_clear(end);
	return book_interval(ends[0], ends[1]);
}

json_t *qp_intervals(const struct qp_answer *answer, size_t d, double allowance)
{
	json_t *list = json_array();
	const double off = mpfr_get_d(answer->q_off, MPFR_RNDU) + allowance;

	for (size_t i = 0; i < d; i++)
		if (json_array_append_new(list, qp_interval(answer->q[i], answer->q[i], off)) != 0) {
			json_decref(list);
			return NULL;
		}
	return list;
}

bool qp_compares(const struct qp_answer *answer)
{
	return answer->unique && answer->condition <= most;
}

double qp_allowance(const struct qp_answer *answer, double r)
{
	return 0x1p-44 * answer->condition * answer->condition * r;
}
