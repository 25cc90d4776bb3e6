/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/descent.h"

double dpmf_descent_rate(double initial, size_t epoch, size_t epochs)
{
	if (4 * epoch < epochs)
		return initial;
	return 4 * epoch < 3 * epochs ? initial / 5 : initial / 25;
}
