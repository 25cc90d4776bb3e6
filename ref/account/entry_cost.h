/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one entry of the record costs by itself, where its noise is a Laplace law. */
#ifndef DPMF_ACCOUNT_ENTRY_COST_H
#define DPMF_ACCOUNT_ENTRY_COST_H
#include <stdbool.h>
#include "account/enclosure.h"
#include "core/status.h"
#include "noise/entry.h"

/* touched * sensitivity / scale (pure, L1); a sampled one costs touched times the loss of
   sampling.h, with the weight inside the statistic. */
enum dpmf_status dpmf_entry_cost(const struct dpmf_entry *entry, struct dpmf_enclosure *epsilon, struct dpmf_error *error);
/* Whether that law is on whole steps, at the entry's rate. */
bool dpmf_entry_on_steps(const struct dpmf_entry *entry);

#endif
