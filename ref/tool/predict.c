/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf predict: from a folder that dpmf train has written, with or without its devices/. */
#include <inttypes.h>
#include <math.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "core/read.h"
#include "eval/split.h"
#include "tool/arguments.h"
#include "tool/predict_model.h"
#include "tool/tool.h"
#include "tool/train_mech.h"
#include "tool/wrap.h"

struct asked {
	const char *model, *user, *pairs, *test;
	size_t top;
	bool json, help;
};

static void help(void)
{
	tool_help(stdout, "usage: dpmf predict --model=DIR --user=U | --pairs=FILE | --test=FILE [OPTION ...]\n\n"
	     "Predicts from a folder that dpmf train --out has written. A user's own factors are in DIR/devices.\n"
	     "Without that folder it predicts what the public part allows, or says why that is nothing.\n\n"
	     "  --model=DIR    the folder, or its public/ alone\n"
	     "  --user=U       the items with the highest predictions for this user\n"
	     "  --top=N        how many of them (default 10)\n"
	     "  --pairs=FILE   lines of user and item: the prediction for each pair\n"
	     "  --test=FILE    lines of user, item and rating: the errors of the predictions; for a model of\n"
	     "                 interactions, HR and NDCG\n"
	     "  --json         one JSON document on stdout\n"
	     "  --help         this help\n\n"
	     "exit: 0 done, 2 usage or input (also: somebody edited the folder), 3 anything else\n\n"
	     "example:\n"
	     "  dpmf synth --users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --range=1:5 \\\n"
	     "    --items=100 --users=200 --out=model\n"
	     "  dpmf predict --model=model --user=7 --top=5");
}

static enum dpmf_status read_arguments(int argc, char **argv, struct asked *asked, struct dpmf_error *error)
{
	static const struct option table[] = {
		{ "model", required_argument, NULL, 'm' }, { "user", required_argument, NULL, 'u' }, { "top", required_argument, NULL, 'n' },
		{ "pairs", required_argument, NULL, 'p' }, { "test", required_argument, NULL, 't' }, { "json", no_argument, NULL, 'j' },
		{ "help", no_argument, NULL, 'h' }, { 0 }
	};
	int which;

	optind = 0;
	while ((which = getopt_long(argc, argv, "", table, NULL)) != -1)
		switch (which) {
		case 'm': asked->model = optarg; break;
		case 'u': asked->user = optarg; break;
		case 'p': asked->pairs = optarg; break;
		case 't': asked->test = optarg; break;
		case 'j': asked->json = true; break;
		case 'h': asked->help = true; break;
		case 'n':
			if (tool_count("top", optarg, &asked->top, error) != DPMF_OK)
				return DPMF_INPUT;
			break;
		default: return dpmf_fail(error, DPMF_INPUT, "an option was not understood");
		}
	if (asked->help)
		return DPMF_OK;
	if (optind < argc)
		return dpmf_fail(error, DPMF_INPUT, "\"%s\" is not an option", argv[optind]);
	if (!asked->model)
		return dpmf_fail(error, DPMF_INPUT, "--model is missing: name the folder that dpmf train --out has written");
	if (!asked->user + !asked->pairs + !asked->test != 2)
		return dpmf_fail(error, DPMF_INPUT, "give one of --user, --pairs and --test");
	return DPMF_OK;
}

static json_t *document_of(const struct predict_model *m)
{
	return json_pack("{s:s, s:i, s:s, s:b}", "format", "dpmf-predict", "version", 1, "mech", m->release.options.mech->name,
	                 "devices", m->has_devices);
}

struct scored {
	uint32_t item;
	double value;
};

static int better(const void *one, const void *other)
{
	const struct scored *a = one, *b = other;

	if (a->value != b->value)
		return a->value > b->value ? -1 : 1;
	return (a->item > b->item) - (a->item < b->item);
}

/* The scores of all items; what the user has is left out, where devices/ tells. */
static enum dpmf_status score_items(const struct predict_model *m, uint32_t user, struct scored *scored, size_t *count, struct dpmf_error *error)
{
	const size_t row = m->has_history ? dpmf_ratings_find_user(&m->history, user) : 0;
	double *score = malloc((m->items.count + 1) * sizeof *score);
	enum dpmf_status status = score ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for %zu scores", m->items.count);

