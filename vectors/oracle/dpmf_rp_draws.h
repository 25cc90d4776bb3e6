/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integers of dpmf-rp, from a key and exact, for the oracles of the kernels and
   of a whole round. false: memory is short, or an oracle's stream is too short. */
#ifndef VECTORS_DPMF_RP_DRAWS_H
#define VECTORS_DPMF_RP_DRAWS_H
#include "dpmf_rp_balls.h"

enum { RP_KEY = 32 };

/* 32 bytes that have nothing to do with any other number. */
void rp_draws_key(uint64_t number, unsigned char key[RP_KEY]);
bool rp_draws_projection(const unsigned char key[RP_KEY], size_t items, size_t rows, struct rp_projection *s);
/* The users of a round, ascending. */
bool rp_draws_schedule(const unsigned char key[RP_KEY], uint64_t round, size_t users, size_t count, int64_t *part);
/* x / c, rounded to binary64, times 2^24 to the nearest integer, ties away from 0. */
int64_t rp_draws_steps(double x, double c);
/* At most 2^24 in size (cut), or 2^40. */
int64_t rp_draws_cut(int64_t steps, bool cut);
/* At most floor(2^39 / theta) in size: so that the chance is none beyond 0 .. 1. */
int64_t rp_draws_within(int64_t steps, int64_t theta_steps);
/* Of 2^40. */
int64_t rp_draws_chance(int64_t steps, int64_t theta_steps);
/* What a user sends: one draw for each of the steps. */
bool rp_draws_message(const unsigned char key[RP_KEY], size_t user, uint64_t round, uint64_t quanta, int64_t theta_steps,
                      const int64_t *steps, size_t n, int64_t *message);

#endif
