/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/noise_share.h"

#include <math.h>

/*@ logic real shared_noise(real scale, real h, real c, integer raters) = scale * \sqrt(2 * h / raters) * c; */

/*@ requires raters > 0 && h >= 0;
    assigns  \nothing;
    ensures  equation: \result == shared_noise(scale, h, c, raters); */
static double noise_one(double scale, double h, double c, size_t raters)
{
	return scale * sqrt(2 * h / (double)raters) * c;
}

void dpmf_hdpmf_noise_share(double scale, const double *h, const double *c, size_t k, size_t raters, double *x)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept_h: \forall integer j; 0 <= j < k ==> h[j] == \at(h[j], Pre);
	    loop invariant kept_c: \forall integer j; 0 <= j < k ==> c[j] == \at(c[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      x[j] == shared_noise(scale, \at(h[j], Pre), \at(c[j], Pre), raters);
	    loop assigns l, x[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		x[l] = noise_one(scale, h[l], c[l], raters);
}
