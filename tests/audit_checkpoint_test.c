/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a checkpoint keeps of a result: all of it, to the bit; and nothing of a line that is no result. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "audit/checkpoint/result.h"
#include "audit/progress.h"
#include "tests/scale.h"

/* Every byte its own pattern; lists and texts are full. */
static struct audit_result patterned(void)
{
	struct audit_result r;

	for (size_t i = 0; i < sizeof r; i++)
		((unsigned char *)&r)[i] = (unsigned char)(37 * i + i / 256 + 1);
	r.one = NULL;
	r.again = NULL;
	r.curve = AUDIT_GAUSSIAN;
	r.sequential = r.by_bits = r.fine = r.counts.guesses = true;
	r.event.toward = AUDIT_TOWARD_BOTH;
	r.which = AUDIT_RARE;
	r.finding = AUDIT_VIOLATED;
	r.band.count = AUDIT_BAND_MOST;
	r.picture.axis = AUDIT_AXIS_WORDS;
	r.picture.words = AUDIT_PICTURE_BINS;
	for (int i = 0; i < 2; i++) {
		r.stretch[i].count = STRETCHES_MOST;
		r.words[i][AUDIT_WORDS - 1] = 0;
		for (size_t k = 0; k < AUDIT_WORDS - 1; k++)
			r.words[i][k] = (char)(1 + (k + (size_t)i) % 255);
	}
	for (size_t i = 0; i < AUDIT_PICTURE_BINS; i++)
		strcpy(r.picture.word[i], i % 2 ? "a word, 100 %" : "");
	return r;
}

static char *packed(const struct audit_result *result)
{
	struct audit_result copy;
	struct pack pack = { .at = NULL };

	memcpy(&copy, result, sizeof copy);
	pack_result(&pack, &copy);
	assert_false(pack.lacks);
	assert_null(strchr(pack.text, '\n'));
	return pack.text;
}

static void test_result_comes_back_to_the_bit(void **state)
{
	const struct audit_result r = patterned();
	struct audit_result back = { .one = NULL };
	char *line = packed(&r), *again;
	struct pack pack = { .at = line };

	(void)state;
	pack_result(&pack, &back);
	assert_true(pack_ended(&pack));
	again = packed(&back);
	assert_string_equal(line, again);
	assert_string_equal(r.words[0], back.words[0]);
	assert_string_equal(r.words[1], back.words[1]);
	assert_memory_equal(r.band.reached, back.band.reached, sizeof r.band.reached);
	assert_memory_equal(r.stretch, back.stretch, sizeof r.stretch);
	assert_memory_equal(&r.could_share, &back.could_share, sizeof r.could_share);
	free(line);
	free(again);
}

static bool is_text(size_t at)
{
	const size_t words = offsetof(struct audit_result, words), names = offsetof(struct audit_result, picture.word);

	return (at >= words && at < words + sizeof(char[2][AUDIT_WORDS])) ||
	       (at >= names && at < names + sizeof(char[AUDIT_PICTURE_BINS][AUDIT_PICTURE_WORD]));
}

/* A member that is added to a result and forgotten in its walk would come back as 0. Bytes that may change unseen are those
   between members, fewer than eight and none of them the first of eight; members that are as small are named. */
static void test_every_byte_matters(void **state)
{
#define AT(member) offsetof(struct audit_result, member)
	static const size_t small[] = {
		AT(curve), AT(sequential), AT(event.toward), AT(which), AT(counts.guesses), AT(by_bits), AT(fine), AT(finding), AT(picture.axis),
	};
	const struct audit_result r = patterned();
	struct audit_result changed;
	char *line = packed(&r);
	size_t unseen = 0;

	(void)state;
	for (size_t at = offsetof(struct audit_result, trials); at < sizeof r; at++) {
		const bool pointer = at >= offsetof(struct audit_result, again) && at < offsetof(struct audit_result, band);

		memcpy(&changed, &r, sizeof changed);
		((unsigned char *)&changed)[at] ^= 1;
		char *other = pointer || is_text(at) ? NULL : packed(&changed);

		unseen = other && strcmp(line, other) == 0 ? unseen + 1 : 0;
		for (size_t i = 0; i < sizeof small / sizeof *small; i++)
			if (unseen > 0 && at == small[i])
				fail_msg("byte %zu of a result, a small member, is not kept", at);
		if (unseen == 8 || (unseen > 0 && at % 8 == 0))
			fail_msg("byte %zu of a result is not kept", at);
		free(other);
	}
	free(line);
}

