/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "secagg/simulate.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "secagg/server.h"
#include "secagg/user.h"

struct run {
	const struct dpmf_secagg_plan *plan;
	struct dpmf_secagg_setting setting;
	unsigned char *verifying;
	struct dpmf_secagg_user *user;
	bool *gone;                      /* the user refused something: it says nothing any more */
	bool out_of_range;               /* the caller's vector is not one */
	struct dpmf_secagg_server server;
	uint64_t *x;
	struct dpmf_secagg_outcome outcome;
};

typedef enum dpmf_status answer(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                                struct dpmf_secagg_message *reply, struct dpmf_error *error);

static enum dpmf_status advertise(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                                  struct dpmf_secagg_message *reply, struct dpmf_error *error)
{
	(void)run;
	(void)question;
	return dpmf_secagg_user_advertise(user, reply, error);
}

static enum dpmf_status share(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                              struct dpmf_secagg_message *reply, struct dpmf_error *error)
{
	(void)run;
	return dpmf_secagg_user_share(user, question, reply, error);
}

static enum dpmf_status mask(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                             struct dpmf_secagg_message *reply, struct dpmf_error *error)
{
	enum dpmf_status status;

	run->plan->vector(run->plan->vector_context, user->number, run->x);
	status = dpmf_secagg_vector_check(&run->setting, user->number, run->x, error);
	run->out_of_range = status != DPMF_OK;
	return status != DPMF_OK ? status : dpmf_secagg_user_mask(user, question, run->x, reply, error);
}

static enum dpmf_status confirm(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                                struct dpmf_secagg_message *reply, struct dpmf_error *error)
{
	(void)run;
	return dpmf_secagg_user_confirm(user, question, reply, error);
}

static enum dpmf_status unmask(struct run *run, struct dpmf_secagg_user *user, const struct dpmf_secagg_message *question,
                               struct dpmf_secagg_message *reply, struct dpmf_error *error)
{
	(void)run;
	return dpmf_secagg_user_unmask(user, question, reply, error);
}

/* A refusal is noted, and the run goes on; what is not one ends it. */
static enum dpmf_status note(struct run *run, enum dpmf_status status, const struct dpmf_error *why, struct dpmf_error *error)
{
	if (status == DPMF_OK)
		return DPMF_OK;
	if (status == DPMF_FAILED || run->out_of_range)
		return dpmf_fail(error, status, "%s", why->text);
	if (run->outcome.refused++ == 0)
		run->outcome.first_refusal = *why;
	return DPMF_OK;
}

static void on_the_wire(const struct run *run, struct dpmf_secagg_message *message)
{
	if (run->plan->wire)
		run->plan->wire(run->plan->wire_context, message);
}

static enum dpmf_status copy_of(const struct dpmf_secagg_message *message, struct dpmf_secagg_message *copy, struct dpmf_error *error)
{
	unsigned char *bytes = malloc(message->length);

	if (!bytes)
		return dpmf_fail(error, DPMF_FAILED, "no memory for a message of %zu bytes", message->length);
	memcpy(bytes, message->bytes, message->length);
	*copy = (struct dpmf_secagg_message){ bytes, message->length };
	return DPMF_OK;
}

/* The user is given the question and the server what it replies. */
static enum dpmf_status exchange(struct run *run, enum dpmf_secagg_step step, answer *ask, uint32_t number,
                                 struct dpmf_secagg_message *question, struct dpmf_error *error)
{
	const size_t place = (size_t)(number - 1) * DPMF_SECAGG_STEPS + step;
	struct dpmf_secagg_message reply = { NULL, 0 };
	struct dpmf_error why = { "" };
	enum dpmf_status status;

	run->outcome.received[place] = question->length;
	if (run->plan->silent && run->plan->silent[number - 1] <= step)
		return DPMF_OK;
	if (question->bytes)
		on_the_wire(run, question);
	status = ask(run, &run->user[number - 1], question, &reply, &why);
	run->gone[number - 1] = status != DPMF_OK;
	if (status == DPMF_OK) {
		run->outcome.sent[place] = reply.length;
		on_the_wire(run, &reply);
		status = dpmf_secagg_server_take(&run->server, &reply, &why);
	}
	dpmf_secagg_message_free(&reply);
	return note(run, status, &why, error);
}

/* Whether the server has the user's message of the last step, so that it sends to it in this one. */
static bool addressed(const struct run *run, enum dpmf_secagg_step step, uint32_t number)
{
	const bool skips = step == DPMF_SECAGG_UNMASK && !run->setting.authenticated;

	return step == DPMF_SECAGG_ADVERTISE ||
	       dpmf_secagg_server_has(&run->server, (enum dpmf_secagg_step)(step - (skips ? 2 : 1)), number);
}

static enum dpmf_status question_of(const struct run *run, const struct dpmf_secagg_message *all, enum dpmf_secagg_step step,
                                    uint32_t number, struct dpmf_secagg_message *question, struct dpmf_error *error)
{
	if (step == DPMF_SECAGG_MASK)
		return dpmf_secagg_server_delivery(&run->server, number, question, error);
	return all->bytes ? copy_of(all, question, error) : DPMF_OK;
}

/* `all` is what the server sends to everybody, or nothing. */
static enum dpmf_status ask_all(struct run *run, enum dpmf_secagg_step step, answer *ask, const struct dpmf_secagg_message *all,
                                struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (uint32_t number = 1; status == DPMF_OK && number <= run->setting.users; number++) {
		struct dpmf_secagg_message question = { NULL, 0 };

		if (run->gone[number - 1] || !addressed(run, step, number))
			continue;
		status = question_of(run, all, step, number, &question, error);
		if (status == DPMF_OK)
			status = exchange(run, step, ask, number, &question, error);
		dpmf_secagg_message_free(&question);
	}
	return status;
}

