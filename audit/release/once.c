/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/once.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "audit/release/world.h"
#include "tool/train_run.h"

enum { WORDS = 32, WORD = 600 };

struct words {
	char text[WORDS][WORD];
	char *word[WORDS + 1];
	int count;
};

static void add(struct words *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void add(struct words *w, const char *format, ...)
{
	va_list arguments;

	if (w->count == WORDS)
		return;
	va_start(arguments, format);
	vsnprintf(w->text[w->count], WORD, format, arguments);
	va_end(arguments);
	w->word[w->count] = w->text[w->count];
	w->word[++w->count] = NULL;
}

static bool is_chosen(const char *option)
{
	return strncmp(option, "--theta=", 8) == 0 || strncmp(option, "--quanta=", 9) == 0;
}

static void command_line(const struct once *once, struct words *w)
{
	const struct boundary_subject *s = once->subject;

	add(w, "train");
	add(w, "--mech=%s", s->mech);
	if (strcmp(s->variant, BOUNDARY_NO_VARIANT) != 0)
		add(w, "--variant=%s", s->variant);
	add(w, "--ratings=%s/ratings.txt", once->folder);
	add(w, "--items=%d", WORLD_ITEMS);
	add(w, "--users=%d", WORLD_USERS);
	add(w, "--out=%s/out", once->folder);
	add(w, "--%s=%" PRIu64, once->seeded ? "seed" : "coins", once->number);
	if (!s->ranking)
		add(w, "--range=1:5");
	if (s->social)
		add(w, "--social=%s/trust.txt", once->folder);
	if (!once->held_out)
		add(w, "--holdout=0");
	if (once->json)
		add(w, "--json");
	for (size_t i = 0; i < BOUNDARY_OPTIONS && s->option[i]; i++)
		if (!once->asking || !s->asking[0] || !is_chosen(s->option[i]))
			add(w, "%s", s->option[i]);
	for (size_t i = 0; once->asking && i < 4 && s->asking[i]; i++)
		add(w, "%s", s->asking[i]);
}

static enum dpmf_status opened(void *context, struct dpmf_door *door, struct dpmf_error *error)
{
	struct once *once = context;

	streams_of(&once->streams, door);
	if (once->from)
		return dpmf_door_hand_over(once->from, door, error);
	dpmf_door_remember(door);
	return DPMF_OK;
}

/* The door is this one's from here on. */
static void closes(void *context, struct dpmf_door *door)
{
	struct once *once = context;

	once->door = *door;
	memset(door, 0, sizeof *door);
	streams_of(&once->streams, NULL);
}

/* Where stdout and stderr went before. */
struct caught {
	int file, out, err;
};

static enum dpmf_status catch_prints(struct caught *c, struct dpmf_error *error)
{
	fflush(stdout);
	fflush(stderr);
	c->file = memfd_create("printed", 0);
	c->out = dup(STDOUT_FILENO);
	c->err = dup(STDERR_FILENO);
	if (c->file >= 0 && c->out >= 0 && c->err >= 0 && dup2(c->file, STDOUT_FILENO) >= 0 && dup2(c->file, STDERR_FILENO) >= 0)
		return DPMF_OK;
	return dpmf_fail(error, DPMF_FAILED, "cannot catch what is printed");
}

static enum dpmf_status let_go(struct caught *c, struct output_text *printed, struct dpmf_error *error)
{
	off_t size;
	bool kept;

	fflush(stdout);
	fflush(stderr);
	size = lseek(c->file, 0, SEEK_END);
	kept = dup2(c->out, STDOUT_FILENO) >= 0 && dup2(c->err, STDERR_FILENO) >= 0 && size >= 0;
	printed->bytes = kept ? calloc((size_t)size + 1, 1) : NULL;
	kept = kept && printed->bytes && pread(c->file, printed->bytes, (size_t)size, 0) == size;
	printed->length = kept ? (size_t)size : 0;
	close(c->file);
	close(c->out);
	close(c->err);
	return kept ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "cannot keep what was printed");
}

static void train(struct once *once, struct words *words, FILE *open_out, FILE *private_out)
{
	struct dpmf_key noise = { .log = NULL };
	const struct train_run run = { .open_out = open_out, .private_out = private_out, .noise = once->seeded ? NULL : &noise,
	                               .context = once, .opened = opened, .closes = closes };
	struct output *o = &once->output;
	struct train_options options;

	if (!once->seeded) {
		noise = *once->noise;
		noise.log = &once->streams.log;
	}
	o->status = train_options_read(words->count, words->word, &options, &o->error);
	if (o->status == DPMF_OK)
		o->status = train_run(&options, &run, &o->error);
}

enum dpmf_status once_run(struct once *once, struct dpmf_error *error)
{
	struct words *words = calloc(1, sizeof *words);
	struct output *o = &once->output;
	struct output_text hidden = { NULL, 0 };
	FILE *open_out = open_memstream(&o->said.bytes, &o->said.length), *private_out = open_memstream(&hidden.bytes, &hidden.length);
	struct caught caught;
	enum dpmf_status status = words && open_out && private_out ? DPMF_OK : dpmf_fail(error, DPMF_FAILED, "no memory for a run");
	char out[WORD];

	streams_start(&once->streams);
	if (status == DPMF_OK)
		status = catch_prints(&caught, error);
	if (status == DPMF_OK) {
		command_line(once, words);
		train(once, words, open_out, private_out);
		status = let_go(&caught, &o->printed, error);
	}
	if (open_out)
		fclose(open_out);
	if (private_out)
		fclose(private_out);
	free(hidden.bytes);
	free(words);
	snprintf(out, sizeof out, "%s/out", once->folder);
	if (status == DPMF_OK)
		status = output_read(out, o, error);
	output_remove(out);
	return status;
}

void once_free(struct once *once)
{
	streams_free(&once->streams);
	output_free(&once->output);
	dpmf_door_close(&once->door);
}
