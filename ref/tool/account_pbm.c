/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "account/interval.h"
#include "account/pbm_compose.h"
#include "account/pbm_pld.h"
#include "tool/account_pbm.h"
#include "tool/arguments.h"
#include "tool/wrap.h"

enum { USERS, QUANTA, THETA, ALPHA, DELTA, COORDINATES, ROUNDS, EPSILON, BITS, FINER, GIVEN };

struct asked {
	const char *text[GIVEN];
	bool json, help, table;
	struct dpmf_pbm pbm;
	struct dpmf_enclosure alpha, delta, epsilon;
	size_t bits, finer;
};

static const struct option options[] = {
	{ "users", required_argument, NULL, USERS }, { "quanta", required_argument, NULL, QUANTA },
	{ "theta", required_argument, NULL, THETA }, { "alpha", required_argument, NULL, ALPHA },
	{ "delta", required_argument, NULL, DELTA }, { "coordinates", required_argument, NULL, COORDINATES },
	{ "rounds", required_argument, NULL, ROUNDS }, { "epsilon", required_argument, NULL, EPSILON },
	{ "bits", required_argument, NULL, BITS }, { "finer", required_argument, NULL, FINER },
	{ "json", no_argument, NULL, 'j' },
	{ "table", no_argument, NULL, 't' }, { "help", no_argument, NULL, 'h' }, { 0 }
};

static void help(void)
{
	tool_help(stdout, "usage: dpmf account pbm --users=N --quanta=Q --theta=T (--alpha=A | --delta=d)\n"
	     "                        [--coordinates=D] [--rounds=R] [--json]\n"
	     "       dpmf account pbm --users=N --bits=B --epsilon=e (--alpha=A | --delta=d) ...\n\n"
	     "The Poisson binomial mechanism of dpmf-rp: each of N users adds Binomial(Q, 1/2 + T x / c)\n"
	     "of its x in [-c, c], and the server sees the sum. What it says of one user, at the worst\n"
	     "inputs of the others and in the worse of both directions, as an enclosure.\n\n"
	     "  --users=N         users who take part in a round\n"
	     "  --quanta=Q        q\n"
	     "  --theta=T         theta, in (0, 1/4]\n"
	     "  --alpha=A         the Renyi divergence of order A > 1 (key rdp)\n"
	     "  --delta=d         the epsilon at delta d in (0, 1) (key epsilon)\n"
	     "  --coordinates=D   numbers that a user sends in a round (default 1)\n"
	     "  --rounds=R        rounds (default 1)\n"
	     "  --finer=F         with --delta: closer ends, by privacy-loss distributions however many coordinates\n"
	     "                    and rounds there are, lo's on a grid finer by F bits, 0 to 8 (seconds to minutes)\n"
	     "  --json            one JSON document\n\n"
	     "  --epsilon=e --bits=B   choose Q and T instead: the least noise that keeps e, with sums\n"
	     "                    of fewer than 2^B values (dpmf-rp 4.3.1, accounted exactly)\n\n"
	     "  --table           instead: exact divergences and c0 over a grid of theta, q, n and alpha (some minutes)\n\n"
	     "c0 is the smallest C_0 with which dpmf-rp Theorem 4.1 would hold at these arguments.\n\n"
	     "example:\n"
	     "  dpmf account pbm --users=40 --quanta=16 --theta=0.15 --alpha=2");
}

static enum dpmf_status read_options(int argc, char **argv, struct asked *asked, struct dpmf_error *error)
{
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c >= 0 && c < GIVEN)
			asked->text[c] = optarg;
		else if (c == 'j')
			asked->json = true;
		else if (c == 't')
			asked->table = true;
		else if (c == 'h')
			asked->help = true;
		else
			return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
	}
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	return DPMF_OK;
}

static enum dpmf_status check_options(const struct asked *asked, struct dpmf_error *error)
{
	const bool choose = asked->text[BITS] || asked->text[EPSILON];
	const int needed[] = { USERS, choose ? BITS : QUANTA, choose ? EPSILON : THETA };

	for (int i = 0; i < 3; i++)
		if (!asked->text[needed[i]])
			return dpmf_fail(error, DPMF_INPUT, "--%s is missing", options[needed[i]].name);
	if (!asked->text[ALPHA] == !asked->text[DELTA])
		return dpmf_fail(error, DPMF_INPUT, "give either --alpha or --delta");
	if (asked->text[FINER] && !asked->text[DELTA])
		return dpmf_fail(error, DPMF_INPUT, "--finer goes with --delta: a Renyi divergence is exact without");
	if (choose && (asked->text[QUANTA] || asked->text[THETA]))
		return dpmf_fail(error, DPMF_INPUT, "--epsilon with --bits chooses --quanta and --theta: leave these out");
	return DPMF_OK;
}

