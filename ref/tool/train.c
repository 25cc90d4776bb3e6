/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <signal.h>
#include <stddef.h>

#include "tool/arguments.h"
#include "tool/folder.h"
#include "tool/tool.h"
#include "tool/train_evaluate.h"
#include "tool/train_mech.h"
#include "tool/train_progress.h"

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
	(void)signal_number;
	stopped = 1;
}

static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = stop };

	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
}

static enum dpmf_status write_neighbours(struct folder *folder, const struct train_data *data,
                                         const struct train_result *result, struct dpmf_error *error)
{
	FILE *file = folder_create(folder, "item_neighbours.txt", error);

	if (!file)
		return DPMF_FAILED;
	train_print_neighbours(file, data->train.item_id, &result->neighbours);
	return folder_finish_file(folder, file, error);
}

static enum dpmf_status write_file(struct folder *folder, const char *name, const struct train_options *o,
                                   const struct train_result *result, const uint32_t *id, const double *factors,
                                   size_t count, size_t k, struct dpmf_error *error)
{
	FILE *file = folder_create(folder, name, error);

	if (!file)
		return DPMF_FAILED;
	if (factors)
		train_print_factors(file, id, factors, count, k);
	else
		train_print_json(file, o, result, error);
	return folder_finish_file(folder, file, error);
}

static enum dpmf_status write_model(const struct train_options *o, const struct train_data *data,
                                    const struct train_result *result, const struct dpmf_model *model,
                                    struct folder *folder, struct dpmf_error *error)
{
	enum dpmf_status status = write_file(folder, "model.json", o, result, NULL, NULL, 0, 0, error);

	if (status == DPMF_OK && o->mech->own[TRAIN_NEIGHBOURS]) {
		status = write_neighbours(folder, data, result, error);
		return status == DPMF_OK ? folder_finish(folder, error) : status;
	}
	if (status == DPMF_OK)
		status = write_file(folder, "item_factors.txt", o, result, data->train.item_id, model->v,
		                    model->items, model->factors, error);
	if (status == DPMF_OK)
		status = write_file(folder, "user_factors.txt", o, result, data->train.user_id, model->u,
		                    model->users, model->factors, error);
	return status == DPMF_OK ? folder_finish(folder, error) : status;
}

static enum dpmf_status train_and_report(struct train_options *o, const struct train_data *data, const struct dpmf_key *key,
                                         struct folder *folder, struct dpmf_error *error)
{
	struct train_result result;
	struct train_progress progress;
	struct dpmf_model model = { 0 };
	struct dpmf_door door;
	enum dpmf_status status = dpmf_door_open(&door, key, error);

	train_result_init(&result, data);
	train_progress_start(&progress, o->run.epochs);
	o->run.stop = &stopped;
	o->run.listener.context = &progress;
	o->run.listener.round = train_progress_show;
	if (status == DPMF_OK)
		status = o->mech->train(o, data, key, &door, &model, &result, error);
	if (status == DPMF_OK)
		status = o->mech->own[TRAIN_RANKING] ? train_rank(o, data, key, &model, &result, error)
		                                     : train_evaluate(o, data, &model, &result.metrics, error);
	if (status == DPMF_OK && o->mech->own[TRAIN_RP])
		status = train_lists(o, data, &model, &result, error);
	if (status == DPMF_OK)
		status = o->mech->compose(o, &door.record, &result, error);
	if (status == DPMF_OK && stopped)
		status = dpmf_fail(error, DPMF_FAILED, "stopped by a signal");
	if (status == DPMF_OK && o->out)
		status = write_model(o, data, &result, &model, folder, error);
	if (status == DPMF_OK && o->json)
		status = train_print_json(stdout, o, &result, error);
	else if (status == DPMF_OK)
		train_print(stdout, o, &result);
	train_result_clear(&result);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	return status;
}

static enum dpmf_status train(struct train_options *o, struct dpmf_error *error)
{
	struct train_data data = { 0 };
	struct folder folder = { 0 };
	struct dpmf_key key;
	enum dpmf_status status = tool_key(o->seed, &key, error);

	catch_signals();
	if (status == DPMF_OK && o->out)
		status = folder_open(o->out, &folder, error);
	if (status == DPMF_OK)
		status = train_data_read(o, &key, &data, error);
	if (status == DPMF_OK)
		status = train_and_report(o, &data, &key, &folder, error);
	folder_abandon(&folder);
	train_data_free(&data);
	return status;
}

enum dpmf_status tool_train(int argc, char **argv)
{
	struct dpmf_error error = { "" };
	struct train_options options;
	enum dpmf_status status = train_options_read(argc, argv, &options, &error);

	if (status == DPMF_OK && options.help) {
		train_help();
		return DPMF_OK;
	}
	if (status == DPMF_OK)
		status = train(&options, &error);
	return status == DPMF_OK ? status : tool_complain("train", &error, status);
}
