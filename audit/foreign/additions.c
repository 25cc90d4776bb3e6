/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/foreign/additions.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct foreign_law laws[] = {
	{ "laplace", 1, false }, { "discrete-laplace", 1, true }, { "normal", 2, false }, { "discrete-gaussian", 2, true },
};

enum { LAWS = sizeof(laws) / sizeof(*laws), REQUEST_MOST = 60000 };

void foreign_run_free(struct foreign_run *run)
{
	json_decref(run->document);
	free(run->one);
	free(run->numbers);
	*run = (struct foreign_run){ .document = NULL };
}

/* What Python writes beside JSON (NaN, Infinity) in quotes; NULL: no memory. */
static char *as_json(const char *line)
{
	char *made = malloc(3 * strlen(line) + 1), *to = made;
	bool quoted = false;

	for (const char *at = line; made && *at; ) {
		const size_t bare = quoted ? 0 : strncmp(at, "NaN", 3) == 0 ? 3 : strncmp(at, "-Infinity", 9) == 0 ? 9 : strncmp(at, "Infinity", 8) == 0 ? 8 : 0;

		if (bare > 0) {
			*to++ = '"';
			memcpy(to, at, bare);
			to += bare;
			*to++ = '"';
			at += bare;
			continue;
		}
		if (quoted && *at == '\\' && at[1])
			*to++ = *at++;
		else if (*at == '"')
			quoted = !quoted;
		*to++ = *at++;
	}
	if (made)
		*to = 0;
	return made;
}

static double number_of(const json_t *value)
{
	return json_is_number(value) ? json_number_value(value) : NAN;
}

static bool numeric(const json_t *value)
{
	const char *word = json_string_value(value);

	return json_is_number(value) || json_is_null(value) || (word && (strcmp(word, "NaN") == 0 || strcmp(word, "Infinity") == 0 || strcmp(word, "-Infinity") == 0));
}

static size_t size_of(const json_t *value)
{
	return json_is_array(value) ? json_array_size(value) : 1;
}

static const json_t *coordinate(const json_t *value, size_t i)
{
	return json_is_array(value) ? json_array_get(value, i) : value;
}

static enum dpmf_status wrong(size_t k, const char *what, struct dpmf_error *error)
{
	return dpmf_fail(error, DPMF_INPUT, "the target's addition %zu: %s", k + 1, what);
}

static enum dpmf_status read_coordinates(size_t k, const json_t *from, size_t size, double *to, struct dpmf_error *error)
{
	for (size_t i = 0; i < size; i++) {
		if (!numeric(coordinate(from, i)))
			return wrong(k, "\"statistic\" and \"answer\" must be a number or a list of numbers", error);
		to[i] = number_of(coordinate(from, i));
	}
	return DPMF_OK;
}

static enum dpmf_status read_addition(size_t k, const json_t *from, struct addition *to, double *numbers, struct dpmf_error *error)
{
	const json_t *statistic = json_object_get(from, "statistic"), *answer = json_object_get(from, "answer");
	const char *law = json_string_value(json_object_get(from, "law"));

	to->name = json_string_value(json_object_get(from, "name"));
	to->stream = json_object_get(from, "stream");
	to->sensitivity = number_of(json_object_get(from, "sensitivity"));
	to->scale = number_of(json_object_get(from, "scale"));
	for (size_t i = 0; law && i < LAWS; i++)
		if (strcmp(law, laws[i].name) == 0)
			to->law = &laws[i];
	if (!to->name || !to->law)
		return wrong(k, !to->name ? "\"name\" must be a word" : "\"law\" must be laplace, discrete-laplace, normal or discrete-gaussian", error);
	if (!json_is_string(to->stream) && !json_is_integer(to->stream))
		return wrong(k, "\"stream\" must be a word or a whole number, which names the stream that the noise is drawn from", error);
	if (!numeric(json_object_get(from, "sensitivity")) || !numeric(json_object_get(from, "scale")))
		return wrong(k, "\"sensitivity\" and \"scale\" must be numbers", error);
	to->statistic = numbers;
	to->answer = numbers + to->size;
	const enum dpmf_status status = read_coordinates(k, statistic, to->size, to->statistic, error);

	return status == DPMF_OK ? read_coordinates(k, answer, to->answered, to->answer, error) : status;
}

static enum dpmf_status read_run(struct foreign_run *run, struct dpmf_error *error)
{
	const json_t *list = json_object_get(run->document, "additions");
	size_t coordinates = 0, used = 0;
	enum dpmf_status status = DPMF_OK;

