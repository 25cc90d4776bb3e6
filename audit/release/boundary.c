/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/release/boundary.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "audit/release/judge.h"

static const char *const names[BOUNDARY_KINDS] = {
	[BOUNDARY_FILES] = "files", [BOUNDARY_PRINTED] = "printed", [BOUNDARY_ASKED] = "asked", [BOUNDARY_BEYOND] = "beyond",
	[BOUNDARY_DRAWS] = "draws", [BOUNDARY_BUDGET] = "budget", [BOUNDARY_FAILED] = "failed",
};

const char *boundary_kind_name(enum boundary_kind kind)
{
	return names[kind];
}

/* A neighbour and the two runs on it. */
struct trial {
	const struct boundary_subject *subject;
	size_t number;
	bool same_key;
	struct dpmf_key key[2];
	struct world world;
	struct world_neighbour neighbour;
	struct once run[2];
	bool seen[BOUNDARY_KINDS];
	struct boundary_result *result;
};

static void note(struct trial *t, enum boundary_kind kind, const char *why)
{
	struct boundary_result *r = t->result;

	if (t->seen[kind])
		return;
	t->seen[kind] = true;
	if (r->found[kind]++ == 0)
		snprintf(r->first[kind], sizeof r->first[kind], "%.280s (neighbour %zu: %.120s%s)", why, t->number, t->neighbour.what,
		         t->run[0].held_out ? "" : "; --holdout=0");
}

/* The run on A must end well, draw its noise once, and promise what is so. */
static void judge_first(struct trial *t)
{
	struct once *first = &t->run[0];
	char why[400];

	if (first->output.status != DPMF_OK)
		note(t, BOUNDARY_FAILED, first->output.error.text);
	else if (judge_promise(first, why, sizeof why))
		note(t, BOUNDARY_BUDGET, why);
	if (!first->seeded && streams_wrong(&first->streams, &first->door, t->subject->aggregated, why, sizeof why))
		note(t, BOUNDARY_DRAWS, why);
}

/* Noise that stays when the key does not is drawn from something else. */
static bool keys_meet(const struct once *a, const struct once *b)
{
	for (size_t i = 0; i < a->streams.count && i < 64; i++)
		for (size_t j = 0; j < b->streams.count; j++)
			if (memcmp(&a->streams.seen[i].key, &b->streams.seen[j].key, sizeof a->streams.seen[i].key) == 0)
				return true;
	return false;
}

static void judge_both(struct trial *t)
{
	const struct once *first = &t->run[0], *second = &t->run[1];
	struct dpmf_error error = { "" };
	char why[400];
	bool strayed = false;

	if (second->door.mode == DPMF_DOOR_REPLAY && dpmf_door_same(&second->door, &error) != DPMF_OK &&
	    (second->door.strayed || second->output.status == DPMF_OK)) {
		note(t, BOUNDARY_ASKED, error.text);
		strayed = true;
	}
	if (!strayed && output_prints_differ(&first->output, &second->output, why, sizeof why))
		note(t, BOUNDARY_PRINTED, why);
	if (!strayed && output_files_differ(&first->output, &second->output, why, sizeof why))
		note(t, BOUNDARY_FILES, why);
	/* What is sampled in secret differs with the key. */
	if (second->door.mode == DPMF_DOOR_REPLAY && (t->same_key || first->streams.others == 0 || t->subject->aggregated) &&
	    judge_moved(&second->door, &t->neighbour, why, sizeof why))
		note(t, BOUNDARY_BEYOND, why);
	if (!t->same_key && keys_meet(first, second))
		note(t, BOUNDARY_DRAWS, "another noise key leads to the same noise");
}

static void name_keys(const struct dpmf_key *root, size_t number, struct trial *t)
{
	char name[64];

	for (int i = 0; i < 2; i++) {
		snprintf(name, sizeof name, "noise %d of %zu", t->same_key ? 0 : i, number);
		dpmf_key_derive(root, name, &t->key[i]);
	}
}

/* Every combination of: JSON or text, held out or not, random or adversarial; one in four with the same noise key. */
static void prepare(const struct boundary_subject *subject, const char *folder, const struct dpmf_key *root, size_t number,
                    struct boundary_result *result, struct trial *t)
{
	struct dpmf_stream stream;