	if (status == DPMF_OK && m->release.options.mech->neighbours) {
		if (!m->has_history || row == m->history.users)
			status = dpmf_fail(error, DPMF_INPUT, "what user %" PRIu32 " has is on a device: without it the public neighbours predict nothing", user);
		else
			dpmf_neighbours_scores(&m->neighbours, &m->history, row, score);
	}
	for (size_t j = 0; status == DPMF_OK && !m->release.options.mech->neighbours && j < m->items.count; j++)
		status = predict_one(m, user, m->items.id[j], &score[j], error);
	if (status == DPMF_OK && m->has_history && row < m->history.users)
		for (size_t a = m->history.row[row]; a < m->history.row[row + 1]; a++)
			score[m->history.item[a]] = NAN;
	for (size_t j = 0; status == DPMF_OK && j < m->items.count; j++)
		if (!isnan(score[j]))
			scored[(*count)++] = (struct scored){ m->items.id[j], score[j] };
	free(score);
	return status;
}

static enum dpmf_status predict_user(const struct predict_model *m, const struct asked *asked, struct dpmf_error *error)
{
	struct scored *scored = malloc((m->items.count + 1) * sizeof *scored);
	json_t *list = json_array(), *document;
	size_t user, count = 0;
	enum dpmf_status status = scored ? tool_count("user", asked->user, &user, error) : dpmf_fail(error, DPMF_FAILED, "no memory for the scores");

	if (status == DPMF_OK && user > 1ul << 31)
		status = dpmf_fail(error, DPMF_INPUT, "--user is %zu: ids are at most 2^31", user);
	if (status == DPMF_OK)
		status = score_items(m, (uint32_t)user, scored, &count, error);
	if (status == DPMF_OK)
		qsort(scored, count, sizeof *scored, better);
	for (size_t j = 0; status == DPMF_OK && j < count && j < asked->top; j++) {
		if (!asked->json)
			printf("%" PRIu32 "\t%.17g\n", scored[j].item, scored[j].value);
		json_array_append_new(list, json_pack("{s:I, s:o}", "item", (json_int_t)scored[j].item, "value", train_number_json(scored[j].value)));
	}
	document = document_of(m);
	json_object_set_new(document, "items", list);
	if (status == DPMF_OK && asked->json)
		status = train_write_json(stdout, json_incref(document), error);
	json_decref(document);
	free(scored);
	return status;
}

static enum dpmf_status predict_pairs(const struct predict_model *m, const struct asked *asked, struct dpmf_error *error)
{
	struct dpmf_edges pairs;
	json_t *list = json_array(), *document;
	double *value;
	enum dpmf_status status = dpmf_read_edges(asked->pairs, DPMF_DUPLICATES_LAST, &pairs, error);

	if (status != DPMF_OK) {
		json_decref(list);
		return status;
	}
	value = malloc((pairs.count + 1) * sizeof *value);
	if (!value)
		status = dpmf_fail(error, DPMF_FAILED, "no memory for %zu predictions", pairs.count);
	for (size_t a = 0; status == DPMF_OK && a < pairs.count; a++)
		status = predict_one(m, pairs.edge[a].from, pairs.edge[a].to, &value[a], error);
	for (size_t a = 0; status == DPMF_OK && a < pairs.count; a++) {
		if (!asked->json)
			printf("%" PRIu32 "\t%" PRIu32 "\t%.17g\n", pairs.edge[a].from, pairs.edge[a].to, value[a]);
		json_array_append_new(list, json_pack("{s:I, s:I, s:o}", "user", (json_int_t)pairs.edge[a].from, "item",
		                                      (json_int_t)pairs.edge[a].to, "value", train_number_json(value[a])));
	}
	document = document_of(m);
	json_object_set_new(document, "pairs", list);
	if (status == DPMF_OK && asked->json)
		status = train_write_json(stdout, json_incref(document), error);
	json_decref(document);
	free(value);
	dpmf_edges_free(&pairs);
	return status;
}

/* Of users and items that the folder knows, by user and then by item. */
static enum dpmf_status measure(const struct predict_model *m, const struct dpmf_ratings *test, struct dpmf_metrics *metrics,
                                struct dpmf_error *error)
{
	double *predicted = malloc((test->count + 1) * sizeof *predicted), *truth = malloc((test->count + 1) * sizeof *truth);
	enum dpmf_status status = predicted && truth ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for %zu predictions", test->count);
	size_t count = 0;

