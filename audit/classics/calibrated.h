/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small mechanisms whose epsilon is known in closed form, for `dpmf-audit calibrate`. */
#ifndef DPMF_AUDIT_CLASSICS_CALIBRATED_H
#define DPMF_AUDIT_CLASSICS_CALIBRATED_H
#include "audit/case.h"
#include "audit/engine/run.h"

struct audit_classic {
	const char *name;
	enum audit_curve curve;
	struct audit_case one;
};

enum { AUDIT_CLASSICS_MOST = 32 };
extern const struct audit_classic audit_classics[];
extern const size_t audit_classics_count;

#endif
