/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The server of secure aggregation. It holds messages, and sums of what was
   uploaded; no key of its own and no secret of a user's before it is
   reconstructed from shares that users sent it.

   In each step it takes the users' messages, one each, in any order, and then
   ends the step by what it sends; DPMF_NO when fewer than the threshold came. */
#ifndef DPMF_SECAGG_SERVER_H
#define DPMF_SECAGG_SERVER_H
#include "core/public.h"
#include "secagg/messages.h"

DPMF_BEGIN

struct dpmf_secagg_server {
	const struct dpmf_secagg_setting *setting;
	const unsigned char *verifying;       /* as in the users; NULL when not authenticated */
	struct dpmf_secagg_message *received; /* [step * users + number - 1]; of MASK the head only */
	uint64_t *sum;                        /* of the masked vectors */
	uint64_t *vector;                     /* room for one */
	unsigned char digest[DPMF_SECAGG_DIGEST]; /* of the survivors that it named */
	int step;                             /* whose messages it takes */
};

enum dpmf_status dpmf_secagg_server_open(const struct dpmf_secagg_setting *setting, const unsigned char *verifying,
                                         struct dpmf_secagg_server *server, struct dpmf_error *error);
void dpmf_secagg_server_close(struct dpmf_secagg_server *server); /* and leaves it empty */

/* Refuses (DPMF_INPUT) what is malformed, of another step, signed by nobody or
   by another, from a user that is out, or a second message of one user. */
enum dpmf_status dpmf_secagg_server_take(struct dpmf_secagg_server *server, const struct dpmf_secagg_message *message,
                                         struct dpmf_error *error);
/* Users whose messages came in the step. */
size_t dpmf_secagg_server_count(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step);
bool dpmf_secagg_server_has(const struct dpmf_secagg_server *server, enum dpmf_secagg_step step, uint32_t user);

/* What the user sent in the step; without bytes when nothing came. */
const struct dpmf_secagg_message *dpmf_secagg_server_message(const struct dpmf_secagg_server *server,
                                                             enum dpmf_secagg_step step, uint32_t user);

/* End the steps ADVERTISE, SHARE, MASK, CONFIRM. */
enum dpmf_status dpmf_secagg_server_roster(struct dpmf_secagg_server *server, struct dpmf_secagg_message *roster,
                                           struct dpmf_error *error);
enum dpmf_status dpmf_secagg_server_end_sharing(struct dpmf_secagg_server *server, struct dpmf_error *error);
enum dpmf_status dpmf_secagg_server_survivors(struct dpmf_secagg_server *server, struct dpmf_secagg_message *survivors,
                                              struct dpmf_error *error);
enum dpmf_status dpmf_secagg_server_witnesses(struct dpmf_secagg_server *server, struct dpmf_secagg_message *witnesses,
                                              struct dpmf_error *error);
/* What `user` is sent after end_sharing. */
enum dpmf_status dpmf_secagg_server_delivery(const struct dpmf_secagg_server *server, uint32_t user,
                                             struct dpmf_secagg_message *delivery, struct dpmf_error *error);
/* Ends UNMASK: sum mod 2^bits of the survivors' vectors. DPMF_NO, too, when the
   shares of a mask key do not give the key that was advertised, or those of a
   self mask give no secret at all. A user that shares wrongly of its own will
   can still make the sum wrong, as it can by its vector. */
enum dpmf_status dpmf_secagg_server_sum(struct dpmf_secagg_server *server, uint64_t *sum, struct dpmf_error *error);

DPMF_END

#endif
