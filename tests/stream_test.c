/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stream against XChaCha20 written out here from its specification
   (draft-irtf-cfrg-xchacha-03), and the keys against Python's
   hashlib.blake2b(bytes, key=key, digest_size=32). */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cmocka.h>

#include "core/stream.h"

/* Stands in for the system's. */
static enum { HONEST, INTERRUPTED_ONCE, REFUSING, SHORT } system_random;

ssize_t getrandom(void *buffer, size_t length, unsigned flags)
{
	if (system_random == REFUSING) {
		errno = ENOSYS;
		return -1;
	}
	if (system_random == SHORT)
		return 5;
	if (system_random == INTERRUPTED_ONCE) {
		system_random = HONEST;
		errno = EINTR;
		return -1;
	}
	return syscall(SYS_getrandom, buffer, length, flags);
}

static uint32_t word32(const unsigned char *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store32(uint32_t x, unsigned char *p)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(x >> 8 * i);
}

static void quarter(uint32_t *s, int a, int b, int c, int d)
{
	static const int turn[] = { 16, 12, 8, 7 };

	for (int i = 0; i < 4; i += 2) {
		s[a] += s[b], s[d] ^= s[a], s[d] = s[d] << turn[i] | s[d] >> (32 - turn[i]);
		s[c] += s[d], s[b] ^= s[c], s[b] = s[b] << turn[i + 1] | s[b] >> (32 - turn[i + 1]);
	}
}

static void twenty_rounds(uint32_t *s)
{
	for (int i = 0; i < 10; i++) {
		for (int c = 0; c < 4; c++)
			quarter(s, c, 4 + c, 8 + c, 12 + c);
		for (int c = 0; c < 4; c++)
			quarter(s, c, 4 + (c + 1) % 4, 8 + (c + 2) % 4, 12 + (c + 3) % 4);
	}
}

static void set_up(const unsigned char *key, const unsigned char *last, uint32_t *s)
{
	for (int i = 0; i < 4; i++)
		s[i] = word32((const unsigned char *)"expand 32-byte k" + 4 * i);
	for (int i = 0; i < 8; i++)
		s[4 + i] = word32(key + 4 * i);
	for (int i = 0; i < 4; i++)
		s[12 + i] = word32(last + 4 * i);
}

static void hchacha20(const unsigned char *key, const unsigned char *nonce, unsigned char *sub_key)
{
	uint32_t s[16];

	set_up(key, nonce, s);
	twenty_rounds(s);
	for (int i = 0; i < 4; i++) {
		store32(s[i], sub_key + 4 * i);
		store32(s[12 + i], sub_key + 16 + 4 * i);
	}
}

static void xchacha20_block(const unsigned char *key, const unsigned char *nonce, uint64_t number, unsigned char *block)
{
	unsigned char sub_key[32], last[16];
	uint32_t s[16], start[16];

	hchacha20(key, nonce, sub_key);
	store32((uint32_t)number, last);
	store32((uint32_t)(number >> 32), last + 4);
	memcpy(last + 8, nonce + 16, 8);
	set_up(sub_key, last, s);
	memcpy(start, s, sizeof s);
	twenty_rounds(s);
	for (int i = 0; i < 16; i++)
		store32(s[i] + start[i], block + 4 * i);
}

static void store64(uint64_t x, unsigned char *p)
{
	store32((uint32_t)x, p);
	store32((uint32_t)(x >> 32), p + 4);
}

static uint64_t oracle(const unsigned char *key, uint64_t user, uint64_t item, uint64_t round, uint64_t index)
{
	unsigned char nonce[24], block[64];
	const unsigned char *p = block + 8 * (index % 8);

	store64(user, nonce);
	store64(item, nonce + 8);
	store64(round, nonce + 16);
	xchacha20_block(key, nonce, index / 8, block);
	return word32(p) | (uint64_t)word32(p + 4) << 32;
}

static void assert_hex(const unsigned char *bytes, const char *hex)
{
	char text[65];

	for (int i = 0; i < 32; i++)
		snprintf(text + 2 * i, 3, "%02x", bytes[i]);
	assert_string_equal(text, hex);
}

/* draft-irtf-cfrg-xchacha-03, section 2.2.1 */
static void the_oracle_is_hchacha20(void **state)
{
	const unsigned char nonce[16] = { 0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0, 0x31, 0x41, 0x59, 0x27 };
	unsigned char key[32], sub_key[32];

	(void)state;
	for (int i = 0; i < 32; i++)
		key[i] = (unsigned char)i;
	hchacha20(key, nonce, sub_key);
	assert_hex(sub_key, "82413b4227b27bfed30e42508a877d73a0f9e4d58a74a853c12ec41326d3ecdc");
}

