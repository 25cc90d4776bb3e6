/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/wipe.h"

#include <sodium.h>
#include <stdlib.h>

void dpmf_wipe(void *secret, size_t size)
{
	sodium_memzero(secret, size);
}

void dpmf_wipe_free(void *secret, size_t size)
{
	if (secret)
		sodium_memzero(secret, size);
	free(secret);
}

void dpmf_wipe_stack(void)
{
	sodium_stackzero(65536);
}