	*t = (struct trial){ .subject = subject, .number = number, .result = result, .same_key = number / 8 % 4 == 2 };
	name_keys(root, number, t);
	dpmf_stream_open(&stream, root, number, 0, 0);
	world_draw(&stream, &t->world);
	world_neighbour_draw(&t->world, subject->relation, number / 4 % 2 == 1, &stream, &t->neighbour);
	for (int i = 0; i < 2; i++)
		t->run[i] = (struct once){ .subject = subject, .folder = folder, .number = number, .json = number % 2 == 0,
		                           .held_out = number / 2 % 2 == 0, .noise = &t->key[i] };
}

static enum dpmf_status run_trial(struct trial *t, const char *folder, struct dpmf_error *error)
{
	enum dpmf_status status = world_write(&t->world, folder, error);

	if (status == DPMF_OK)
		status = once_run(&t->run[0], error);
	if (status != DPMF_OK)
		return status;
	judge_first(t);
	judge_shuffle(&t->run[0].door);
	t->run[1].from = &t->run[0].door;
	status = world_write(&t->neighbour.world, folder, error);
	if (status == DPMF_OK)
		status = once_run(&t->run[1], error);
	if (status == DPMF_OK)
		judge_both(t);
	return status;
}

static enum dpmf_status one_neighbour(const struct boundary_subject *subject, const char *folder, const struct dpmf_key *root,
                                      size_t number, struct boundary_result *result, struct dpmf_error *error)
{
	enum dpmf_status status;
	struct trial t;

	prepare(subject, folder, root, number, result, &t);
	status = run_trial(&t, folder, error);
	once_free(&t.run[0]);
	once_free(&t.run[1]);
	return status;
}

/* Once more on its own: with a seed, or asking for the epsilon that stands in the table. */
static enum dpmf_status one_alone(const struct boundary_subject *subject, const char *folder, const struct dpmf_key *root, bool seeded,
                                  struct boundary_result *result, struct dpmf_error *error)
{
	enum dpmf_status status;
	struct trial t;
	char why[400];

	prepare(subject, folder, root, 0, result, &t);
	t.run[0].seeded = seeded;
	t.run[0].asking = !seeded;
	if (seeded)
		t.run[0].number = UINT64_C(7205759403792793637);
	snprintf(t.neighbour.what, sizeof t.neighbour.what, seeded ? "none, with --seed" : "none");
	status = world_write(&t.world, folder, error);
	if (status == DPMF_OK)
		status = once_run(&t.run[0], error);
	if (status == DPMF_OK) {
		judge_first(&t);
		if (seeded && judge_seed(&t.run[0], why, sizeof why))
			note(&t, BOUNDARY_FILES, why);
	}
	once_free(&t.run[0]);
	return status;
}

enum dpmf_status boundary_run(const struct boundary_subject *subject, const char *folder, uint64_t seed, size_t neighbours,
                              struct boundary_result *result, struct dpmf_error *error)
{
	struct boundary_result found = { .subject = subject, .neighbours = neighbours };
	struct dpmf_key parent, root;
	enum dpmf_status status;
	char name[128];

	dpmf_key_from_seed(seed, &parent);
	snprintf(name, sizeof name, "release %s %s %s", subject->mech, subject->variant, subject->detail);
	dpmf_key_derive(&parent, name, &root);
	status = one_alone(subject, folder, &root, true, &found, error);
	if (status == DPMF_OK && subject->asking[0])
		status = one_alone(subject, folder, &root, false, &found, error);
	for (size_t i = 0; status == DPMF_OK && i < neighbours; i++)
		status = one_neighbour(subject, folder, &root, i, &found, error);
	if (status == DPMF_OK)
		*result = found;
	return status;
}

bool boundary_clean(const struct boundary_result *r)
{
	for (int kind = 0; kind < BOUNDARY_KINDS; kind++)
		if (r->found[kind] > 0)
			return false;
	return true;
}

bool boundary_expected(const struct boundary_result *r)
{
	for (int kind = 0; kind < BOUNDARY_KINDS; kind++) {
		if (!r->subject->known[kind] && r->found[kind] > 0)
			return false;
		if (r->subject->known[kind] && r->found[kind] == 0 && r->neighbours >= BOUNDARY_ENOUGH)
			return false;
	}
	return true;
}
