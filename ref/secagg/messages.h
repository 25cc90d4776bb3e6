/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The messages, byte for byte. Numbers are stored lowest byte first.

   Every message: a head of 36 bytes, a body, and in the authenticated setting
   behind every message of a user its Ed25519 signature (64) of all bytes before.
     0   4  "DSA1"
     4   4  type
     8   4  from: a user, 0 for the server
     12  4  to: a user, 0 for the server, 2^32 - 1 for all users
     16 16  session
     32  4  count

   type           from    to      count         body
   1 ADVERTISE    user    server  0             32 public key for sealing, 32 public key for masks
   2 ROSTER       server  all     users         each: 4 user, 32, 32 its keys (, 64 its signature of ADVERTISE)
   3 SHARES       user    server  other users   each: 4 to, 104 sealed shares
   4 DELIVERY     server  user    other users   each: 4 from, 104 sealed shares
   5 MASKED       user    server  coordinates   each `bits` bits, lowest first, without gaps; zero bits up to a whole byte
   6 SURVIVORS    server  all     users         each: 4 user
   7 CONFIRM      user    server  0             32: BLAKE2b-256 of SURVIVORS' body
   8 WITNESSES    server  all     users         each: 4 user, 64 its signature of CONFIRM
   9 UNMASK       user    server  sharing users each: 4 user, 1 kind of share (1 self mask, 2 mask key), 44 the share

   Users in a list ascend. A sealed text is 16 bytes of tag behind the sealed
   bytes of two shares, of the sender's mask key and of its self-mask seed. A
   share is 11 numbers of 4 bytes, each below 2^31 - 1. Every message has
   exactly the length that its type, its count and the setting give it. */
#ifndef DPMF_SECAGG_MESSAGES_H
#define DPMF_SECAGG_MESSAGES_H
#include "core/public.h"
#include "secagg/setting.h"

DPMF_BEGIN

enum dpmf_secagg_type {
	DPMF_SECAGG_T_ADVERTISE = 1,
	DPMF_SECAGG_T_ROSTER,
	DPMF_SECAGG_T_SHARES,
	DPMF_SECAGG_T_DELIVERY,
	DPMF_SECAGG_T_MASKED,
	DPMF_SECAGG_T_SURVIVORS,
	DPMF_SECAGG_T_CONFIRM,
	DPMF_SECAGG_T_WITNESSES,
	DPMF_SECAGG_T_UNMASK,
};

#define DPMF_SECAGG_SERVER UINT32_C(0)
#define DPMF_SECAGG_ALL UINT32_MAX

enum {
	DPMF_SECAGG_HEAD = 36,
	DPMF_SECAGG_KEY = 32,
	DPMF_SECAGG_SIGNATURE = 64,
	DPMF_SECAGG_DIGEST = 32,
	DPMF_SECAGG_SHARE_BYTES = 44,
	DPMF_SECAGG_SEALED = 2 * DPMF_SECAGG_SHARE_BYTES + 16,
	DPMF_SECAGG_KIND_SELF = 1,
	DPMF_SECAGG_KIND_KEY = 2,
};

struct dpmf_secagg_message {
	unsigned char *bytes;
	size_t length;
};

/* What the head says. */
struct dpmf_secagg_head {
	enum dpmf_secagg_type type;
	uint32_t from, to, count;
};

void dpmf_secagg_message_free(struct dpmf_secagg_message *message); /* and leaves it empty */
/* Bytes of one entry of the body, 0 for a type without entries. */
size_t dpmf_secagg_entry_length(const struct dpmf_secagg_setting *setting, enum dpmf_secagg_type type);
/* The whole message's, its signature included. */
size_t dpmf_secagg_message_length(const struct dpmf_secagg_setting *setting, enum dpmf_secagg_type type, uint32_t count);
/* The head's bytes, as anybody writes them. */
void dpmf_secagg_head_write(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head,
                            unsigned char bytes[DPMF_SECAGG_HEAD]);
/* A message with its head written and zeros behind it. */
enum dpmf_status dpmf_secagg_message_make(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_head *head,
                                          struct dpmf_secagg_message *message, struct dpmf_error *error);
/* Reads the head and refuses (DPMF_INPUT) a message that is not of this
   session, not of this type, not to `to`, of another length than it must have,
   or whose list does not ascend within the users. What a signature or a seal
   must tell is not looked at. */
enum dpmf_status dpmf_secagg_message_read(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message,
                                          enum dpmf_secagg_type type, uint32_t to, struct dpmf_secagg_head *head,
                                          struct dpmf_error *error);
/* The type that the bytes claim, 0 when they are too short for a head. */
unsigned dpmf_secagg_message_type(const struct dpmf_secagg_message *message);
/* Entry i of the body. */
unsigned char *dpmf_secagg_entry(const struct dpmf_secagg_setting *setting, const struct dpmf_secagg_message *message, size_t i);

static inline void dpmf_secagg_store32(uint32_t x, unsigned char *bytes)
{
	for (int i = 0; i < 4; i++)
		bytes[i] = (unsigned char)(x >> 8 * i);
}

static inline uint32_t dpmf_secagg_load32(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

DPMF_END

#endif