static void keys_are_keyed_blake2b(void **state)
{
	static const struct { uint64_t seed; const char *key, *nameless, *server; } cases[] = {
		{ 0, "95d83865f1ff7cbde5448f36754e206d267278db78f1291869fc775df17305f4",
		  "a213dc24cd34626a83bb670d8ee31af4b8badf21ce10e57b1a090782e12dfafe",
		  "7a443fdccdc65315fc51886e18678cd8208104438e11b27a85302340863ef551" },
		{ 1, "c42390655229f5996b9c48832709d9fe32e0f716e3c7e20f3b60773b3ff2df68",
		  "bbfd5a857931c3517afa05a3feefafed0bece8510b46493ab02749d9f6b5b4c4",
		  "339cce8f1e6a7b795817b98224d295f4a048b3f03055bfa41c7b9d00861e8660" },
		{ UINT64_MAX, "b9e57ab36dceeee69e8dd39202f32a9bb7fdb66a5458fc8a2d55b21e3354f4e0",
		  "b2f5143e1f221a0a286b942de340f26aa8a8e1dc69ad71bbcb3c69abf0695c30",
		  "932ecc09d7b5f207c72b458a4c79e5190722e60a14023c77e09b318e07b38abd" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct dpmf_key key, child;

		dpmf_key_from_seed(cases[i].seed, &key);
		assert_null(key.log);
		assert_hex(key.bytes, cases[i].key);
		dpmf_key_derive(&key, "", &child);
		assert_hex(child.bytes, cases[i].nameless);
		dpmf_key_derive(&key, "server", &key); /* onto itself */
		assert_hex(key.bytes, cases[i].server);
	}
}

static void words_are_xchacha20(void **state)
{
	struct dpmf_stream s, places;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(42, &key);
	dpmf_stream_open(&places, &key, 0, 0, 0);
	for (int trial = 0; trial < 200; trial++) {
		const uint64_t user = trial ? dpmf_stream_word(&places) : 1, item = trial ? dpmf_stream_word(&places) : 2;
		const uint64_t round = trial ? dpmf_stream_word(&places) : 3;

		dpmf_stream_open(&s, &key, user, item, round);
		for (uint64_t i = 0; i < 300; i++)
			assert_true(dpmf_stream_word(&s) == oracle(key.bytes, user, item, round, i));
		assert_true(s.words == 300);
	}
}

/* A key with a number is what a stream makes of a nonce that begins with it; no other number has the same. */
static void numbers_name_keys(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key, one, other;

	(void)state;
	dpmf_key_from_seed(42, &key);
	for (int trial = 0; trial < 200; trial++) {
		const uint64_t number = trial ? (uint64_t)trial << trial % 60 : UINT64_MAX;

		dpmf_key_number(&key, number, &one);
		dpmf_key_number(&key, number + 1, &other);
		assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
		dpmf_stream_open(&s, &key, number, 0, (uint64_t)trial);
		assert_memory_equal(one.bytes, s.key, sizeof one.bytes);
	}
	dpmf_key_number(&key, 1, &one);
	dpmf_key_number(&key, 1, &key); /* onto itself */
	assert_memory_equal(one.bytes, key.bytes, sizeof one.bytes);
}

/* Computed with a Python program that shares no code with this one. */
static void two_known_words(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(42, &key);
	dpmf_key_derive(&key, "server", &key);
	dpmf_stream_open(&s, &key, 1, 2, 3);
	assert_true(dpmf_stream_word(&s) == UINT64_C(0xb88a968f42471cee));
	assert_true(dpmf_stream_word(&s) == UINT64_C(0x1da191d9a2fb2061));
}

static void the_counter_passes_32_bits(void **state)
{
	struct dpmf_stream s;
	struct dpmf_key key;

	(void)state;
	dpmf_key_from_seed(7, &key);
	dpmf_stream_open(&s, &key, 5, 6, 7);
	s.block = UINT32_MAX - 2;
	for (uint64_t i = 0; i < 100; i++)
		assert_true(dpmf_stream_word(&s) == oracle(key.bytes, 5, 6, 7, 8 * (UINT64_C(0xffffffff) - 2) + i));
}

static void a_tape_is_read_and_runs_dry(void **state)
{
	const unsigned char bytes[] = { 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0x80, 9, 9, 9 };
	struct dpmf_stream s;

	(void)state;
	dpmf_stream_tape(&s, bytes, sizeof bytes);
	assert_true(dpmf_stream_word(&s) == UINT64_C(0x0807060504030201));
	assert_true(dpmf_stream_word(&s) == UINT64_C(1) << 63);
	assert_false(s.dry);
	assert_true(dpmf_stream_word(&s) == 0); /* three bytes are no word */
	assert_true(s.dry);
	assert_true(dpmf_stream_word(&s) == 0);
	assert_true(s.words == 4);
	dpmf_stream_tape(&s, NULL, 0);
	assert_true(dpmf_stream_word(&s) == 0);
	assert_true(s.dry);
}

static struct dpmf_draw_log log_of(uint64_t seed, const uint64_t (*opens)[4], size_t count)
{
	struct dpmf_draw_log log = { .opened = 0 };
	struct dpmf_key key, child;

	dpmf_key_from_seed(seed, &key);
	key.log = &log;
	dpmf_key_derive(&key, "child", &child);
	assert_ptr_equal(child.log, &log);
	for (size_t i = 0; i < count; i++) {
		struct dpmf_stream s;

		dpmf_stream_open(&s, &child, opens[i][0], opens[i][1], opens[i][2]);
		for (uint64_t w = 0; w < opens[i][3]; w++)
			dpmf_stream_word(&s);
	}
	return log;
}

static void the_log_tells_draws_apart(void **state)
{
	const uint64_t one[][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
	static const uint64_t others[][2][4] = {
		{ { 5, 6, 7, 8 }, { 1, 2, 3, 4 } }, { { 1, 2, 3, 5 }, { 5, 6, 7, 7 } }, { { 2, 2, 3, 4 }, { 5, 6, 7, 8 } },
		{ { 1, 3, 3, 4 }, { 5, 6, 7, 8 } }, { { 1, 2, 4, 4 }, { 5, 6, 7, 8 } }, { { 2, 1, 3, 4 }, { 5, 6, 7, 8 } },
	};
	const struct dpmf_draw_log log = log_of(1, one, 2), again = log_of(1, one, 2), seed = log_of(2, one, 2);

	(void)state;
	assert_memory_equal(&log, &again, sizeof log);
	assert_true(log.opened == 2 && log.words == 12);
	assert_true(seed.opened == 2 && seed.words == 12 && seed.mix != log.mix);
	assert_true(log_of(1, one, 1).mix != log.mix);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		const struct dpmf_draw_log other = log_of(1, others[i], 2);

		assert_true(other.opened == 2 && other.words == 12);
		assert_true(other.mix != log.mix);
	}
}

/* Without a word taken, only the opening itself is in the log. */
static void the_log_tells_openings_apart(void **state)
{
	static const uint64_t opens[][1][4] = { { { 1, 2, 3, 0 } }, { { 9, 2, 3, 0 } }, { { 1, 9, 3, 0 } }, { { 1, 2, 9, 0 } } };
	const struct dpmf_draw_log log = log_of(1, opens[0], 1);

	(void)state;
	assert_true(log.opened == 1 && log.words == 0);
	assert_true(log_of(2, opens[0], 1).mix != log.mix);
	for (size_t i = 1; i < sizeof opens / sizeof *opens; i++)
		assert_true(log_of(1, opens[i], 1).mix != log.mix);
}

static void system_keys(void **state)
{
	struct dpmf_key one, other, kept;
	struct dpmf_error error = { "" };

	(void)state;
	assert_int_equal(dpmf_key_from_system(&one, &error), DPMF_OK);
	assert_null(one.log);
	system_random = INTERRUPTED_ONCE;
	assert_int_equal(dpmf_key_from_system(&other, &error), DPMF_OK);
	assert_memory_not_equal(one.bytes, other.bytes, sizeof one.bytes);
	kept = one;
	system_random = REFUSING;
	assert_int_equal(dpmf_key_from_system(&one, &error), DPMF_FAILED);
	assert_non_null(strstr(error.text, "Function not implemented"));
	assert_memory_equal(&one, &kept, sizeof one);
	system_random = SHORT;
	assert_int_equal(dpmf_key_from_system(&one, &error), DPMF_FAILED);
	assert_memory_equal(&one, &kept, sizeof one);
	system_random = HONEST;
}

static int start(void **state)
{
	(void)state;
	return (int)dpmf_stream_start(NULL) || (int)dpmf_stream_start(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_oracle_is_hchacha20),
		cmocka_unit_test(keys_are_keyed_blake2b),
		cmocka_unit_test(words_are_xchacha20),
		cmocka_unit_test(numbers_name_keys),
		cmocka_unit_test(two_known_words),
		cmocka_unit_test(the_counter_passes_32_bits),
		cmocka_unit_test(a_tape_is_read_and_runs_dry),
		cmocka_unit_test(the_log_tells_draws_apart),
		cmocka_unit_test(the_log_tells_openings_apart),
		cmocka_unit_test(system_keys),
	};

	return cmocka_run_group_tests(tests, start, NULL);
}
