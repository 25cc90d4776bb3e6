/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every call of a user begins and ends with. */
#ifndef DPMF_SECAGG_USER_TURN_H
#define DPMF_SECAGG_USER_TURN_H
#include "secagg/user.h"

struct dpmf_secagg_peer *dpmf_secagg_peer_of(const struct dpmf_secagg_user *user, uint32_t number);
bool dpmf_secagg_enough(const struct dpmf_secagg_user *user, size_t count);
/* The other user's long-term key made this signature. */
bool dpmf_secagg_user_trusts(const struct dpmf_secagg_user *user, uint32_t other, const struct dpmf_secagg_message *message);

/* From here on a call that fails leaves the user out of order for good. */
enum dpmf_status dpmf_secagg_user_begin(struct dpmf_secagg_user *user, enum dpmf_secagg_step step, struct dpmf_error *error);
enum dpmf_status dpmf_secagg_user_make(const struct dpmf_secagg_user *user, enum dpmf_secagg_type type, size_t count,
                                       struct dpmf_secagg_message *message, struct dpmf_error *error);
void dpmf_secagg_user_finish(struct dpmf_secagg_user *user, struct dpmf_secagg_message *message, enum dpmf_secagg_step next);

enum dpmf_status dpmf_secagg_user_refuse(const struct dpmf_secagg_user *user, struct dpmf_error *error, const char *message,
                                         uint32_t other, const char *what);
enum dpmf_status dpmf_secagg_user_too_few(const struct dpmf_secagg_user *user, struct dpmf_error *error, const char *message,
                                          size_t count);

#endif
