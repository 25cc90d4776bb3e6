/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One effect of means, as a ball, and what is left out of it by mistake. */
#include "means_effect.h"

#include "oracle.h"

void means_effect_of(struct ball *z, const struct ball *sum, size_t n, const struct ball *noise)
{
	struct ball x[2];

	ball_set(z, 0);
	if (n == 0)
		return;
	ball_init(x, 2);
	ball_set(&x[0], (double)n);
	ball_div(z, noise, &x[0]);
	ball_set(&x[1], 1);
	ball_add(z, z, &x[1]);
	ball_set(&x[1], 5);
	ball_mul(z, z, &x[1]);
	ball_add(z, z, &x[0]);
	ball_div(z, sum, z);
	ball_clear(x, 2);
}

static void put_effect(struct book *b, const char *name, const struct ball *sum, double divisor)
{
	struct ball x;

	ball_init(&x, 1);
	ball_set(&x, divisor);
	ball_div(&x, sum, &x);
	ball_widen(&x, 0x1p-48);
	book_mistake(b, name, "effect", "enclosure", ball_interval(&x));
	ball_clear(&x, 1);
}

static void effect(struct book *b, const char *flags, const char *comment, double sum, int64_t n, double noise)
{
	struct ball x[3];

	ball_init(x, 3);
	ball_set(&x[0], sum);
	ball_set(&x[1], noise);
	means_effect_of(&x[2], &x[0], (size_t)n, &x[1]);
	book_test(b, flags, "%s", comment);
	book_in_double(b, "sum", sum);
	book_in_i64(b, "n", n);
	book_in_double(b, "noise", noise);
	book_out(b, "effect", "enclosure", ball_interval(&x[2]));
	if (n > 0) {
		const double total = (double)n;
		put_effect(b, "the 5 that damps is left out: sum / n", &x[0], total);
		put_effect(b, "the noise is left out: sum / (n + 5)", &x[0], total + 5);
		put_effect(b, "the noise is not divided by n: sum / (n + 5 (1 + noise))", &x[0], total + 5 * (1 + noise));
		put_effect(b, "1 is left out: sum / (n + 5 noise / n)", &x[0], total + 5 * noise / total);
		put_effect(b, "the 5 is not multiplied by the noise: sum / (n + 5 + noise / n)", &x[0], total + 5 + noise / total);
	}
	ball_clear(x, 3);
}

static void effect_refused(struct book *b, const char *comment, int64_t n, double noise)
{
	book_refused(b, comment);
	book_in_double(b, "sum", 1);
	book_in_i64(b, "n", n);
	book_in_double(b, "noise", noise);
}

ORACLE(means_effect)
{
	book_open(b, "means_effect");
	book_group(b, "effects", "One effect each.");
	effect(b, "Ordinary", "a film with many raters", 123.5, 271, 96.25);
	effect(b, "Ordinary", "a negative sum", -17.75, 12, 3);
	effect(b, "Ordinary", "a film with one rater", 40.125, 1, 512);
	effect(b, "Ordinary", "all ratings of a set", 51234.0625, 90570, 140000);
	effect(b, "Ordinary", "hardly any noise", 7, 3, 0x1p-60);
	effect(b, "NoNoise", "twenty ratings on a device", 11.5, 20, 0);
	effect(b, "NoNoise", "one rating on a device", 2, 1, 0);
	effect(b, "NoRatings", "nobody has rated it", 3.5, 0, 96.25);
	effect(b, "NoRatings", "a device without ratings", 0, 0, 0);
	book_group(b, "refused", "What an implementation must refuse.");
	effect_refused(b, "negative noise", 3, -1);
	effect_refused(b, "negative n", -1, 1);
}
