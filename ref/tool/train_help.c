/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "tool/train_mech.h"
#include "tool/wrap.h"

enum { INDENT = 26 };

/* --holdout is one thing for ratings and another for interactions. */
static const struct train_use *other_way(const struct train_use *use)
{
	const bool has_next = use >= train_common_use && use + 1 < train_common_use + train_common_uses;

	return has_next && use[1].id == use->id ? use + 1 : NULL;
}

static void print_preset(const struct train_mech *mech, const struct train_use *use, char *text, size_t room)
{
	const char *preset = use->shown ? use->shown : use->preset;

	text[0] = '\0';
	if (use->as_run)
		snprintf(text, room, " (default: %s; as-run: %s)", preset, use->as_run);
	else if (!mech && other_way(use))
		snprintf(text, room, " (default: %s, of interactions %s)", preset, other_way(use)->preset);
	else if (preset)
		snprintf(text, room, " (default: %s)", preset);
}

/* What it is about, where not everybody takes it. */
static const char *scope_of(const struct train_mech *mech, const struct train_use *use)
{
	if (mech)
		return !mech->corrected || use->where == TRAIN_ALL ? "" : train_where(use);
	if (!use->when || other_way(use))
		return "";
	return use->when(&(struct train_options){ .mech = &train_pop }) ? "with interactions" : "with ratings";
}

static void print_use(const struct train_mech *mech, const struct train_use *use)
{
	const struct train_option *option = &train_option[use->id];
	const char *scope = scope_of(mech, use);
	char head[80], preset[200], text[800];

	print_preset(mech, use, preset, sizeof preset);
	snprintf(head, sizeof head, "  --%s%s%s", option->name, option->value ? "=" : "", option->value ? option->value : "");
	snprintf(text, sizeof text, "%s%s%s%s%s%s", scope, !*scope ? "" : mech ? " only: " : ": ", option->what, use->unless ? "; needs " : "",
	         use->unless ? use->unless : "", preset);
	if (strlen(head) < INDENT) {
		tool_wrap(stdout, head, INDENT, text);
	} else {
		puts(head);
		tool_wrap(stdout, "", INDENT, text);
	}
}

static bool is_shown(const struct train_mech *mech, const struct train_use *use)
{
	if (!mech)
		return use == train_common_use || other_way(use - 1) != use;
	return train_use_of(mech, use->id) == use && use->id != OPT_MECH && (use->id != OPT_VARIANT || mech->corrected);
}

/* Those that say what is read, or the others. */
static void print_common(const struct train_mech *mech, bool input)
{
	for (size_t i = 0; i < train_common_uses; i++)
		if ((train_common_use[i].id <= OPT_USERS) == input && is_shown(mech, &train_common_use[i]))
			print_use(mech, &train_common_use[i]);
}

static void print_example(const struct train_mech *mech)
{
	const bool social = train_use_of(mech, OPT_SOCIAL) != NULL;

	printf("\nexample:\n"
	       "  dpmf synth %s--users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n", mech->ranking ? "--implicit " : "");
	if (social)
		puts("  dpmf synth --social --users=200 --ratings=600 --seed=1 --out=t.tsv");
	printf("  dpmf train --mech=%s%s --ratings=r.tsv%s%s \\\n    --items=100 --users=200 --out=model\n", mech->name,
	       mech->corrected ? " --variant=corrected" : "", social ? " --social=t.tsv" : "", mech->ranking ? "" : " --range=1:5");
}

static void help_of(const struct train_mech *mech)
{
	char head[32], usage[160];

	snprintf(usage, sizeof usage, "usage: dpmf train --mech=%s %s--ratings=FILE [OPTION ...]\n\n", mech->name,
	         !mech->corrected ? "" : mech->as_run ? "--variant=published|corrected|as-run " : "--variant=published|corrected ");
	tool_help(stdout, usage);
	snprintf(head, sizeof head, "  %s", mech->name);
	tool_wrap(stdout, head, 13, mech->what);
	if (mech->corrected) {
		tool_wrap(stdout, "  published", 13, mech->published);
		tool_wrap(stdout, "  corrected", 13, mech->corrected);
		if (mech->as_run)
			tool_wrap(stdout, "  as-run", 13, mech->as_run);
	}
	puts("\nwhat it reads:");
	print_common(mech, true);
	if (mech->uses)
		printf("\noptions of %s:\n", mech->name);
	for (size_t i = 0; i < mech->uses; i++)
		print_use(mech, &mech->use[i]);
	puts("\nhow it runs, and what it writes:");
	print_common(mech, false);
	print_example(mech);
}

static void list_mechs(void)
{
	char head[32];

	for (size_t i = 0; train_mech_at(i); i++) {
		const struct train_mech *mech = train_mech_at(i);

		if (i > 0 && !mech->corrected && train_mech_at(i - 1)->corrected)
			puts("\nbaselines and yardsticks, which have no variants:");
		snprintf(head, sizeof head, "  %s", mech->name);
		tool_wrap(stdout, head, 12, mech->what);
	}
}

static void help_all(void)
{
	tool_help(stdout, "usage: dpmf train --mech=NAME --variant=published|corrected --ratings=FILE [OPTION ...]\n\n"
	     "Trains a mechanism, says what is guaranteed of what it releases, and evaluates it on held-out\n"
	     "ratings. published is the paper's algorithm to the letter. corrected is what delivers a guarantee.\n\n"
	     "mechanisms:\n");
	list_mechs();
	puts("\n  dpmf train --mech=NAME --help   the options of one of them, and an example\n\n"
	     "what all of them read:");
	print_common(NULL, true);
	puts("\nhow they run, and what they write:");
	print_common(NULL, false);
	tool_help(stdout, "\n--out writes DIR/public, which the guarantee covers; DIR/devices, which stays with the users; and\n"
	     "DIR/evaluation.json, which is private. dpmf guarantee DIR and dpmf predict --model=DIR read them.\n\n"
	     "exit: 0 done, 2 usage or input, 3 anything else");
	print_example(train_mech_at(0));
}

void train_help(const struct train_options *options)
{
	if (options->mech)
		help_of(options->mech);
	else
		help_all();
}
