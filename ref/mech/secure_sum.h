/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the sum of what participants send comes about. */
#ifndef DPMF_MECH_SECURE_SUM_H
#define DPMF_MECH_SECURE_SUM_H

enum dpmf_sum {
	DPMF_SUM_IDEAL,  /* the server is handed the sum, as a perfect secure aggregation would */
	DPMF_SUM_SECAGG, /* keys, shares and masks (secagg/), one run for each sum: the same bytes */
};

#endif
