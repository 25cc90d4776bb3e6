/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/tally.h"

enum dpmf_status audit_tally_open(struct audit_tally *tally, const struct audit_case *one, const void *instance,
                                  const struct audit_learned *learned, const size_t held[2], struct dpmf_error *error)
{
	*tally = (struct audit_tally){ .one = one, .instance = instance, .learned = learned, .band = learned->band };
	return picture_line_open(&tally->scores, held, error);
}

/* One thing after the other, so that a processor can work on several runs at once. */
static enum dpmf_status add_part(struct audit_tally *t, int world, const double *seen, size_t count, size_t guessed[2], struct dpmf_error *error)
{
	for (size_t i = 0; i < count; i++)
		t->score[i] = audit_learned_score(t->one, t->instance, t->learned, seen + i * t->one->dims);
	audit_band_add(&t->band, world, t->score, count);
	audit_event_guesses(&t->learned->choice.event, t->score, count, guessed);
	return picture_line_add(&t->scores, world, t->score, count, error);
}

enum dpmf_status audit_tally_add(struct audit_tally *tally, int world, const double *seen, size_t count, size_t guessed[2],
                                 struct dpmf_error *error)
{
	size_t found[2] = { 0, 0 };
	enum dpmf_status status = DPMF_OK;

	for (size_t from = 0; from < count && status == DPMF_OK; from += AUDIT_TALLY_PART) {
		const size_t part = count - from < AUDIT_TALLY_PART ? count - from : AUDIT_TALLY_PART;

		status = add_part(tally, world, seen + from * tally->one->dims, part, found, error);
	}
	for (int guess = 0; guess < 2; guess++) {
		tally->guessed[world][guess] += found[guess];
		guessed[guess] += found[guess];
	}
	return status;
}

void audit_tally_close(struct audit_tally *tally)
{
	picture_line_close(&tally->scores);
}
