/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values as one line of text, and back: every bit of a number, every byte of a text. One walk over a structure
   writes it and reads it, so that both agree on what belongs to it. */
#ifndef DPMF_AUDIT_CHECKPOINT_PACK_H
#define DPMF_AUDIT_CHECKPOINT_PACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pack {
	const char *at;   /* what is left to read; NULL: written */
	char *text;       /* what was written, which ends with a 0; free() it */
	size_t length, room;
	bool begun;       /* something was read */
	bool lacks;       /* memory, while writing */
	bool wrong;       /* what was read is not what was asked for; whatever was read stays as it was */
};

/* Each writes the value, blanks between two, or reads it. A number above `most` is wrong. */
void pack_number(struct pack *pack, uint64_t *x, uint64_t most);
void pack_size(struct pack *pack, size_t *x, size_t most);
void pack_flag(struct pack *pack, bool *x);
void pack_real(struct pack *pack, double *x);
/* With its 0 it fits `room` bytes. */
void pack_text(struct pack *pack, char *text, size_t room);
/* Bytes of any kind. Reading, they are `*count`, at most `most`, in memory that the caller frees; NULL where that is lacking or they are wrong. */
void pack_bytes(struct pack *pack, char **bytes, size_t *count, size_t most);
/* Reading: nothing is left. */
bool pack_ended(const struct pack *pack);
void pack_free(struct pack *pack);

#endif
