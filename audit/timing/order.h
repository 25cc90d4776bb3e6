/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers and times that both follow the order of requests would seem to depend on each other. */
#ifndef DPMF_AUDIT_TIMING_ORDER_H
#define DPMF_AUDIT_TIMING_ORDER_H
#include "audit/timing/statistic.h"

/* DPMF_INPUT, and a sentence, where an answer depends on one of the eight before it. Of independent answers,
   fewer than one audit in ten million is told so. */
enum dpmf_status timing_order(const struct timing_columns *columns, struct dpmf_error *error);

#endif
