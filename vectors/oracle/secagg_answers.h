/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of a server to one user, as they are or damaged. */
#ifndef VECTORS_ORACLE_SECAGG_ANSWERS_H
#define VECTORS_ORACLE_SECAGG_ANSWERS_H
#include "secagg.h"
#include "vectors/format/book.h"

enum { HOSTILE_MESSAGES = 8, HOSTILE_BYTES = 8192 };

enum slip { NONE, UNCHECKED, NO_THRESHOLD, WITHOUT_ITSELF, ANYBODY, ANY_SESSION, ANY_ORDER, GOES_ON };

struct hostile {
	const struct secagg_script *script;
	uint32_t user;
	unsigned char bytes[HOSTILE_BYTES];
	size_t length[HOSTILE_MESSAGES], count;
};

void hostile_test(struct book *b, const char *flags, const char *comment, const struct hostile *h);
void hostile_refused(struct book *b, const char *comment, const struct hostile *h);

#endif
