/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Secrets are key material, noise, and the factors that stay with their users.
   Whoever holds one overwrites it when it ends, in a way that no compiler leaves
   out. Limits: what a caller copies is the caller's; what was written to a disk,
   swapped out, or stands in the stack of another thread, is not reached. */
#ifndef DPMF_CORE_WIPE_H
#define DPMF_CORE_WIPE_H
#include <stddef.h>
#include "core/public.h"

DPMF_BEGIN

void dpmf_wipe(void *secret, size_t size);
/* The same, and frees it; NULL is nothing. */
void dpmf_wipe_free(void *secret, size_t size);
/* What functions that have returned left on this thread's stack: 64 kB below the caller. */
void dpmf_wipe_stack(void);

DPMF_END

#endif
