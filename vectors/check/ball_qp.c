/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "core/vector.h"
#include "inputs.h"
#include "vectors/format/number.h"
#include "solve/ball_qp.h"

/* x'Ax - x'b */
static double value_at(const double *a, const double *b, size_t d, const double *x)
{
	double value = 0;

	for (size_t i = 0; i < d; i++)
		value += x[i] * (dpmf_dot(a + i * d, x, d) - b[i]);
	return value;
}

CHECK(ball_qp)
{
	struct dpmf_ball_certificate certificate;
	struct dpmf_ball_qp qp;
	struct dpmf_error error;
	struct vector a, b, q;
	double r;
	enum dpmf_status status;
	size_t d;

	(void)expected;
	if (!input_rows(inputs, "a", &a, &d) || !input_vector(inputs, "b", &b) || !input_double(inputs, "radius", &r) || b.n != d ||
	    a.n != d * d)
		return CHECK_MALFORMED;
	if (d == 0 || !(r > 0))
		return CHECK_REFUSES;
	status = dpmf_ball_qp_open(&qp, d, &error);
	if (status != DPMF_OK)
		return check_refused(status);
	status = dpmf_ball_qp_solve(&qp, a.x, b.x, r, q.x, &certificate, &error);

	dpmf_ball_qp_close(&qp);
	if (status != DPMF_OK)
		return check_refused(status);
	return (json_object_set_new(got, "value", number_double(value_at(a.x, b.x, d, q.x))) |
	        json_object_set_new(got, "multiplier", number_double(certificate.multiplier)) |
	        json_object_set_new(got, "q", book_doubles(q.x, d))) == 0 ? CHECKED : CHECK_FAILED;
}
