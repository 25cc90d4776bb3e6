/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of secure aggregation in which the bytes change messages on the wire, in both directions: each six of them say which message, where,
   and how. Where everybody signs, what comes out is the sum of those who are named, or nothing: nobody made somebody else's vector wrong. */
#include "secagg/simulate.h"
#include "tests/fuzz/fuzz.h"

enum { USERS = 4, LENGTH = 3, MOST = 1000 };

struct wire {
	const uint8_t *data;
	size_t size, messages;
};

static void change(struct dpmf_secagg_message *message, const uint8_t *how)
{
	const size_t place = (size_t)how[1] | (size_t)how[2] << 8;

	if (how[4] == 255)
		message->length = place < message->length ? place : message->length;
	else if (message->length > 0)
		message->bytes[place % message->length] = how[4] & 1 ? how[3] : (uint8_t)(message->bytes[place % message->length] ^ (1 << (how[3] & 7)));
}

static void on_the_wire(void *context, struct dpmf_secagg_message *message)
{
	struct wire *w = context;

	for (size_t at = 2; at + 5 <= w->size; at += 5)
		if (w->data[at] == w->messages)
			change(message, w->data + at);
	w->messages++;
}

static uint64_t coordinate(uint32_t user, size_t j)
{
	return (user * 97 + j * 31) % (MOST + 1);
}

static void vector(void *context, uint32_t user, uint64_t *x)
{
	(void)context;
	for (size_t j = 0; j < LENGTH; j++)
		x[j] = coordinate(user, j);
}

static void look(const struct dpmf_secagg_outcome *outcome)
{
	for (size_t j = 0; j < LENGTH; j++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < outcome->survivors; i++)
			sum += coordinate(outcome->survivor[i], j);
		must(sum == outcome->sum[j], "where everybody signs, the sum is that of the users who are named");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct wire wire = { data, size, 0 };
	struct dpmf_secagg_outcome outcome;
	struct dpmf_error error = { "" };
	uint8_t silent[USERS];

	if (size < 2)
		return 0;
	for (uint32_t i = 0; i < USERS; i++)
		silent[i] = data[1] >> 2 * i & 2 ? DPMF_SECAGG_STEPS : (uint8_t)(data[1] >> 2 * i & 1 ? DPMF_SECAGG_STEPS : DPMF_SECAGG_MASK);
	struct dpmf_secagg_plan plan = {
		.setting = { .users = USERS, .threshold = 3, .length = LENGTH, .most = MOST, .bits = dpmf_secagg_bits(USERS, MOST), .authenticated = data[0] & 1 },
		.silent = silent, .vector = vector, .wire = on_the_wire, .wire_context = &wire,
	};

	dpmf_key_from_seed(data[0], &plan.key);
	const enum dpmf_status status = dpmf_secagg_simulate(&plan, &outcome, &error);

	must(status == DPMF_OK || status == DPMF_NO, "a message that is wrong ends with a sum or without one");
	if (status == DPMF_OK && plan.setting.authenticated)
		look(&outcome);
	dpmf_secagg_outcome_free(&outcome);
	return 0;
}
