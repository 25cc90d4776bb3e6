/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same work on 0 .. count - 1, shared between threads. What is computed
   for one index must not depend on the others: then the result does not
   depend on the number of threads. */
#ifndef DPMF_CORE_PARALLEL_H
#define DPMF_CORE_PARALLEL_H
#include <stddef.h>
#include "core/public.h"
#include "core/status.h"

DPMF_BEGIN

typedef enum dpmf_status dpmf_work(void *context, size_t begin, size_t end);

/* The worst status that any part reported. */
enum dpmf_status dpmf_parallel(size_t count, unsigned jobs, dpmf_work *work, void *context);

DPMF_END

#endif
