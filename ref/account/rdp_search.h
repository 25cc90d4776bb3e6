/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to look for the best point s of rdp.h and the best order, in doubles:
   a poor guess costs tightness, never validity. */
#ifndef DPMF_ACCOUNT_RDP_SEARCH_H
#define DPMF_ACCOUNT_RDP_SEARCH_H

/* Approximations of the two bounds, at the best s, which is put into `s` (0 where
   it matters less than a double shows), or at s = 0 when `s` is NULL. On
   one point (rdp.h) s is 0, too. */
double dpmf_rdp_guess_epsilon(double alpha, double rho, double log_delta, double *s);
double dpmf_rdp_guess_log_delta(double alpha, double rho, double epsilon, double *s);
/* log r at which the certificate for s has g = e^epsilon. */
double dpmf_rdp_log_r(double alpha, double epsilon, double s);

/* The minimum of f over [lo, hi], for an f with one valley: its argument. */
double dpmf_golden(double (*f)(const void *context, double x), const void *context, double lo, double hi);

#endif
