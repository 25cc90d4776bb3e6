/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/foreign/faults.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
	const char *name, *words;
} known[] = {
	[FAULT_STATISTIC] = { "sensitivity", "a statistic moves further than its sensitivity" },
	[FAULT_NOT_FINITE] = { "not-finite", "a statistic, an answer, a sensitivity or a scale is no finite number" },
	[FAULT_ADDITIONS] = { "additions", "what gets noise, or how often, depends on the data" },
	[FAULT_SIZE] = { "size", "the size of a statistic depends on the data" },
	[FAULT_LAW] = { "law", "the law of the noise depends on the data" },
	[FAULT_SCALE] = { "scale", "the scale of the noise depends on the data" },
	[FAULT_SENSITIVITY] = { "declared", "the sensitivity that is declared depends on the data" },
	[FAULT_STREAM] = { "stream", "which stream the noise is drawn from depends on the data" },
	[FAULT_OUTPUT] = { "output", "the output depends on the data, although all answers were alike" },
	[FAULT_STREAM_TWICE] = { "stream-twice", "two additions draw from one stream" },
	[FAULT_BUDGET] = { "budget", "what was declared composes to more than was asked for" },
	[FAULT_NO_NOISE] = { "no-noise", "no noise is added" },
	[FAULT_SEED] = { "seed", "another seed gives the same noise" },
	[FAULT_REPEAT] = { "repeat", "the same seed gives something else" },
};

const char *fault_name(enum fault fault)
{
	return known[fault].name;
}

const char *fault_words(enum fault fault)
{
	return known[fault].words;
}

void fault_see(struct fault_seen *seen, const char *addition, const char *format, ...)
{
	va_list arguments;

	if (seen->seen)
		return;
	seen->seen = true;
	snprintf(seen->addition, sizeof(seen->addition), "%s", addition);
	va_start(arguments, format);
	vsnprintf(seen->detail, sizeof(seen->detail), format, arguments);
	va_end(arguments);
}

/* How far the statistic moved, in the law's norm; and how much of it rounding may have made. */
static double moved(const struct addition *one, const struct addition *other, double *rounding)
{
	double sum = 0, largest = 0;

	for (size_t i = 0; i < one->size; i++) {
		const double apart = fabs(one->statistic[i] - other->statistic[i]);

		sum += one->law->norm == 1 ? apart : apart * apart;
		largest = fmax(largest, fmax(fabs(one->statistic[i]), fabs(other->statistic[i])));
	}
	sum = one->law->norm == 1 ? sum : sqrt(sum);
	*rounding = 1e-9 * sum + 1e-12 * largest;
	return sum;
}

static bool all_finite(const struct addition *one)
{
	for (size_t i = 0; i < one->size; i++)
		if (!isfinite(one->statistic[i]))
			return false;
	for (size_t i = 0; i < one->answered; i++)
		if (!isfinite(one->answer[i]))
			return false;
	return isfinite(one->sensitivity) && isfinite(one->scale);
}

static void faults_of_addition(const struct addition *one, const struct addition *other, struct fault_seen seen[FAULTS])
{
	const char *name = one->name;

	if (!all_finite(one) || !all_finite(other)) {
		fault_see(&seen[FAULT_NOT_FINITE], name, "on data set 1");
		return;
	}
	if (one->size != other->size)
		fault_see(&seen[FAULT_SIZE], name, "%zu coordinates on the one, %zu on the other", one->size, other->size);
	if (one->law != other->law)
		fault_see(&seen[FAULT_LAW], name, "%s on the one, %s on the other", one->law->name, other->law->name);
	if (one->scale != other->scale)
		fault_see(&seen[FAULT_SCALE], name, "%.10g on the one, %.10g on the other", one->scale, other->scale);
	if (one->sensitivity != other->sensitivity)
		fault_see(&seen[FAULT_SENSITIVITY], name, "%.10g on the one, %.10g on the other", one->sensitivity, other->sensitivity);
	if (!json_equal(one->stream, other->stream))
		fault_see(&seen[FAULT_STREAM], name, "the two runs name different streams");
	if (one->size == other->size && one->law == other->law) {
		const double declared = fmin(one->sensitivity, other->sensitivity);
		double rounding;
		const double far = moved(one, other, &rounding);

		if (far - rounding > declared)
			fault_see(&seen[FAULT_STATISTIC], name, "it moved by %.10g in the %d-norm of the %s law, and %.10g was declared", far, one->law->norm, one->law->name, declared);
	}
}

static void faults_of_streams(const struct foreign_run *run, struct fault_seen seen[FAULTS])
{
	for (size_t k = 0; k < run->count; k++)
		for (size_t i = 0; i < k; i++)
			if (json_equal(run->one[i].stream, run->one[k].stream))
				fault_see(&seen[FAULT_STREAM_TWICE], run->one[k].name, "addition %zu (%s) has drawn from it before", i + 1, run->one[i].name);
}

bool faults_not_finite(const struct foreign_run *run, struct fault_seen seen[FAULTS])
{
	for (size_t k = 0; k < run->count; k++) {
		if (!all_finite(&run->one[k])) {
			fault_see(&seen[FAULT_NOT_FINITE], run->one[k].name, "on data set 0");
			return true;
		}
	}
	return false;
}

void faults_of_pair(const struct foreign_run *one, const struct foreign_run *other, struct fault_seen seen[FAULTS])
{
	const size_t both = one->count < other->count ? one->count : other->count;
	size_t k;

	for (k = 0; k < both && strcmp(one->one[k].name, other->one[k].name) == 0; k++)
		faults_of_addition(&one->one[k], &other->one[k], seen);
	if (k < both)
		fault_see(&seen[FAULT_ADDITIONS], one->one[k].name, "as addition %zu; on the other data set it is %s", k + 1, other->one[k].name);
	else if (one->count != other->count)
		fault_see(&seen[FAULT_ADDITIONS], "", "%zu on the one, %zu on the other", one->count, other->count);
	else if (!json_equal(one->output, other->output))
		fault_see(&seen[FAULT_OUTPUT], "", "the answers alone should determine it");
	faults_of_streams(one, seen);
}

static bool same_noise(const struct addition *one, const struct addition *other)
{
	for (size_t i = 0; i < one->size && i < other->size; i++)
		if (one->answer[i] - one->statistic[i] != other->answer[i] - other->statistic[i])
			return false;
	return one->size == other->size;
}

void faults_of_seeds(const struct foreign_run *one, const struct foreign_run *again, const struct foreign_run *other, struct fault_seen seen[FAULTS])
{
	/* In whole numbers some noise is alike by chance: all of it must be, and be more than a few. */
	size_t alike = 0, all = 0;

	if (!json_equal(one->document, again->document))
		fault_see(&seen[FAULT_REPEAT], "", "on one data set, asked twice");
	for (size_t k = 0; k < one->count && k < other->count; k++) {
		const bool same = same_noise(&one->one[k], &other->one[k]), whole = one->one[k].law->whole;

		all += one->one[k].size;
		alike += same ? one->one[k].size : 0;
		if (same && !whole && one->one[k].size > 0 && one->one[k].answer[0] != one->one[k].statistic[0])
			fault_see(&seen[FAULT_SEED], one->one[k].name, "on one data set");
	}
	if (all >= 64 && alike == all)
		fault_see(&seen[FAULT_SEED], one->one[0].name, "in all %zu coordinates", all);
}
