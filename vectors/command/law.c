/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "law.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "law_events.h"
#include "target.h"
#include "vectors/format/number.h"

enum { AT_ONCE = 1000, INPUTS_TEXT = 160 }; /* samples of one answer; characters of "p 1, q 2" */

static const double false_alarms = 1e-6, wanted_power = 0.9;

struct counted {
	const struct law_request *request;
	const char *law;
	struct law_case of;
	unsigned count[LAW_EVENTS];
	double level; /* of one tail of one event */
	bool unsupported;
};

/* From k away from the mean: the terms fall from the first on. (GSL has this sum, and would start threads that know
   nothing of the signals that stop a target.) */
static double tail_from(unsigned k, double mass, unsigned n, int step)
{
	const long double odds = (long double)mass / (1 - (long double)mass);
	long double term = expl(lgammal(n + 1.0L) - lgammal(k + 1.0L) - lgammal((long double)(n - k) + 1) + (long double)k * logl(mass) +
	                        (long double)(n - k) * log1pl(-(long double)mass));
	long double sum = 0;

	for (long long j = k; j >= 0 && j <= n && term > sum * 1e-20L; j += step) {
		sum += term;
		term *= step > 0 ? (n - j) / (j + 1.0L) * odds : j / ((n - j) + 1.0L) / odds;
	}
	return (double)sum;
}

/* P(at least k of n), P(at most k of n) */
static double at_least(unsigned k, double mass, unsigned n)
{
	if (k == 0 || mass >= 1)
		return 1;
	if (mass <= 0)
		return 0;
	return k > mass * n ? tail_from(k, mass, n, 1) : 1 - tail_from(k - 1, mass, n, -1);
}

static double at_most(unsigned k, double mass, unsigned n)
{
	return k >= n ? 1 : mass >= 1 ? 0 : 1 - at_least(k + 1, mass, n) > 1e-3 || mass <= 0 ? 1 - at_least(k + 1, mass, n) : tail_from(k, mass, n, -1);
}

static bool sample_of(const json_t *json, int64_t *x)
{
	if (json_is_integer(json)) {
		*x = json_integer_value(json);
		return true;
	}
	return number_get_i64(json, x);
}

static enum dpmf_status count_samples(struct counted *c, const json_t *samples, unsigned wanted, struct dpmf_error *error)
{
	const json_t *one;
	size_t i;
	int64_t x;

	if (!json_is_array(samples) || json_array_size(samples) != wanted)
		return dpmf_fail(error, DPMF_INPUT, "`samples` is no list of %u integers", wanted);
	json_array_foreach(samples, i, one) {
		if (!sample_of(one, &x))
			return dpmf_fail(error, DPMF_INPUT, "sample %zu is no integer of 64 bits; write it as a JSON integer or a decimal text", i);
		for (size_t e = 0; e < c->of.events; e++)
			c->count[e] += law_event_holds(&c->of.event[e], x);
	}
	return DPMF_OK;
}

static enum dpmf_status take(struct counted *c, const char *text, unsigned wanted, struct dpmf_error *error)
{
	json_error_t where;
	json_t *answer = json_loads(text, JSON_REJECT_DUPLICATES, &where);
	enum dpmf_status status = DPMF_OK;

	if (answer == NULL)
		return dpmf_fail(error, DPMF_INPUT, "the answer is no JSON: %s", where.text);
	c->unsupported = json_object_get(answer, "unsupported") != NULL;
	if (!c->unsupported)
		status = count_samples(c, json_object_get(answer, "samples"), wanted, error);
	json_decref(answer);
	return status;
}

/* "p": "1", "q": "2" put into `object`, which is taken; NULL: memory is short. */
static json_t *with_inputs(json_t *object, const struct law_case *c)
{
	int failed = object == NULL;

	for (size_t i = 0; i < c->inputs && !failed; i++)
		failed = json_object_set_new(object, c->name[i], number_u64(c->input[i])) != 0;
	if (failed)
		json_decref(object);
	return failed ? NULL : object;
}