	for (size_t i = 0; status == DPMF_OK && i < test->users; i++)
		for (size_t a = test->row[i]; status == DPMF_OK && a < test->row[i + 1]; a++) {
			const uint32_t user = test->user_id[i], item = test->item_id[test->item[a]];

			if (!factors_of(&m->items, item) || (m->has_devices && !factors_of(&m->users, user)))
				continue;
			status = predict_one(m, user, item, &predicted[count], error);
			truth[count++] = test->value[a];
		}
	if (status == DPMF_OK)
		*metrics = dpmf_measure(predicted, truth, count);
	free(predicted);
	free(truth);
	return status;
}

static enum dpmf_status test_ratings(const struct predict_model *m, const struct asked *asked, const struct dpmf_ratings *test,
                                     struct dpmf_error *error)
{
	struct dpmf_metrics metrics;
	const enum dpmf_status status = measure(m, test, &metrics, error);
	json_t *document;

	if (status != DPMF_OK)
		return status;
	if (!asked->json) {
		printf("predicted     %zu of %zu ratings%s\n", metrics.count, test->count, m->has_devices ? "" : ", without devices/");
		train_print_metrics(stdout, &metrics);
		return DPMF_OK;
	}
	document = train_json_joined(document_of(m), json_pack("{s:I, s:o, s:o, s:o}", "count", (json_int_t)metrics.count, "mse",
	                                                       train_number_json(metrics.mse), "rmse", train_number_json(metrics.rmse),
	                                                       "mae", train_number_json(metrics.mae)));
	return train_write_json(stdout, document, error);
}

static void scores_of(const void *model, const struct dpmf_ratings *train, size_t user, double *score)
{
	const struct predict_model *m = model;

	if (m->release.options.mech->neighbours)
		dpmf_neighbours_scores(&m->neighbours, train, user, score);
	else
		dpmf_model_scores(&(struct dpmf_model){ .users = m->users.count, .items = m->items.count, .factors = m->items.columns,
		                                        .u = m->users.row, .v = m->items.row }, train, user, score);
}

static enum dpmf_status test_interactions(const struct predict_model *m, const struct asked *asked, const struct dpmf_ratings *test,
                                          struct dpmf_error *error)
{
	const struct train_options *o = &m->release.options;
	struct dpmf_ratings renumbered;
	struct dpmf_ranking full, sampled;
	size_t unknown;
	const struct dpmf_ranking_task task = { .train = &m->history, .test = &renumbered, .score = scores_of, .model = m, .top = o->top,
	                                        .negatives = o->negatives, .jobs = 1 };
	enum dpmf_status status = m->has_history ? DPMF_OK : dpmf_fail(error, DPMF_INPUT, "what the users have is in devices/, which is not there: "
	                                                               "no list can be ranked without it");

	if (status == DPMF_OK)
		status = dpmf_split_given(&m->history, test, &renumbered, &unknown, error);
	if (status != DPMF_OK)
		return status;
	status = dpmf_ranking_measure(&task, &m->release.facts.coins, &full, &sampled, error);
	dpmf_ratings_free(&renumbered);
	if (status == DPMF_OK && asked->json) {
		json_t *document = train_json_with(document_of(m), "count", json_integer((json_int_t)full.count));

		return train_write_json(stdout, train_json_joined(document, train_ranking_json(&full, &sampled)), error);
	}
	if (status == DPMF_OK)
		train_print_ranking(stdout, o, &full, &sampled);
	return status;
}

static enum dpmf_status predict_test(const struct predict_model *m, const struct asked *asked, struct dpmf_error *error)
{
	struct dpmf_ratings test;
	enum dpmf_status status = dpmf_read_ratings(asked->test, DPMF_AUTO, DPMF_DUPLICATES_LAST, &test, error);

	if (status != DPMF_OK)
		return status;
	status = (m->release.options.mech->ranking ? test_interactions : test_ratings)(m, asked, &test, error);
	dpmf_ratings_free(&test);
	return status;
}

enum dpmf_status tool_predict(int argc, char **argv)
{
	struct asked asked = { .top = 10 };
	struct dpmf_error error = { "" };
	struct predict_model model;
	enum dpmf_status status = read_arguments(argc, argv, &asked, &error);

	if (status == DPMF_OK && asked.help) {
		help();
		return DPMF_OK;
	}
	if (status == DPMF_OK)
		status = predict_model_open(asked.model, &model, &error);
	if (status != DPMF_OK)
		return tool_complain("predict", &error, status);
	status = (asked.user ? predict_user : asked.pairs ? predict_pairs : predict_test)(&model, &asked, &error);
	predict_model_close(&model);
	return status == DPMF_OK ? status : tool_complain("predict", &error, status);
}
