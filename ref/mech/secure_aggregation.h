/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secure aggregation (secagg/) as the protocol by which a sum is released (mech/secure_sum.h): keys, shares
   and masks, one run for each sum. What is released has the same bytes as without. */
#ifndef DPMF_MECH_SECURE_AGGREGATION_H
#define DPMF_MECH_SECURE_AGGREGATION_H
#include "core/public.h"
#include "mech/secure_sum.h"

DPMF_BEGIN

extern const struct dpmf_aggregation dpmf_secure_aggregation;

DPMF_END

#endif