static enum dpmf_status find_survivors(struct run *run, struct dpmf_error *error)
{
	struct dpmf_secagg_outcome *o = &run->outcome;

	o->survivor = malloc(run->setting.users * sizeof *o->survivor);
	o->sum = malloc(run->setting.length * sizeof *o->sum);
	if (!o->survivor || !o->sum)
		return dpmf_fail(error, DPMF_FAILED, "no memory for the sum of %zu coordinates", run->setting.length);
	for (uint32_t number = 1; number <= run->setting.users; number++)
		if (dpmf_secagg_server_has(&run->server, DPMF_SECAGG_MASK, number))
			o->survivor[o->survivors++] = number;
	return DPMF_OK;
}

static enum dpmf_status conduct(struct run *run, struct dpmf_error *error)
{
	struct dpmf_secagg_server *server = &run->server;
	struct dpmf_secagg_message all = { NULL, 0 };
	enum dpmf_status status = ask_all(run, DPMF_SECAGG_ADVERTISE, advertise, &all, error);

	if (status == DPMF_OK)
		status = dpmf_secagg_server_roster(server, &all, error);
	if (status == DPMF_OK)
		status = ask_all(run, DPMF_SECAGG_SHARE, share, &all, error);
	dpmf_secagg_message_free(&all);
	if (status == DPMF_OK)
		status = dpmf_secagg_server_end_sharing(server, error);
	if (status == DPMF_OK)
		status = ask_all(run, DPMF_SECAGG_MASK, mask, &all, error);
	if (status == DPMF_OK)
		status = dpmf_secagg_server_survivors(server, &all, error);
	if (status == DPMF_OK && run->setting.authenticated) {
		status = ask_all(run, DPMF_SECAGG_CONFIRM, confirm, &all, error);
		dpmf_secagg_message_free(&all);
		if (status == DPMF_OK)
			status = dpmf_secagg_server_witnesses(server, &all, error);
	}
	if (status == DPMF_OK)
		status = ask_all(run, DPMF_SECAGG_UNMASK, unmask, &all, error);
	dpmf_secagg_message_free(&all);
	if (status == DPMF_OK)
		status = find_survivors(run, error);
	return status != DPMF_OK ? status : dpmf_secagg_server_sum(server, run->outcome.sum, error);
}

/* The session from stream (0, 0, round): there is no user 0. */
static void draw_session(struct run *run)
{
	struct dpmf_key child;
	struct dpmf_stream s;
	unsigned char bytes[32];

	dpmf_key_derive(&run->plan->key, "secagg", &child);
	dpmf_stream_open(&s, &child, 0, 0, run->plan->round);
	dpmf_secagg_draw_bytes(&s, bytes);
	memcpy(run->setting.session, bytes, DPMF_SECAGG_SESSION);
}

static enum dpmf_status start(struct run *run, struct dpmf_error *error)
{
	const uint32_t n = run->setting.users;
	enum dpmf_status status = DPMF_OK;

	draw_session(run);
	run->verifying = malloc(32 * (size_t)n);
	run->user = calloc(n, sizeof *run->user);
	run->gone = calloc(n, sizeof *run->gone);
	run->x = malloc(run->setting.length * sizeof *run->x);
	run->outcome.sent = calloc((size_t)n * DPMF_SECAGG_STEPS, sizeof *run->outcome.sent);
	run->outcome.received = calloc((size_t)n * DPMF_SECAGG_STEPS, sizeof *run->outcome.received);
	if (!run->verifying || !run->user || !run->gone || !run->x || !run->outcome.sent || !run->outcome.received)
		return dpmf_fail(error, DPMF_FAILED, "no memory for %u users", n);
	for (uint32_t i = 0; status == DPMF_OK && i < n; i++) {
		status = dpmf_secagg_user_open(&run->setting, i + 1, run->verifying, &run->plan->key, run->plan->round, &run->user[i], error);
		memcpy(run->verifying + 32 * (size_t)i, run->user[i].signer.open, 32);
	}
	return status != DPMF_OK ? status : dpmf_secagg_server_open(&run->setting, run->verifying, &run->server, error);
}

static void finish(struct run *run)
{
	for (uint32_t i = 0; run->user && i < run->setting.users; i++)
		if (run->user[i].setting)
			dpmf_secagg_user_close(&run->user[i]);
	if (run->server.setting)
		dpmf_secagg_server_close(&run->server);
	free(run->verifying);
	free(run->user);
	free(run->gone);
	free(run->x);
}

static void forget_sum(struct dpmf_secagg_outcome *outcome)
{
	free(outcome->survivor);
	free(outcome->sum);
	outcome->survivor = NULL;
	outcome->sum = NULL;
	outcome->survivors = 0;
}

void dpmf_secagg_outcome_free(struct dpmf_secagg_outcome *outcome)
{
	forget_sum(outcome);
	free(outcome->sent);
	free(outcome->received);
	memset(outcome, 0, sizeof *outcome);
}

enum dpmf_status dpmf_secagg_simulate(const struct dpmf_secagg_plan *plan, struct dpmf_secagg_outcome *outcome,
                                      struct dpmf_error *error)
{
	struct run run = { .plan = plan, .setting = plan->setting };
	enum dpmf_status status = dpmf_secagg_setting_check(&plan->setting, error);

	if (status != DPMF_OK)
		return status;
	status = start(&run, error);
	if (status == DPMF_OK)
		status = conduct(&run, error);
	finish(&run);
	if (status == DPMF_NO)
		forget_sum(&run.outcome);
	if (status == DPMF_OK || status == DPMF_NO) {
		*outcome = run.outcome;
		return status;
	}
	dpmf_secagg_outcome_free(&run.outcome);
	return status;
}
