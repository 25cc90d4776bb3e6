/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/ranks/ranks.h"

void ranks_forget_mpirun(void)
{
	for (char **at = environ; *at;) {
		char name[128];
		const size_t length = strcspn(*at, "=");

		if ((strncmp(*at, "OMPI_", 5) != 0 && strncmp(*at, "PMIX_", 5) != 0) || length >= sizeof name) {
			at++;
			continue;
		}
		memcpy(name, *at, length);
		name[length] = 0;
		unsetenv(name); /* moves what follows to its place */
	}
}
