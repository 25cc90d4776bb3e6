/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What gaussmf as published declares of its noise, on the safe side of the real number. */
#ifndef DPMF_MECH_GAUSSMF_SIGMA_H
#define DPMF_MECH_GAUSSMF_SIGMA_H

/* (tau / eps_i) sqrt(2 log(1.25 / delta)) clip with tau = max - min: gaussmf, line 6; at or above. */
double dpmf_gaussmf_sigma_above(double min, double max, double clip, double eps_i, double delta);

#endif