/* "p 1, q 2" */
static void inputs_text(const char *const *name, size_t count, const json_t *object, char *text, size_t room)
{
	size_t n = 0;

	text[0] = '\0';
	for (size_t i = 0; i < count && n < room; i++)
		n += (size_t)snprintf(text + n, room - n, "%s%s %s", i == 0 ? "" : ", ", name[i], json_string_value(json_object_get(object, name[i])));
}

static enum dpmf_status ask(struct target *t, struct counted *c, unsigned wanted, struct dpmf_error *error)
{
	json_t *inputs = with_inputs(json_object(), &c->of);
	json_t *request = inputs == NULL ? NULL : json_pack("{s:s, s:O, s:i}", "law", c->request->algorithm, "inputs", inputs, "samples", (int)wanted);
	char *line = request == NULL ? NULL : json_dumps(request, JSON_COMPACT | JSON_PRESERVE_ORDER);
	struct dpmf_error detail = { "" };
	const char *text;
	char what[INPUTS_TEXT];
	enum dpmf_status status;

	inputs_text(c->of.name, line == NULL ? 0 : c->of.inputs, inputs, what, sizeof what);
	json_decref(request);
	json_decref(inputs);
	if (line == NULL)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	status = target_ask(t, line, &text, &detail);
	free(line);
	if (status == DPMF_OK)
		status = take(c, text, wanted, &detail);
	return status == DPMF_OK ? DPMF_OK : dpmf_fail(error, status, "%s, %s: %s", c->request->algorithm, what, detail.text);
}

static json_t *judge(const struct counted *c)
{
	const unsigned n = c->request->samples;
	json_t *list = json_array();
	char text[64];

	for (size_t e = 0; e < c->of.events && !c->unsupported; e++) {
		const struct law_event *event = &c->of.event[e];
		const double p = fmin(at_least(c->count[e], event->mass, n), at_most(c->count[e], event->mass, n));

		if (p > c->level)
			continue;
		law_event_text(event, text, sizeof text);
		json_array_append_new(list, json_pack("{s:s, s:I, s:f, s:f}", "event", text, "count", (json_int_t)c->count[e], "expected",
		                                      event->mass * n, "probability", p));
	}
	return list;
}

static enum dpmf_status run_case(struct target *t, struct counted *c, json_t *cases, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;
	json_t *failures;
	bool refused;

	memset(c->count, 0, sizeof c->count);
	c->unsupported = false;
	for (unsigned left = c->request->samples; left > 0 && status == DPMF_OK && !c->unsupported;) {
		const unsigned now = left < AT_ONCE ? left : AT_ONCE;
		status = ask(t, c, now, error);
		left -= now;
	}
	if (status != DPMF_OK)
		return status;
	failures = judge(c);
	refused = json_array_size(failures) > 0;
	if (json_array_append_new(cases, with_inputs(json_pack("{s:s, s:I, s:o}", "result",
	                                                       c->unsupported ? "unsupported" : refused ? "another law" : "consistent", "events",
	                                                       (json_int_t)c->of.events, "failures", failures), &c->of)) != 0)
		return dpmf_fail(error, DPMF_FAILED, "memory is short");
	return refused ? DPMF_NO : DPMF_OK;
}

/* The least d for which an event of 1/2 that has (1 + d) / 2 instead is refused with the wanted power. */
static double seen_of_half(double level, unsigned n)
{
	unsigned low = n / 2, high = n; /* the count `high` is refused, `low` is not */
	double under = 0.5, over = 1;

	while (high - low > 1) {
		const unsigned middle = low + (high - low) / 2;
		*(at_least(middle, 0.5, n) <= level ? &high : &low) = middle;
	}
	for (int i = 0; i < 50; i++) {
		const double middle = (under + over) / 2;
		*(at_least(high, middle, n) >= wanted_power ? &over : &under) = middle;
	}
	return 2 * over - 1;
}

static enum dpmf_status run_cases(struct target *t, struct counted *c, json_t *cases, struct dpmf_error *error)
{
	const size_t count = law_cases(c->law);
	enum dpmf_status status = DPMF_OK, all = DPMF_OK;
	size_t events = 0, unsupported = 0;

