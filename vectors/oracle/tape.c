/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tape.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors/format/number.h"

void tape_words(const char *name, uint64_t number, uint64_t *word, size_t count)
{
	unsigned char block[64];
	char text[160];

	for (size_t i = 0; i < count; i++) {
		if (i % 8 == 0) {
			const size_t n = (size_t)snprintf(text, sizeof text, "dpmf-vectors v1 %s %llu %zu", name,
			                       (unsigned long long)number, i / 8);
			crypto_generichash(block, sizeof block, (const unsigned char *)text, n, NULL, 0);
		}
		word[i] = 0;
		for (size_t j = 0; j < 8; j++)
			word[i] |= (uint64_t)block[8 * (i % 8) + j] << 8 * j;
	}
}

bool tape_open(struct tape *t, const uint64_t *word, size_t words)
{
	*t = (struct tape){ .word = word, .words = words, .calls = json_array() };
	return t->calls != NULL;
}

void tape_close(struct tape *t)
{
	json_decref(t->calls);
	t->calls = NULL;
}

uint64_t tape_next(struct tape *t)
{
	if (t->at == t->words) {
		t->dry = true;
		return 0;
	}
	return t->flaw == FLAW_HIGH_FIRST ? __builtin_bswap64(t->word[t->at++]) : t->word[t->at++];
}

static json_t *text_of(mpz_srcptr x)
{
	char *digits = mpz_get_str(NULL, 10, x);
	json_t *json = json_string(digits);

	free(digits);
	return json;
}

size_t tape_enter(struct tape *t, const char *call, mpz_srcptr a, mpz_srcptr b)
{
	return tape_enter_share(t, call, a, b, NULL, NULL);
}

size_t tape_enter_share(struct tape *t, const char *call, mpz_srcptr a, mpz_srcptr b, mpz_srcptr part, mpz_srcptr whole)
{
	const mpz_srcptr argument[] = { a, b, part, whole };
	json_t *with = json_array();
	const size_t place = json_array_size(t->calls);

	for (size_t i = 0; i < 4; i++)
		if (argument[i] != NULL)
			json_array_append_new(with, text_of(argument[i]));
	json_array_append_new(t->calls, json_pack("{s:s, s:o, s:o}", "call", call, "with", with,
	                                          "at", number_u64(t->at)));
	return place;
}

void tape_leave(struct tape *t, size_t place, mpz_srcptr value)
{
	json_t *entry = json_array_get(t->calls, place);
	uint64_t at = 0;

	number_get_u64(json_object_get(entry, "at"), &at);
	json_object_set_new(entry, "words", number_u64(t->at - at));
	json_object_set_new(entry, "value", text_of(value));
}

void tape_leave_bool(struct tape *t, size_t place, bool value)
{
	mpz_t x;

	mpz_init_set_ui(x, value);
	tape_leave(t, place, x);
	mpz_clear(x);
}

static bool same(const json_t *text, const char *wanted)
{
	return wanted == NULL || (json_is_string(text) && strcmp(json_string_value(text), wanted) == 0);
}

size_t tape_count(const struct tape *t, const char *call, const char *second, const char *value)
{
	size_t i, count = 0;
	json_t *entry;

	json_array_foreach(t->calls, i, entry)
		count += same(json_object_get(entry, "call"), call) && same(json_object_get(entry, "value"), value) &&
		         same(json_array_get(json_object_get(entry, "with"), 1), second);
	return count;
}

json_t *tape_bytes(const uint64_t *word, size_t words)
{
	unsigned char *bytes = malloc(8 * words + 1);
	json_t *json;

	if (bytes == NULL)
		return NULL;
	for (size_t i = 0; i < 8 * words; i++)
		bytes[i] = (unsigned char)(word[i / 8] >> 8 * (i % 8));
	json = number_bytes(bytes, 8 * words);
	free(bytes);
	return json;
}
