/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "number.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint64_t number_bits(double x)
{
	uint64_t bits;

	memcpy(&bits, &x, sizeof bits);
	return bits;
}

double number_from_bits(uint64_t bits)
{
	double x;

	memcpy(&x, &bits, sizeof x);
	return x;
}

void number_hex(double x, char *text)
{
	const uint64_t bits = number_bits(x);
	const char *sign = bits >> 63 ? "-" : "";
	const int exponent = (int)(bits >> 52 & 0x7ff);
	uint64_t fraction = bits & 0xfffffffffffff;
	const char *least = fraction ? "-1022" : "+0"; /* the exponent of zero and of what has no leading 1 */
	int width = 13;
	char digits[16] = "";

	if (exponent == 0x7ff) {
		snprintf(text, 32, fraction ? "nan" : "%sinf", sign);
		return;
	}
	if (fraction != 0) {
		for (; fraction % 16 == 0; fraction /= 16)
			width--;
		snprintf(digits, sizeof digits, ".%0*" PRIx64, width, fraction);
	}
	if (exponent == 0)
		snprintf(text, 32, "%s0x0%sp%s", sign, digits, least);
	else
		snprintf(text, 32, "%s0x1%sp%+d", sign, digits, exponent - 1023);
}

/* Doubles in ascending order as ascending integers. */
static int64_t rank(double x)
{
	const uint64_t bits = number_bits(x);

	return bits >> 63 ? -1 - (int64_t)(bits & INT64_MAX) : (int64_t)bits;
}

uint64_t number_ulps(double x, double y)
{
	const int64_t a = rank(x), b = rank(y);

	if (x != x || y != y)
		return UINT64_MAX;
	return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

static bool bits_of(const char *text, uint64_t *bits)
{
	char *end;

	if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
		return false;
	*bits = strtoull(text, &end, 16);
	return *end == '\0';
}

bool number_get_double(const json_t *json, double *x)
{
	const char *hex = json_string_value(json_object_get(json, "hex"));
	const char *digits = json_string_value(json_object_get(json, "bits"));
	char canonical[32];
	uint64_t bits;

	if (hex == NULL || digits == NULL || !bits_of(digits, &bits))
		return false;
	number_hex(number_from_bits(bits), canonical);
	if (strcmp(hex, canonical) != 0)
		return false;
	*x = number_from_bits(bits);
	return true;
}

bool number_get_u64(const json_t *json, uint64_t *x)
{
	const char *text = json_string_value(json);
	char *end;

	if (text == NULL || !isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	const unsigned long long value = strtoull(text, &end, 10);
	if (errno != 0 || *end != '\0')
		return false;
	*x = value;
	return true;
}

bool number_get_i64(const json_t *json, int64_t *x)
{
	const char *text = json_string_value(json);
	char *end;

	if (text == NULL || !isdigit((unsigned char)text[text[0] == '-']))
		return false;
	errno = 0;
	const long long value = strtoll(text, &end, 10);
	if (errno != 0 || *end != '\0')
		return false;
	*x = value;
	return true;
}

static int nibble(char c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c == '\0' ? NULL : strchr(digits, c);

	return at == NULL ? -1 : (int)(at - digits);
}

bool number_get_bytes(const json_t *json, unsigned char *bytes, size_t room, size_t *length)
{
	const char *text = json_string_value(json);
	const size_t n = text == NULL ? 1 : strlen(text);

	if (n % 2 != 0 || n / 2 > room)
		return false;
	for (size_t i = 0; i < n / 2; i++) {
		const int high = nibble(text[2 * i]), low = nibble(text[2 * i + 1]);
		if (high < 0 || low < 0)
			return false;
		bytes[i] = (unsigned char)(high << 4 | low);
	}
	*length = n / 2;
	return true;
}

json_t *number_double(double x)
{
	char hex[32], bits[20];

	number_hex(x, hex);
	snprintf(bits, sizeof bits, "%016" PRIx64, number_bits(x));
	return json_pack("{s:s, s:s}", "hex", hex, "bits", bits);
}

json_t *number_u64(uint64_t x)
{
	return json_sprintf("%" PRIu64, x);
}

json_t *number_i64(int64_t x)
{
	return json_sprintf("%" PRId64, x);
}

json_t *number_bytes(const unsigned char *bytes, size_t length)
{
	static const char digits[] = "0123456789abcdef";
	char *text = malloc(2 * length + 1);
	json_t *json;

	if (text == NULL)
		return NULL;
	for (size_t i = 0; i < length; i++) {
		text[2 * i] = digits[bytes[i] >> 4];
		text[2 * i + 1] = digits[bytes[i] & 15];
	}
	text[2 * length] = '\0';
	json = json_string(text);
	free(text);
	return json;
}