	for (size_t i = 0; i < count; i++) {
		law_case_at(c->law, i, &c->of);
		events += c->of.events;
	}
	c->level = false_alarms / 2 / (double)events;
	for (size_t i = 0; i < count && status <= DPMF_NO; i++) {
		law_case_at(c->law, i, &c->of);
		status = run_case(t, c, cases, error);
		unsupported += c->unsupported;
		all = status > all ? status : all;
	}
	if (all <= DPMF_NO && target_finish(t, error) != DPMF_OK)
		return DPMF_INPUT;
	if (all == DPMF_OK && unsupported == count)
		return dpmf_fail(error, DPMF_INPUT, "the target supports none of the parameters, so nothing was tested");
	return all;
}

static enum dpmf_status no_law(const char *algorithm, struct dpmf_error *error)
{
	char known[200] = "";
	size_t n = 0;

	for (size_t i = 0; law_at(i) != NULL && n < sizeof known; i++)
		n += (size_t)snprintf(known + n, sizeof known - n, "%s%s", i == 0 ? "" : law_at(i + 1) == NULL ? " and " : ", ", law_at(i));
	return dpmf_fail(error, DPMF_INPUT, "there is no law for %.60s; there is one for %s, also with paper_ or program_ in front", algorithm, known);
}

enum dpmf_status law_run(const struct law_request *r, json_t **report, struct dpmf_error *error)
{
	static struct counted c;
	json_t *cases = json_array();
	struct target t;
	enum dpmf_status status;

	*report = NULL;
	c = (struct counted){ .request = r, .law = law_of(r->algorithm) };
	if (c.law == NULL) {
		status = no_law(r->algorithm, error);
	} else {
		status = target_start(&t, r->argv, r->timeout, error);
		if (status == DPMF_OK)
			status = run_cases(&t, &c, cases, error);
		target_stop(&t);
	}
	if (status <= DPMF_NO) {
		*report = json_pack("{s:s, s:s, s:s, s:I, s:f, s:f, s:{s:f, s:f, s:f}, s:O}", "format", "dpmf-vectors-law", "version", "1", "algorithm",
		                    r->algorithm, "samples", (json_int_t)r->samples, "falseAlarms", false_alarms, "level", c.level, "seen", "power", wanted_power,
		                    "offHalf", seen_of_half(c.level, r->samples), "missing", -expm1(log(c.level) / r->samples), "cases", cases);
		status = *report == NULL ? dpmf_fail(error, DPMF_FAILED, "memory is short") : status;
	}
	json_decref(cases);
	return status;
}

void law_tell(FILE *out, const json_t *report)
{
	const char *algorithm = json_string_value(json_object_get(report, "algorithm"));
	const json_t *seen = json_object_get(report, "seen");
	struct law_case of;
	char what[INPUTS_TEXT];
	json_t *one, *failure;
	size_t i, j;

	json_array_foreach(json_object_get(report, "cases"), i, one) {
		law_case_at(law_of(algorithm), i, &of);
		inputs_text(of.name, of.inputs, one, what, sizeof what);
		fprintf(out, "%s, %s: %s\n", algorithm, what, json_string_value(json_object_get(one, "result")));
		json_array_foreach(json_object_get(one, "failures"), j, failure)
			fprintf(out, "  %s: %" JSON_INTEGER_FORMAT " times; %.6g are expected, and so many or fewer, or so many or more, have a probability of %.2g\n",
			        json_string_value(json_object_get(failure, "event")), json_integer_value(json_object_get(failure, "count")),
			        json_number_value(json_object_get(failure, "expected")), json_number_value(json_object_get(failure, "probability")));
	}
	fprintf(out, "%" JSON_INTEGER_FORMAT " samples of each. A right law is refused once in %.0f times. Seen with probability %g: a probability of 1/2 that is "
	        "off by %.2g of itself. Seen always: a value or a tail of probability %.2g that never comes.\n",
	        json_integer_value(json_object_get(report, "samples")), 1 / json_number_value(json_object_get(report, "falseAlarms")),
	        json_number_value(json_object_get(seen, "power")), json_number_value(json_object_get(seen, "offHalf")),
	        json_number_value(json_object_get(seen, "missing")));
}