	run->output = json_object_get(run->document, "output");
	if (!json_is_array(list) || json_array_size(list) > ADDITIONS_MOST || !run->output)
		return dpmf_fail(error, DPMF_INPUT, "the target must answer {\"additions\": [...], \"output\": ...}, with %d additions at most", ADDITIONS_MOST);
	run->count = json_array_size(list);
	run->one = calloc(run->count + 1, sizeof(*run->one));
	for (size_t k = 0; run->one && k < run->count; k++) {
		run->one[k].size = size_of(json_object_get(json_array_get(list, k), "statistic"));
		run->one[k].answered = size_of(json_object_get(json_array_get(list, k), "answer"));
		if (run->one[k].size > COORDINATES_MOST || run->one[k].answered > COORDINATES_MOST)
			return wrong(k, "has more than a thousand numbers", error);
		coordinates += run->one[k].size + run->one[k].answered;
	}
	run->numbers = malloc((coordinates + 1) * sizeof(double));
	if (!run->one || !run->numbers)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the additions of a run");
	for (size_t k = 0; k < run->count && status == DPMF_OK; k++) {
		status = read_addition(k, json_array_get(list, k), &run->one[k], run->numbers + used, error);
		used += run->one[k].size + run->one[k].answered;
	}
	return status;
}

/* As many numbers as the statistic, or what was handed out. */
static enum dpmf_status check_answers(const struct foreign_run *run, const struct foreign_run *answers, struct dpmf_error *error)
{
	for (size_t k = 0; k < run->count; k++) {
		const struct addition *has = &run->one[k], *had = answers && k < answers->count ? &answers->one[k] : NULL;
		bool same = has->answered == (had ? had->answered : has->size);

		for (size_t i = 0; had && same && i < has->answered; i++)
			same = had->answer[i] == has->answer[i];
		if (!same)
			return wrong(k, had ? "did not hand out what \"answers\" says, but something else" : "\"answer\" must have as many numbers as \"statistic\"", error);
	}
	return DPMF_OK;
}

static json_t *answers_json(const struct foreign_run *run)
{
	const json_t *list = run ? json_object_get(run->document, "additions") : NULL;
	json_t *made = run ? json_array() : json_null();

	for (size_t k = 0; k < json_array_size(list); k++)
		json_array_append(made, json_object_get(json_array_get(list, k), "answer"));
	return made;
}

static enum dpmf_status ask(struct target *target, const json_t *data, uint64_t seed, const struct foreign_run *answers, struct dpmf_error *error)
{
	json_t *request = json_pack("{s:s, s:O, s:I, s:o}", "do", "replay", "data", data, "seed", (json_int_t)seed, "answers", answers_json(answers));
	char *text = request ? json_dumps(request, JSON_COMPACT | JSON_REAL_PRECISION(17)) : NULL;
	const size_t length = text ? strlen(text) : 0;
	enum dpmf_status status;

	json_decref(request);
	if (!text)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a request");
	text[length] = '\n'; /* in place of the 0: a request is a line, no text */
	status = length > REQUEST_MOST ? dpmf_fail(error, DPMF_INPUT, "a request takes more than %d bytes: use a smaller \"size\", or fewer additions", REQUEST_MOST)
	                               : target_request(target, text, length + 1, 1, error);
	free(text);
	return status;
}

enum dpmf_status foreign_run_read(const char *line, const struct foreign_run *answers, struct foreign_run *run, struct dpmf_error *error)
{
	struct foreign_run made = { .document = NULL };
	json_error_t why;
	char *text = as_json(line);
	enum dpmf_status status = DPMF_OK;

	made.document = text ? json_loads(text, JSON_REJECT_DUPLICATES, &why) : NULL;
	if (!text)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for an answer");
	else if (!made.document)
		status = dpmf_fail(error, DPMF_INPUT, "the target answered \"%.80s\", which is no JSON: %s", line, why.text);
	free(text);
	if (status == DPMF_OK)
		status = read_run(&made, error);
	if (status == DPMF_OK)
		status = check_answers(&made, answers, error);
	if (status == DPMF_OK)
		*run = made;
	else
		foreign_run_free(&made);
	return status;
}

enum dpmf_status foreign_run(struct target *target, const json_t *data, uint64_t seed, const struct foreign_run *answers,
                             struct foreign_run *run, struct dpmf_error *error)
{
	char *line;
	enum dpmf_status status = ask(target, data, seed, answers, error);

	if (status == DPMF_OK)
		status = target_line(target, &line, error);
	if (status == DPMF_OK)
		status = foreign_run_read(line, answers, run, error);
	if (status != DPMF_OK)
		return status;
	status = target_end_of_answer(target, error);
	if (status != DPMF_OK)
		foreign_run_free(run);
	return status;
}
