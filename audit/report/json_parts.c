/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/report/json_parts.h"

#include <math.h>

json_t *audit_json_number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

json_t *audit_json_text(const char *text)
{
	json_t *string = json_string(text);

	return string ? string : json_null();
}

/* A list that lost an entry for want of memory becomes NULL, and with it the document. */
static void push(json_t **list, json_t *entry)
{
	if (*list && json_array_append_new(*list, entry) == 0)
		return;
	if (!*list)
		json_decref(entry);
	json_decref(*list);
	*list = NULL;
}

static json_t *pair(json_t *first, json_t *second)
{
	return json_pack("[o, o]", first, second);
}

static json_t *count_of(const struct audit_result *result, int which)
{
	double interval[2];

	audit_interval(result, which, interval);
	return json_pack("{s:I, s:I, s:[f,f]}", "hits", (json_int_t)result->counts.hits[which], "runs", (json_int_t)result->counts.runs[which],
	                 "interval", interval[0], interval[1]);
}

static json_t *intervals_of(const struct stretches *stretches)
{
	json_t *list = json_array();

	for (size_t i = 0; i < stretches->count; i++)
		push(&list, pair(audit_json_number(stretches->one[i].from), audit_json_number(stretches->one[i].to)));
	return list;
}

/* Where both worlds are guessed, `likely` counts the right guesses and `unlikely` the wrong ones; else
   the event in the world that it points to, and in the other. */
json_t *audit_json_event(const struct audit_result *result)
{
	static const char *const toward[] = { "0", "1", "both" };
	json_t *words = json_array();

	for (int i = 0; i < 2; i++)
		push(&words, *result->words[i] ? audit_json_text(result->words[i]) : json_null());
	return json_pack("{s:s, s:o, s:[I,I], s:o, s:o, s:o, s:o}", "toward", toward[result->event.toward], "words", words,
	                 "parts", (json_int_t)result->parts[0], (json_int_t)result->parts[1],
	                 "thresholds", pair(audit_json_number(result->event.high), audit_json_number(result->event.low)),
	                 "intervals", pair(intervals_of(&result->stretch[0]), intervals_of(&result->stretch[1])),
	                 "likely", count_of(result, 0), "unlikely", count_of(result, 1));
}

enum { EPSILONS = 40 };

/* Rounded down: what is said is true of more. */
static double down(double x)
{
	return floor(x * 1e12) / 1e12;
}

static json_t *deltas_of(const struct audit_result *result, const struct audit_band_point *point)
{
	static const double deltas[] = { 0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1 };
	json_t *list = json_array();

	for (size_t i = 0; i < sizeof(deltas) / sizeof(*deltas); i++)
		push(&list, json_pack("{s:f, s:f}", "delta", deltas[i], "epsilon", down(audit_band_epsilon(point, result->band.count, deltas[i]))));
	return list;
}

/* From 0 to twice the claim, or a little more than what was found. */
static json_t *epsilons_of(const struct audit_result *result, const struct audit_band_point *point)
{
	const double most = fmax(fmax(2 * result->one->epsilon, 1.1 * result->epsilon_lower), 0.1);
	json_t *list = json_array();

	for (int i = 0; i <= EPSILONS; i++) {
		const double epsilon = most * i / EPSILONS;

		push(&list, json_pack("{s:f, s:f}", "epsilon", epsilon, "delta", down(audit_band_delta(point, result->band.count, epsilon))));
	}
	return list;
}

json_t *audit_json_curve(const struct audit_result *result, const struct audit_band_point *point)
{
	json_t *points = json_array();

	if (result->band.count == 0) {
		json_decref(points);
		return json_null();
	}
	for (size_t k = 0; k < result->band.count; k++)
		push(&points, json_pack("{s:o, s:[f,f], s:[f,f]}", "score", audit_json_number(result->band.at[k]),
			"data_set_0", point[k].reach[0][0], point[k].reach[0][1], "data_set_1", point[k].reach[1][0], point[k].reach[1][1]));
	return json_pack("{s:f, s:o, s:o, s:o}", "confidence", result->confidence, "points", points,
	                 "epsilon_at_delta", deltas_of(result, point), "delta_at_epsilon", epsilons_of(result, point));
}

json_t *audit_json_picture(const struct audit_result *result)
{
	static const char *const axis[] = { "score", "answer", "words" };
	const struct audit_picture *picture = &result->picture;
	const bool words = picture->axis == AUDIT_AXIS_WORDS;
	json_t *counts[2] = { json_array(), json_array() }, *names = json_array();

	for (size_t b = 0; b < (words ? picture->words : AUDIT_PICTURE_BINS); b++) {
		for (int world = 0; world < 2; world++)
			push(&counts[world], json_integer((json_int_t)picture->count[world][b]));
		if (words)
			push(&names, audit_json_text(picture->word[b]));
	}
	return json_pack("{s:s, s:o, s:o, s:[o,o], s:o}", "axis", axis[picture->axis], "low", audit_json_number(picture->low),
	                 "high", audit_json_number(picture->high), "counts", counts[0], counts[1], "words", names);
}

json_t *audit_json_sentences(const struct audit_result *result, const struct audit_band_point *point)
{
	static const struct {
		const char *name;
		void (*write)(const struct audit_result *result, char *text, size_t room);
	} sentence[] = {
		{ "verdict", audit_verdict_sentence }, { "seen", audit_event_sentence },
		{ "intervals", audit_interval_sentence }, { "could_be_seen", audit_could_sentence },
		{ "note", audit_note_sentence },
	};
	json_t *object = json_object();
	char text[AUDIT_SENTENCE];

	for (size_t i = 0; i < sizeof(sentence) / sizeof(*sentence); i++) {
		sentence[i].write(result, text, sizeof(text));
		if (json_object_set_new(object, sentence[i].name, audit_json_text(text)) != 0) {
			json_decref(object);
			return NULL;
		}
	}
	audit_curve_sentence(result, point, text, sizeof(text));
	if (json_object_set_new(object, "other_deltas", audit_json_text(text)) != 0) {
		json_decref(object);
		return NULL;
	}
	return object;
}
