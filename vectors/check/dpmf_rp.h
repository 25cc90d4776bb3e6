/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the checks of dpmf-rp share. */
#ifndef VECTORS_CHECK_DPMF_RP_H
#define VECTORS_CHECK_DPMF_RP_H
#include "check.h"
#include "inputs.h"
#include "mech/dpmf-rp/user.h"

/* A projection whose tables are here. */
struct rp_tables {
	struct dpmf_projection projection;
	uint32_t row[INPUT_COORDINATES];
	double sign[INPUT_COORDINATES], flip[INPUT_COORDINATES];
};

/* 0 <= row[j] < rows; every sign 1 or -1. Fills the tables. */
bool rp_rows_allowed(const int64_t *row, size_t count, size_t rows, struct rp_tables *tables);
bool rp_signs_allowed(const int64_t *sign, size_t count, double *table);
/* The named list has the numbers, as integers. */
int rp_put_signs(json_t *got, const char *name, const double *sign, size_t count);

/* The domain of the five numbers; those not used may be 1. */
bool rp_setting_allowed(const struct dpmf_rp_user_setting *setting);

#endif
