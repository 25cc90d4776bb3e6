/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "spec.h"

#include <string.h>

const struct algorithm *algorithm_named(const char *name)
{
	const struct algorithm *a;

	for (size_t i = 0; (a = algorithm_at(i)) != NULL; i++)
		if (strcmp(a->name, name) == 0)
			return a;
	return NULL;
}

const char *kind_name(enum kind kind)
{
	switch (kind) {
	case KIND_INTEGER:
		return "integer";
	case KIND_INTEGERS:
		return "integers";
	case KIND_DOUBLE:
		return "double";
	case KIND_DOUBLES:
		return "doubles";
	case KIND_ROWS:
		return "rows";
	case KIND_BYTES:
		return "bytes";
	case KIND_TEXT:
		return "text";
	case KIND_DRAWS:
		return "draws";
	}
	return "";
}