static enum dpmf_status read_count(const struct asked *asked, int which, unsigned long *value, struct dpmf_error *error)
{
	size_t count = *value;
	enum dpmf_status status = DPMF_OK;

	if (asked->text[which])
		status = tool_size(options[which].name, asked->text[which], &count, error);
	*value = count;
	return status;
}

static enum dpmf_status read_number(const struct asked *asked, int which, struct dpmf_enclosure *value,
                                    struct dpmf_error *error)
{
	return asked->text[which] ? dpmf_enclosure_read(value, options[which].name, asked->text[which], error) : DPMF_OK;
}

static enum dpmf_status read_values(struct asked *asked, struct dpmf_error *error)
{
	unsigned long bits = 0, finer = 0;
	enum dpmf_status status = read_count(asked, USERS, &asked->pbm.users, error);

	if (status == DPMF_OK)
		status = read_count(asked, QUANTA, &asked->pbm.quanta, error);
	if (status == DPMF_OK)
		status = read_count(asked, COORDINATES, &asked->pbm.coordinates, error);
	if (status == DPMF_OK)
		status = read_count(asked, ROUNDS, &asked->pbm.rounds, error);
	if (status == DPMF_OK)
		status = read_count(asked, BITS, &bits, error);
	if (status == DPMF_OK)
		status = read_count(asked, FINER, &finer, error);
	asked->bits = bits;
	asked->finer = finer;
	if (status == DPMF_OK)
		status = read_number(asked, THETA, &asked->pbm.theta, error);
	if (status == DPMF_OK)
		status = read_number(asked, ALPHA, &asked->alpha, error);
	if (status == DPMF_OK)
		status = read_number(asked, DELTA, &asked->delta, error);
	return status == DPMF_OK ? read_number(asked, EPSILON, &asked->epsilon, error) : status;
}

static json_t *number(const struct dpmf_enclosure *x)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(x, &text);
	return json_pack("{s:s, s:s}", "lo", text.lo, "hi", text.hi);
}

static void print_line(const char *name, const struct dpmf_enclosure *x)
{
	struct dpmf_decimals text;

	dpmf_enclosure_print(x, &text);
	printf("%s in [%s, %s]\n", name, text.lo, text.hi);
}

static void print_json(const struct asked *asked, const struct dpmf_pbm_worst *worst, double order,
                       const struct dpmf_enclosure *c0)
{
	const struct dpmf_pbm *pbm = &asked->pbm;
	json_t *document = json_pack("{s:I, s:I}", "users", (json_int_t)pbm->users, "quanta", (json_int_t)pbm->quanta);

	if (asked->text[THETA])
		json_object_set_new(document, "theta", json_string(asked->text[THETA]));
	else
		json_object_set_new(document, "theta", number(&pbm->theta));
	json_object_set_new(document, asked->text[ALPHA] ? "alpha" : "delta",
	                    json_string(asked->text[ALPHA] ? asked->text[ALPHA] : asked->text[DELTA]));
	json_object_set_new(document, "coordinates", json_integer((json_int_t)pbm->coordinates));
	json_object_set_new(document, "rounds", json_integer((json_int_t)pbm->rounds));
	json_object_set_new(document, asked->text[ALPHA] ? "rdp" : "epsilon", number(&worst->value));
	json_object_set_new(document, "c0", number(c0));
	if (order > 0)
		json_object_set_new(document, "order", json_real(order));
	json_object_set_new(document, "worst", json_pack("{s:s, s:s, s:I, s:I, s:b}", "changes_from", "+c", "to", "-c",
	                                                 "others_at_plus_c", (json_int_t)worst->users_high,
	                                                 "others_at_minus_c",
	                                                 (json_int_t)(pbm->users - 1 - worst->users_high), "mirror_as_bad", 1));
	json_object_set_new(document, "placements", json_pack("{s:I, s:b}", "cells", (json_int_t)worst->visited,
	                                                      "each_visited", worst->each));
	json_dumpf(document, stdout, JSON_INDENT(2) | JSON_PRESERVE_ORDER);
	putchar('\n');
	json_decref(document);
}

