/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who is said to have stayed, as the server writes it; one that lies tells the upper half of the
   users that do not collude that user 1 fell silent. */
#include <string.h>

#include "audit/secagg/run.h"

static bool stayed(const struct secagg_run *run, uint32_t number)
{
	return !secagg_run_silent(run, number) && !(run->worlds->late && number == 1);
}

static bool told_otherwise(const struct secagg_run *run, uint32_t number)
{
	return run->worlds->lies && number > (run->setting.users - run->worlds->coalition + 1) / 2;
}

/* The list of those in `set`, a bit for each user, with 64 bytes behind each if it is of witnesses. */
static enum dpmf_status write_list(const struct secagg_run *run, enum dpmf_secagg_type type, unsigned set,
                                   struct dpmf_secagg_message *list, struct dpmf_error *error)
{
	const struct dpmf_secagg_head head = { type, DPMF_SECAGG_SERVER, DPMF_SECAGG_ALL, (uint32_t)__builtin_popcount(set) };
	enum dpmf_status status = dpmf_secagg_message_make(&run->setting, &head, list, error);
	size_t place = 0;

	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++) {
		unsigned char *entry;

		if (!(set >> i & 1))
			continue;
		entry = dpmf_secagg_entry(&run->setting, list, place++);
		dpmf_secagg_store32(i + 1, entry);
		if (type == DPMF_SECAGG_T_WITNESSES)
			memcpy(entry + 4, run->confirm[i].bytes + DPMF_SECAGG_HEAD + DPMF_SECAGG_DIGEST, DPMF_SECAGG_SIGNATURE);
	}
	return status;
}

/* One that colludes signs every list: a copy of it does. */
static enum dpmf_status confirm_as(struct secagg_run *run, uint32_t number, const struct dpmf_secagg_message *list,
                                   struct dpmf_error *error)
{
	struct dpmf_secagg_user again = run->user[number - 1];

	dpmf_secagg_message_free(&run->confirm[number - 1]);
	return dpmf_secagg_user_confirm(secagg_run_colludes(run, number) ? &again : &run->user[number - 1], list,
	                                &run->confirm[number - 1], error);
}

/* The users told sign the list, and get each other's signatures in its place. */
static enum dpmf_status confirm(struct secagg_run *run, unsigned told, struct dpmf_secagg_message *list, struct dpmf_error *error)
{
	enum dpmf_status status = DPMF_OK;

	for (uint32_t i = 0; status == DPMF_OK && i < run->setting.users; i++)
		if (told >> i & 1)
			status = confirm_as(run, i + 1, list, error);
	dpmf_secagg_message_free(list);
	return status == DPMF_OK ? write_list(run, DPMF_SECAGG_T_WITNESSES, told, list, error) : status;
}

/* A user that refuses sends nothing; one that colludes need not be asked. */
static enum dpmf_status ask(struct secagg_run *run, unsigned told, const struct dpmf_secagg_message *list, struct dpmf_error *error)
{
	for (uint32_t i = 0; i < run->setting.users; i++)
		if (told >> i & 1 && !secagg_run_colludes(run, i + 1) &&
		    dpmf_secagg_user_unmask(&run->user[i], list, &run->unmask[i], error) == DPMF_FAILED)
			return DPMF_FAILED;
	return DPMF_OK;
}

static enum dpmf_status tell(struct secagg_run *run, unsigned told, unsigned listed, struct dpmf_error *error)
{
	struct dpmf_secagg_message list = { NULL, 0 };
	enum dpmf_status status = write_list(run, DPMF_SECAGG_T_SURVIVORS, listed, &list, error);

	if (status == DPMF_OK && run->setting.authenticated)
		status = confirm(run, told, &list, error);
	if (status == DPMF_OK)
		status = ask(run, told, &list, error);
	dpmf_secagg_message_free(&list);
	return status;
}

enum dpmf_status secagg_run_unmask(struct secagg_run *run, struct dpmf_error *error)
{
	unsigned all = 0, coalition = 0, otherwise = 0;
	enum dpmf_status status;

	for (uint32_t i = 0; i < run->setting.users; i++) {
		all |= (unsigned)stayed(run, i + 1) << i;
		coalition |= (unsigned)secagg_run_colludes(run, i + 1) << i;
		otherwise |= (unsigned)(stayed(run, i + 1) && told_otherwise(run, i + 1)) << i;
	}
	status = tell(run, (all & ~otherwise) | coalition, all, error);
	return status == DPMF_OK && otherwise ? tell(run, otherwise | coalition, all & ~1u, error) : status;
}
