/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/checkpoint/pack.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

enum { FIRST_ROOM = 4096, NUMBER_ROOM = 24, BASE64 = sodium_base64_VARIANT_ORIGINAL };

/* Where a word of at most `count` bytes and a 0 can be written, behind a blank unless it is the first; NULL: no memory. */
static char *room_for(struct pack *pack, size_t count)
{
	const size_t need = pack->length + count + 2;

	if (pack->lacks)
		return NULL;
	if (need > pack->room) {
		const size_t room = need < FIRST_ROOM ? FIRST_ROOM : 2 * need;
		char *grown = realloc(pack->text, room);

		pack->lacks = !grown;
		if (!grown)
			return NULL;
		pack->text = grown;
		pack->room = room;
	}
	if (pack->length > 0)
		pack->text[pack->length++] = ' ';
	return pack->text + pack->length;
}

static void put(struct pack *pack, const char *token)
{
	const size_t length = strlen(token);
	char *to = room_for(pack, length);

	if (!to)
		return;
	memcpy(to, token, length + 1);
	pack->length += length;
}

/* The next word, NULL where there is none; its length. */
static const char *next(struct pack *pack, size_t *length)
{
	if (pack->wrong || (pack->begun && *pack->at != ' ')) {
		pack->wrong = true;
		return NULL;
	}
	const char *word = pack->at + pack->begun;

	pack->begun = true;
	*length = strcspn(word, " ");
	pack->at = word + *length;
	return word;
}

void pack_number(struct pack *pack, uint64_t *x, uint64_t most)
{
	char token[NUMBER_ROOM];
	size_t length;

	if (!pack->at) {
		snprintf(token, sizeof token, "%llu", (unsigned long long)*x);
		put(pack, token);
		return;
	}
	const char *word = next(pack, &length);
	char *end = NULL;

	errno = 0;
	const unsigned long long number = word && isdigit((unsigned char)*word) ? strtoull(word, &end, 10) : 0;

	if (!end || end != word + length || errno != 0 || number > most)
		pack->wrong = true;
	else
		*x = number;
}

void pack_size(struct pack *pack, size_t *x, size_t most)
{
	uint64_t number = *x;

	pack_number(pack, &number, most);
	*x = (size_t)number;
}

void pack_flag(struct pack *pack, bool *x)
{
	uint64_t number = *x;

	pack_number(pack, &number, 1);
	*x = number == 1;
}

/* As its bits: NaN, infinities and -0 come back as they were. */
void pack_real(struct pack *pack, double *x)
{
	uint64_t bits;

	memcpy(&bits, x, sizeof bits);
	pack_number(pack, &bits, UINT64_MAX);
	memcpy(x, &bits, sizeof bits);
}

static bool plain(unsigned char c)
{
	return c > ' ' && c < 0x7f && c != '%';
}

static void put_text(struct pack *pack, const char *text)
{
	char *to = room_for(pack, 1 + 3 * strlen(text));

	if (!to)
		return;
	*to++ = ':';
	for (; *text; text++) {
		const unsigned char c = (unsigned char)*text;

		if (plain(c))
			*to++ = *text;
		else
			to += snprintf(to, 4, "%%%02x", c);
	}
	*to = 0;
	pack->length = (size_t)(to - pack->text);
}

static int hex_of(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

void pack_text(struct pack *pack, char *text, size_t room)
{
	size_t length, count = 0;

	if (!pack->at) {
		put_text(pack, text);
		return;
	}
	const char *word = next(pack, &length);

	if (!word || *word != ':') {
		pack->wrong = true;
		return;
	}
	for (const char *end = word++ + length; word < end; word++) {
		int c = (unsigned char)*word;

		if (c == '%') {
			const int high = end - word > 2 ? hex_of(word[1]) : -1, low = high >= 0 ? hex_of(word[2]) : -1;

			c = low < 0 ? 0 : 16 * high + low;
			word += 2;
		}
		if (c == 0 || count + 1 >= room) {
			pack->wrong = true;
			break;
		}
		text[count++] = (char)c;
	}
	text[count] = 0;
}

static void put_bytes(struct pack *pack, const char *bytes, size_t count)
{
	const size_t room = sodium_base64_encoded_len(count, BASE64);
	char *to = room_for(pack, room);

	if (!to)
		return;
	sodium_bin2base64(to, room, (const unsigned char *)bytes, count, BASE64);
	pack->length += strlen(to);
}

void pack_bytes(struct pack *pack, char **bytes, size_t *count, size_t most)
{
	size_t length = 0;

	if (!pack->at) {
		put_bytes(pack, *bytes, *count);
		return;
	}
	const char *word = next(pack, &length);
	const size_t room = length / 4 * 3;

	*count = 0;
	*bytes = word && room <= most + 2 ? malloc(room + 1) : NULL;
	if (*bytes && sodium_base642bin((unsigned char *)*bytes, room + 1, word, length, NULL, count, NULL, BASE64) == 0 && *count <= most)
		return;
	free(*bytes);
	*bytes = NULL;
	pack->wrong = true;
}

bool pack_ended(const struct pack *pack)
{
	return !pack->wrong && *pack->at == 0;
}

void pack_free(struct pack *pack)
{
	free(pack->text);
	*pack = (struct pack){ .at = NULL };
}