static void print_text(const struct asked *asked, const struct dpmf_pbm_worst *worst, double order,
                       const struct dpmf_enclosure *c0)
{
	const struct dpmf_pbm *pbm = &asked->pbm;

	if (!asked->text[THETA])
		printf("quanta %lu\ntheta %.12g\n", pbm->quanta, mpfr_get_d(pbm->theta.lo, MPFR_RNDN));
	print_line(asked->text[ALPHA] ? "rdp" : "epsilon", &worst->value);
	print_line("c0", c0);
	if (order > 0)
		printf("order %g\n", order);
	printf("worst: one user goes from +c to -c, %lu others hold +c and %lu hold -c (the mirror image is as bad)\n",
	       worst->users_high, pbm->users - 1 - worst->users_high);
	printf("placements of the others: %lu %s\n", worst->visited,
	       worst->each ? "(each one)" : "cells, each bounded as a whole");
}

/* Both enclosures hold, so what they share does. */
static enum dpmf_status come_closer(const struct asked *asked, struct dpmf_pbm_worst *worst, double *order, struct dpmf_error *error)
{
	struct dpmf_enclosure closer;
	enum dpmf_status status;

	dpmf_enclosure_init(&closer);
	status = dpmf_pbm_pld_epsilon(&asked->pbm, &asked->delta, (unsigned)(asked->finer < 64 ? asked->finer : 64), &closer, error);
	if (status == DPMF_OK) {
		if (mpfr_cmp(closer.hi, worst->value.hi) < 0)
			*order = 0;
		mpfr_max(worst->value.lo, worst->value.lo, closer.lo, MPFR_RNDD);
		mpfr_min(worst->value.hi, worst->value.hi, closer.hi, MPFR_RNDU);
	}
	dpmf_enclosure_clear(&closer);
	return status;
}

static enum dpmf_status answer(struct asked *asked, struct dpmf_pbm_worst *worst, struct dpmf_enclosure *c0,
                               struct dpmf_error *error)
{
	const struct dpmf_pbm_target target = { &asked->epsilon, asked->text[DELTA] ? &asked->delta : NULL, &asked->alpha,
		                                (unsigned)(asked->bits < 64 ? asked->bits : 64) };
	double order = 0;
	enum dpmf_status status = DPMF_OK;

	if (asked->text[BITS])
		status = dpmf_pbm_select(&asked->pbm, &target, error);
	if (status != DPMF_OK)
		return status;
	if (asked->text[ALPHA]) {
		status = dpmf_pbm_rdp(&asked->pbm, &asked->alpha, worst, error);
		if (status == DPMF_OK)
			dpmf_pbm_c0(&asked->pbm, &asked->alpha, &worst->value, c0);
	} else {
		status = dpmf_pbm_epsilon(&asked->pbm, &asked->delta, worst, &order, error);
		if (status == DPMF_OK && asked->text[FINER])
			status = come_closer(asked, worst, &order, error);
		if (status == DPMF_OK)
			dpmf_pbm_c0_delta(&asked->pbm, &asked->delta, &worst->value, c0);
	}
	if (status == DPMF_OK)
		(asked->json ? print_json : print_text)(asked, worst, order, c0);
	return status;
}

enum dpmf_status account_pbm(int argc, char **argv, struct dpmf_error *error)
{
	struct asked asked = { .pbm = { .coordinates = 1, .rounds = 1 } };
	struct dpmf_pbm_worst worst;
	struct dpmf_enclosure c0;
	enum dpmf_status status = read_options(argc, argv, &asked, error);

	if (asked.help)
		return help(), DPMF_OK;
	if (status == DPMF_OK && asked.table)
		return account_pbm_table(error);
	if (status == DPMF_OK)
		status = check_options(&asked, error);
	if (status != DPMF_OK)
		return status;
	dpmf_interval_init(&asked.pbm.theta, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&asked.alpha, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&asked.delta, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&asked.epsilon, 1, DPMF_ACCOUNT_BITS);
	dpmf_interval_init(&c0, 1, DPMF_ACCOUNT_BITS);
	dpmf_pbm_worst_init(&worst);
	status = read_values(&asked, error);
	if (status == DPMF_OK)
		status = answer(&asked, &worst, &c0, error);
	dpmf_pbm_worst_clear(&worst);
	dpmf_interval_clear(&c0, 1);
	dpmf_interval_clear(&asked.epsilon, 1);
	dpmf_interval_clear(&asked.delta, 1);
	dpmf_interval_clear(&asked.alpha, 1);
	dpmf_interval_clear(&asked.pbm.theta, 1);
	return status;
}
