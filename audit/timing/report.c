/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/timing/report.h"

#include <math.h>
#include <string.h>

#include "audit/exec/shell.h"
#include "audit/report/report.h"
#include "tool/wrap.h"

enum { INDENT = 15, TEXT = 700 };

/* The two classes of a label, and what the label is of. */
static const struct label_words {
	const char *with, *without, *tells;
} words_of[TIMING_LABELS] = {
	[TIMING_FAR] = { "the half of the answers that lies farther from the middle", "the nearer half", "how far an answer lies from the middle" },
	[TIMING_FARTHEST] = { "the twentieth that lies farthest", "the rest", "whether an answer lies very far from the middle" },
	[TIMING_SIDE] = { "answers above the middle", "those below", "on which side of the middle an answer lies" },
	[TIMING_WORLD] = { "data set 1", "data set 0", "which data set it is" },
};

const struct timing_test *timing_most(const struct timing_found *found, enum timing_label label, int *crop)
{
	int most = 0;

	for (int c = 1; c < TIMING_CROPS; c++)
		if (fabs(found->test[label][c].t) > fabs(found->test[label][most].t))
			most = c;
	if (crop)
		*crop = most;
	return &found->test[label][most];
}

double timing_score(const struct timing_found *found, enum timing_label label)
{
	return fmax(fabs(timing_most(found, label, NULL)->t), fabs(found->rank[label].z));
}

static bool tells_of(const struct timing_result *result, enum timing_label label)
{
	return timing_is_sound(result) && timing_score(&result->found, label) > TIMING_THRESHOLD;
}

static const char *unit(const struct timing_setting *setting)
{
	return setting->field ? "" : " ns";
}

static const char *cost_words(const struct timing_setting *setting)
{
	return setting->field ? "cost" : "time";
}

static void print_verdict(FILE *out, const struct timing_setting *setting, const struct timing_result *result)
{
	const bool noise = tells_of(result, TIMING_FAR) || tells_of(result, TIMING_FARTHEST) || tells_of(result, TIMING_SIDE);
	const bool world = tells_of(result, TIMING_WORLD);
	char name[SHELL_NAME], text[TEXT];

	shell_words(setting->argv, name, sizeof name);
	if (noise || world)
		snprintf(text, sizeof text, "%s: its %s TELLS OF THE %s.", name, cost_words(setting), noise && world ? "NOISE AND OF THE DATA SET" : noise ? "NOISE" : "DATA SET");
	else
		snprintf(text, sizeof text, "%s: nothing was seen of the noise in its %s. This does not mean that its time is constant.", name, cost_words(setting));
	tool_wrap(out, "", 0, text);
}

static bool print_label(FILE *out, const char *head, const struct timing_setting *setting, const struct timing_found *found, enum timing_label label)
{
	char text[TEXT], runs[AUDIT_GROUPED];
	int crop;
	const struct timing_test *test = timing_most(found, label, &crop);

	if (!test->tested)
		return false;
	snprintf(text, sizeof text, "%s: %s %.6g%s in the mean, %s %.6g; t = %.4g", words_of[label].tells, words_of[label].with, test->mean[1], unit(setting),
	         words_of[label].without, test->mean[0], test->t);
	if (crop > 0)
		snprintf(text + strlen(text), sizeof text - strlen(text), " (the cheapest %g %% alone)", 100 * timing_crop_share[crop]);
	if (label != TIMING_FARTHEST)
		snprintf(text + strlen(text), sizeof text - strlen(text), ", rank correlation %.3f (z = %.4g)", found->rank[label].correlation, found->rank[label].z);
	snprintf(text + strlen(text), sizeof text - strlen(text), "; %s runs", audit_grouped(test->runs[0] + test->runs[1], runs));
	tool_wrap(out, head, INDENT, text);
	return true;
}

static void print_labels(FILE *out, const struct timing_setting *setting, const struct timing_result *result)
{
	for (int told = 1; told >= 0; told--) {
		bool first = true;

		for (enum timing_label label = 0; label < TIMING_LABELS; label++) {
			if (tells_of(result, label) != told)
				continue;
			first = !print_label(out, !first ? "" : told ? "what was seen" : "not seen", setting, &result->found, label) && first;
		}
	}
}

static void print_control(FILE *out, const struct timing_setting *setting, const struct timing_result *result)
{
	char text[TEXT];
	double largest = 0;

	for (int i = 0; i < TIMING_CONTROLS; i++)
		largest = fmax(largest, result->control[i].largest);
	snprintf(text, sizeof text, "the same with the %ss dealt out anew at random, %d times: |t| or |z| at most %.3g, where it was %.4g and %g is the threshold",
	         cost_words(setting), TIMING_CONTROLS, largest, result->found.largest, TIMING_THRESHOLD);
	tool_wrap(out, "control", INDENT, text);
}

