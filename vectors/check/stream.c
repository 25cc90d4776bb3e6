/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check.h"
#include "core/stream.h"
#include "inputs.h"
#include "vectors/format/number.h"

static bool key_input(const json_t *inputs, const char *name, struct dpmf_key *key)
{
	size_t length;

	key->log = NULL;
	return number_get_bytes(json_object_get(inputs, name), key->bytes, sizeof key->bytes, &length) && length == sizeof key->bytes;
}

CHECK(key_of_seed)
{
	struct dpmf_key key;
	uint64_t seed;

	(void)expected;
	if (!input_u64(inputs, "seed", &seed))
		return CHECK_MALFORMED;
	dpmf_key_from_seed(seed, &key);
	return json_object_set_new(got, "key", number_bytes(key.bytes, sizeof key.bytes)) == 0 ? CHECKED : CHECK_FAILED;
}

CHECK(key_derive)
{
	struct dpmf_key parent, child;

	(void)expected;
	if (!key_input(inputs, "parent", &parent))
		return CHECK_MALFORMED;
	dpmf_key_derive(&parent, json_string_value(json_object_get(inputs, "name")), &child);
	return json_object_set_new(got, "child", number_bytes(child.bytes, sizeof child.bytes)) == 0 ? CHECKED : CHECK_FAILED;
}

enum { BUFFERED = sizeof ((struct dpmf_stream *)0)->buffer / 8 }; /* words */

CHECK(stream_words)
{
	struct dpmf_stream stream;
	struct dpmf_key key;
	uint64_t user, item, round, from, count, word[INPUT_COORDINATES];

	(void)expected;
	if (!key_input(inputs, "key", &key) || !input_u64(inputs, "user", &user) || !input_u64(inputs, "item", &item) ||
	    !input_u64(inputs, "round", &round) || !input_u64(inputs, "from", &from) || !input_u64(inputs, "count", &count) ||
	    count > INPUT_COORDINATES || from > UINT64_C(1) << 40)
		return CHECK_MALFORMED;
	dpmf_stream_open(&stream, &key, user, item, round);
	/* Nobody reads 2^35 words: the stream goes on at the buffer in which the first one stands. */
	stream.block = from / BUFFERED * (BUFFERED / 8);
	for (uint64_t i = 0; i < from % BUFFERED; i++)
		dpmf_stream_word(&stream);
	for (uint64_t i = 0; i < count; i++)
		word[i] = dpmf_stream_word(&stream);
	return json_object_set_new(got, "word", book_u64s(word, count)) == 0 ? CHECKED : CHECK_FAILED;
}
