/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>

#include "tool/train_mech.h"
#include "tool/wrap.h"

enum { INDENT = 26 };

static const char *preset_of(const struct train_use *use)
{
	return use->shown ? use->shown : use->preset;
}

static void print_use(const struct train_mech *mech, const struct train_use *use)
{
	const struct train_option *option = &train_option[use->id];
	const char *preset = preset_of(use);
	char head[80], text[600];

	snprintf(head, sizeof head, "  --%s%s%s", option->name, option->value ? "=" : "", option->value ? option->value : "");
	snprintf(text, sizeof text, "%s%s%s%s%s%s%s", mech && mech->corrected && use->where != TRAIN_BOTH ?
	         use->where == TRAIN_CORRECTED ? "corrected: " : "published: " : "", option->what, preset ? " (default: " : "", preset ? preset : "",
	         preset ? ")" : "", use->unless ? "; with " : "", use->unless ? use->unless : "");
	if (strlen(head) < INDENT) {
		tool_wrap(stdout, head, INDENT, text);
	} else {
		puts(head);
		tool_wrap(stdout, "", INDENT, text);
	}
}

static void print_common(const struct train_mech *mech)
{
	for (size_t i = 0; i < train_common_uses; i++) {
		const struct train_use *use = &train_common_use[i];

		if (!mech && i > 0 && train_common_use[i - 1].id == use->id)
			continue;
		if (!mech || (train_use_of(mech, use->id) == use && use->id != OPT_MECH && (use->id != OPT_VARIANT || mech->corrected)))
			print_use(mech, use);
	}
}

static void help_of(const struct train_mech *mech)
{
	printf("usage: dpmf train --mech=%s %s--ratings=FILE [OPTION ...]\n\n", mech->name, mech->corrected ? "--variant=published|corrected " : "");
	tool_wrap(stdout, mech->name, 12, mech->what);
	if (mech->corrected) {
		tool_wrap(stdout, "published", 12, mech->published);
		tool_wrap(stdout, "corrected", 12, mech->corrected);
	}
	puts("");
	for (size_t i = 0; i < mech->uses; i++)
		print_use(mech, &mech->use[i]);
	print_common(mech);
	printf("\nexample:\n"
	       "  dpmf synth %s--users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n", mech->ranking ? "--implicit " : "");
	if (train_use_of(mech, OPT_SOCIAL))
		puts("  dpmf synth --social --users=200 --ratings=600 --seed=1 --out=t.tsv");
	printf("  dpmf train --mech=%s%s --ratings=r.tsv \\\n   %s --items=100 --users=200%s --out=model\n", mech->name,
	       mech->corrected ? " --variant=corrected" : "", mech->ranking ? "" : " --range=1:5",
	       train_use_of(mech, OPT_SOCIAL) ? " --social=t.tsv" : "");
}

static void help_all(void)
{
	puts("usage: dpmf train --mech=NAME --variant=published|corrected --ratings=FILE [OPTION ...]\n\n"
	     "Trains, says what is guaranteed of what it releases, evaluates on held-out ratings.\n");
	for (size_t i = 0; train_mech_at(i); i++) {
		const struct train_mech *mech = train_mech_at(i);
		char head[32];

		if (i > 0 && !mech->corrected && train_mech_at(i - 1)->corrected)
			puts("\nbaselines, which have no variants:");
		snprintf(head, sizeof head, "  %s", mech->name);
		tool_wrap(stdout, head, 11, mech->what);
	}
	puts("\n  dpmf train --mech=NAME --help   the options of one of them, and an example\n");
	print_common(NULL);
	puts("\n--out writes DIR/public, which the guarantee covers, DIR/devices, which stays with the users, and\n"
	     "DIR/evaluation.json, which is private. dpmf guarantee DIR and dpmf predict --model=DIR read them.\n\n"
	     "example:\n"
	     "  dpmf synth --users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 --items=100 --users=200 \\\n"
	     "    --out=model");
}

void train_help(const struct train_options *options)
{
	if (options->mech)
		help_of(options->mech);
	else
		help_all();
}