static void print_repeats(FILE *out, const struct timing_setting *setting, const struct timing_repeats *repeats)
{
	char text[TEXT], pairs[AUDIT_GROUPED];

	if (repeats->pairs < TIMING_CLASS_LEAST)
		return;
	audit_grouped(repeats->pairs, pairs);
	if (repeats->alike < repeats->pairs)
		snprintf(text, sizeof text, "%s requests came twice, and %llu of them got another answer: the noise does not follow from SEED", pairs,
		         (unsigned long long)(repeats->pairs - repeats->alike));
	else
		snprintf(text, sizeof text, "%s requests came twice: the two %ss differ by %.4g%s (median), and correlate %.3f (z = %.4g)%s", pairs, cost_words(setting),
		         repeats->between, unit(setting), repeats->rank.correlation, repeats->rank.z,
		         repeats->rank.z > TIMING_THRESHOLD ? ": some of it follows from the draws" : "");
	tool_wrap(out, "repeated", INDENT, text);
}

static void print_limits(FILE *out, const struct timing_setting *setting, const struct timing_result *result)
{
	const struct timing_test *test = &result->found.test[TIMING_FAR][0];
	const double *q = result->quantile;
	char text[TEXT];
	double least = INFINITY;

	for (int c = 0; c < TIMING_CROPS; c++)
		if (result->found.test[TIMING_FAR][c].tested)
			least = fmin(least, result->found.test[TIMING_FAR][c].seen);
	snprintf(text, sizeof text, "%s%s from %.6g to %.6g, the middle half from %.6g to %.6g, the median %.6g", cost_words(setting), setting->field ? "" : " of a request in ns",
	         q[0], q[4], q[1], q[3], q[2]);
	tool_wrap(out, "in all", INDENT, text);
	if (!test->tested || isinf(least))
		return;
	snprintf(text, sizeof text, "a difference of %.3g%s between the nearer and the farther half, with a probability of 90 %%; a smaller one takes more --trials%s", least,
	         unit(setting), setting->field ? "" : ", or a quieter machine");
	tool_wrap(out, "could be seen", INDENT, text);
}

void timing_print(FILE *out, const struct timing_setting *setting, const struct timing_seen *seen, const char *again)
{
	const double *q = seen->result.quantile;

	print_verdict(out, setting, &seen->result);
	print_labels(out, setting, &seen->result);
	print_control(out, setting, &seen->result);
	print_repeats(out, setting, &seen->repeats);
	print_limits(out, setting, &seen->result);
	if (!setting->field && !timing_tells(&seen->result) && q[3] - q[1] > q[2] / 2)
		tool_wrap(out, "note", INDENT, "the times vary a lot. If this is the machine, it hides a leak; it cannot make one.");
	if (!setting->field)
		tool_wrap(out, "note", INDENT, "the time is that of the whole request: reading it, drawing, printing the answer. A longer number takes longer to print.");
	else
		tool_wrap(out, "note", INDENT, "the cost is what the program says of itself. What it does not count is not seen.");
	tool_wrap(out, "again", INDENT, again);
}

/* The means of the halves, rank correlation, t of what tells most; of the words all draws, of the cycles those that tell most: an
   interrupt costs more than a thousand draws. */
static void own_words(const struct timing_result *result, bool all, char *text, size_t room)
{
	const struct timing_test *test = all ? &result->found.test[TIMING_FAR][0] : timing_most(&result->found, TIMING_FAR, NULL);
	char near[16] = "", far[16] = "";

	if (result->quantile[0] == result->quantile[4]) {
		snprintf(text, room, "%9.6g %9s %6s %7s", result->quantile[0], "always", "", "");
		return;
	}
	if (test->tested) {
		snprintf(near, sizeof near, "%.4g", test->mean[0]);
		snprintf(far, sizeof far, "%.4g", test->mean[1]);
	}
	snprintf(text, room, "%9s %9s %6.2f %7.4g", near, far, result->found.rank[TIMING_FAR].correlation, result->found.largest);
}

void timing_own_head(FILE *out)
{
	char text[TEXT];

	snprintf(text, sizeof text, "Mean cost of the draws near the middle and far from it, rank correlation with the distance, and the largest |t| or |z|; "
	         "%g is the threshold.", TIMING_THRESHOLD);
	tool_wrap(out, "", 0, text);
	fprintf(out, "\n  %-12s %9s %9s %6s %7s\n", "", "near", "far", "corr", "t");
}

void timing_own_print(FILE *out, const struct timing_own *own)
{
	const struct masses *law = own->row->given.q ? &own->row->given : &own->row->law;
	char parameters[96], text[80], said[96];

	noise_describe(law, parameters, sizeof parameters);
	fprintf(out, "%-28s %s\n", own->row->sampler, parameters);
	own_words(&own->words, true, text, sizeof text);
	snprintf(said, sizeof said, "%s%s", !timing_is_sound(&own->words) ? "the control failed" : timing_tells(&own->words) ? "TELLS" : "nothing seen",
	         timing_own_as_expected(own) ? "" : "  UNEXPECTED");
	tool_last(out, fprintf(out, "  %-12s %s", "words", text), said);
	own_words(&own->time, false, text, sizeof text);
	tool_last(out, fprintf(out, "  %-12s %s", timing_own_unit(), text),
	          !timing_is_sound(&own->time) ? "the control failed" : timing_tells(&own->time) ? "TELLS" : "nothing seen");
}
