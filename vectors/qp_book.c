/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "qp_book.h"

#include "number.h"

static const double most = 0x1p+9; /* condition up to which minimisers are compared */

void qp_note(struct book *b)
{
	book_note(b, "An enclosure holds the real number, and with it what a backward stable solver in binary64 finds: with size = sum |a_ij| + "
	          "sum |b_i| / (2 r), least the least eigenvalue of A, and condition within 8 times of (size + mu) / (least + mu), the value is "
	          "widened by 2^-42 size r^2, the multiplier by 2^-42 sqrt(condition) size (2^-40 size where least + mu is 0), the minimiser by "
	          "2^-44 condition^2 r in every coordinate.");
}

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
