/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_NEAR_H
#define TESTS_NEAR_H
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static inline void assert_near(double value, double expected, double within)
{
	if (!(fabs(value - expected) <= within))
		fail_msg("%a (%.17g) is not within %g of %a", value, value, within, expected);
}

#endif
