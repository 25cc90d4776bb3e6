/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernel of the noise that several parties add together (hdpmf Section IV,
   privsr likewise): each takes a normal share of one mixture. */
#ifndef DPMF_NOISE_NOISE_SHARE_H
#define DPMF_NOISE_NOISE_SHARE_H
#include <stddef.h>
#include "core/public.h"

DPMF_BEGIN

/* Section IV: a user's share x_l = scale sqrt(2 h_l / raters) c_l of the noise,
   h ~ Exp(1) from the recommender, c ~ N(0, 1) of the user's own. */
/*@ requires raters > 0;
    requires \valid_read(h + (0 .. k - 1)) && \valid_read(c + (0 .. k - 1)) && \valid(x + (0 .. k - 1));
    requires \separated(x + (0 .. k - 1), h + (0 .. k - 1));
    requires \separated(x + (0 .. k - 1), c + (0 .. k - 1));
    requires drawn: \forall integer l; 0 <= l < k ==> h[l] >= 0;
    assigns  x[0 .. k - 1];
    ensures  noise_share: \forall integer l; 0 <= l < k ==>
               x[l] == scale * \sqrt(2 * \old(h[l]) / raters) * \old(c[l]); */
void dpmf_hdpmf_noise_share(double scale, const double *h, const double *c, size_t k, size_t raters, double *x);

DPMF_END

#endif
