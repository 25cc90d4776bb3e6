/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/gaussmf/sigma.h"

#include "account/directed.h"
#include "account/interval.h"

double dpmf_gaussmf_sigma_above(double min, double max, double clip, double eps_i, double delta)
{
	struct dpmf_enclosure z, x;
	double above;

	dpmf_enclosure_init(&z);
	dpmf_enclosure_init(&x);
	dpmf_interval_set_d(&z, 1.25);
	dpmf_interval_set_d(&x, delta);
	dpmf_interval_div(&z, &z, &x);
	dpmf_interval_log(&z, &z);
	dpmf_interval_mul_ui(&z, &z, 2);
	dpmf_interval_sqrt(&z, &z);
	dpmf_range_root_enclose(clip, min, max, 1, &x);
	dpmf_interval_mul(&z, &z, &x);
	dpmf_interval_set_d(&x, eps_i);
	dpmf_interval_div(&z, &z, &x);
	above = dpmf_round_up(&z);
	dpmf_enclosure_clear(&z);
	dpmf_enclosure_clear(&x);
	return above;
}
