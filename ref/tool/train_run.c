/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/train_run.h"

#include <errno.h>
#include <string.h>

#include "tool/folder.h"
#include "tool/train_evaluate.h"
#include "tool/train_mech.h"
#include "tool/train_progress.h"
#include "tool/train_write.h"

struct training {
	struct train_options *options;
	const struct train_run *run;
	struct train_data data;
	struct train_result result;
	struct dpmf_model model;
	struct dpmf_door door;
};

static enum dpmf_status check_stop(const struct training *t, struct dpmf_error *error)
{
	if (t->run->stop && *t->run->stop)
		return dpmf_fail(error, DPMF_FAILED, "stopped by a signal");
	return DPMF_OK;
}

static enum dpmf_status fit(struct training *t, struct dpmf_error *error)
{
	struct train_options *o = t->options;
	const struct train_run *run = t->run;
	struct train_progress progress;
	enum dpmf_status status = run->opened ? run->opened(run->context, &t->door, error) : DPMF_OK;

	train_progress_start(&progress, o->run.epochs);
	o->run.stop = run->stop;
	o->run.listener.context = &progress;
	o->run.listener.round = train_progress_show;
	if (status == DPMF_OK)
		status = o->mech->train(o, &t->data, &t->data.facts.coins, &t->door, &t->model, &t->result, error);
	if (status == DPMF_OK)
		status = train_guarantee_make(o, &t->data.facts, &t->door.record, &t->result, &t->result.guarantee, error);
	return status;
}

static enum dpmf_status evaluate(struct training *t, struct dpmf_error *error)
{
	const struct train_options *o = t->options;
	enum dpmf_status status = o->mech->ranking ?
		train_rank(o, &t->data, &t->data.facts.coins, &t->model, &t->result, error) :
		train_evaluate(o, &t->data, &t->model, &t->result.metrics, error);

	if (status == DPMF_OK && o->mech->lists)
		status = train_lists(o, &t->data, &t->model, &t->result, error);
	return status == DPMF_OK ? check_stop(t, error) : status;
}

static enum dpmf_status report(struct training *t, struct dpmf_error *error)
{
	const struct train_options *o = t->options;
	const struct train_facts *facts = &t->data.facts;
	FILE *open_out = t->run->open_out, *private_out = t->run->private_out;

	enum dpmf_status status = DPMF_OK;

	if (o->json && open_out == private_out) {
		status = train_print_json(open_out, o, facts, &t->result, error);
	} else if (o->json) {
		status = train_write_json(open_out, train_public_json(o, facts, &t->result), error);
		if (status == DPMF_OK)
			status = train_write_json(private_out, train_evaluation_json(o, &t->result), error);
	} else {
		train_print_public(open_out, o, facts, &t->result);
		train_print_evaluation(private_out, o, &t->result);
	}
	if (status == DPMF_OK && (fflush(open_out) != 0 || ferror(open_out) || fflush(private_out) != 0 || ferror(private_out)))
		status = dpmf_fail(error, DPMF_FAILED, "cannot write to standard output: %s", strerror(errno));
	return status;
}

static enum dpmf_status train_and_report(struct training *t, struct folder *folder, struct dpmf_error *error)
{
	const struct train_options *o = t->options;
	const struct train_run *run = t->run;
	enum dpmf_status status = fit(t, error);

	if (status == DPMF_OK)
		status = evaluate(t, error);
	train_guarantee_cover(o, &t->result.guarantee);
	if (status == DPMF_OK && o->out)
		status = train_write(o, &t->data, &t->door.record, &t->result, &t->model, folder, error);
	if (status == DPMF_OK)
		status = report(t, error);
	if (status == DPMF_OK && run->leaves)
		status = run->leaves(run->context, &t->door, error);
	/* The folder gets its name last: where anything failed there is none. */
	return status == DPMF_OK && o->out ? folder_finish(folder, error) : status;
}

static enum dpmf_status prepare(struct training *t, struct folder *folder, struct dpmf_key *noise, struct dpmf_error *error)
{
	struct train_options *o = t->options;
	enum dpmf_status status = train_facts_start(o, &t->data.facts, error);

	if (status == DPMF_OK && t->run->noise)
		*noise = *t->run->noise;
	else if (status == DPMF_OK)
		status = train_noise_key(o, noise, error);
	if (status == DPMF_OK && o->out)
		status = folder_open(o->out, folder, error);
	return status == DPMF_OK ? train_data_read(o, &t->data, error) : status;
}

enum dpmf_status train_run(struct train_options *options, const struct train_run *run, struct dpmf_error *error)
{
	struct training t = { .options = options, .run = run };
	struct folder folder = { 0 };
	struct dpmf_key noise;
	enum dpmf_status status = prepare(&t, &folder, &noise, error);

	if (status == DPMF_OK) {
		train_result_init(&t.result, &t.data);
		status = dpmf_door_open(&t.door, &noise, error);
		if (status == DPMF_OK)
			status = train_and_report(&t, &folder, error);
		train_result_clear(&t.result);
		dpmf_model_free(&t.model);
		if (run->closes)
			run->closes(run->context, &t.door);
		dpmf_door_close(&t.door);
	}
	folder_abandon(&folder);
	train_data_free(&t.data);
	return status;
}