static void look_at(const struct audit_result *result)
{
	assert_true(result->band.count <= AUDIT_BAND_MOST);
	assert_true(result->picture.words <= AUDIT_PICTURE_BINS && result->picture.axis <= AUDIT_AXIS_WORDS);
	assert_true(result->event.toward <= AUDIT_TOWARD_BOTH && result->finding <= AUDIT_VIOLATED);
	for (int i = 0; i < 2; i++) {
		assert_true(result->stretch[i].count <= STRETCHES_MOST);
		assert_non_null(memchr(result->words[i], 0, AUDIT_WORDS));
	}
	for (size_t i = 0; i < AUDIT_PICTURE_BINS; i++)
		assert_non_null(memchr(result->picture.word[i], 0, AUDIT_PICTURE_WORD));
}

/* Cut anywhere, and with any byte another one. */
static void test_lines_of_a_stranger(void **state)
{
	static const char bytes[] = "9 :%-zf";
	const struct audit_result r = patterned();
	char *line = packed(&r);
	const size_t length = strlen(line);

	(void)state;
	for (size_t at = 0; at < length; at += SCALED(7, 97)) {
		const char kept = line[at];

		for (size_t b = 0; b < sizeof bytes; b++) { /* the last of them is the 0 that cuts */
			struct audit_result back = { .one = NULL };
			struct pack pack = { .at = line };

			line[at] = bytes[b];
			pack_result(&pack, &back);
			look_at(&back);
			if (bytes[b] == 0)
				assert_false(pack_ended(&pack) && line[at ? at - 1 : 0] == ' ');
		}
		line[at] = kept;
	}
	free(line);
}

static void test_bytes(void **state)
{
	static const char *const text[] = { "", "a", "ab", "abc", "1.5 yes\n\n\xff 0\n" };

	(void)state;
	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		struct pack out = { .at = NULL };
		char *bytes = strdup(text[i]), *back;
		size_t length = strlen(text[i]), got;

		pack_bytes(&out, &bytes, &length, 0);
		struct pack in = { .at = out.text }, few = { .at = out.text };

		pack_bytes(&in, &back, &got, length);
		assert_true(pack_ended(&in) && got == length);
		assert_memory_equal(bytes, back, length);
		free(back);
		if (length > 0) {
			pack_bytes(&few, &back, &got, length - 1);
			assert_true(!back && few.wrong);
		}
		free(bytes);
		pack_free(&out);
	}
	struct pack stranger = { .at = "!!!" };
	char *none;
	size_t got;

	pack_bytes(&stranger, &none, &got, 100);
	assert_true(!none && stranger.wrong);
}

static void test_time_left(void **state)
{
	char text[64];

	(void)state;
	audit_progress_left(1, 3, 2, text, sizeof text);
	assert_string_equal(text, "6 s left");
	audit_progress_left(10, 1000, 2, text, sizeof text);
	assert_string_equal(text, "4 min left");
	audit_progress_left(1, 3, 3600, text, sizeof text);
	assert_string_equal(text, "3 h 0 min left");
	audit_progress_left(0, 3, 3600, text, sizeof text);
	assert_string_equal(text, "");
	audit_progress_left(1, 3, 0.5, text, sizeof text);
	assert_string_equal(text, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_result_comes_back_to_the_bit), cmocka_unit_test(test_every_byte_matters),
		cmocka_unit_test(test_lines_of_a_stranger), cmocka_unit_test(test_bytes), cmocka_unit_test(test_time_left),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
