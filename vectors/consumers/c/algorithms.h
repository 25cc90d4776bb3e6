/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CONSUMER_ALGORITHMS_H
#define CONSUMER_ALGORITHMS_H
#include "test.h"

/* Runs one test; false: the algorithm is not known. */
bool run_stream(const char *algorithm, struct test *t);
bool run_sampler(const char *algorithm, struct test *t);
bool run_textbook(const char *algorithm, struct test *t);
bool run_mixture(const char *algorithm, struct test *t);
bool run_grid(const char *algorithm, struct test *t);
bool run_hdpmf(const char *algorithm, struct test *t);
bool run_round(const char *algorithm, struct test *t);
bool run_gaussmf(const char *algorithm, struct test *t);
bool run_gaussmf_corrected(const char *algorithm, struct test *t);
bool run_pbm(const char *algorithm, struct test *t);
bool run_privsr(const char *algorithm, struct test *t);
bool run_privsr_round(const char *algorithm, struct test *t);
bool run_ball_qp(const char *algorithm, struct test *t);
bool run_dpimf(const char *algorithm, struct test *t);
bool run_secagg(const char *algorithm, struct test *t);
bool run_dpmf_rp(const char *algorithm, struct test *t);
bool run_dpmf_rp_round(const char *algorithm, struct test *t);

/* last: counter and nonce, 8 bytes each. */
void chacha20_block(const unsigned char key[32], const unsigned char last[16], unsigned char out[64]);
/* The sub-key `name`. */
void derive(const unsigned char parent[32], const char *name, unsigned char child[32]);
uint64_t stream_word(const unsigned char key[32], uint64_t user, uint64_t item, uint64_t round, uint64_t number);
/* Shared by the kernels and the round. */
double dot(const double *u, const double *v, size_t k);
double norm(const double *x, size_t k);
void project(double *x, size_t k, double radius);
/* x - rate (gradient + 2 lambda x) */
void step(double *x, const double *gradient, size_t n, double rate, double lambda);
/* The users' end of a round: the outputs gradient_u, stepped and u. */
void step_and_project(struct test *t, struct list *u, const double *gradient, size_t users, double rate, double lambda, double radius);
/* false: it leaves 64 bits. */
bool product(int64_t a, int64_t b, int64_t *c);
bool sum_of(int64_t a, int64_t b, int64_t *c);
/* q with |q|_2 <= r at which q'Aq - q'b is least; the multiplier. */
double minimise_over_ball(const double *a, const double *b, size_t d, double r, double *q);
bool finite_all(const double *x, size_t n);
/* A pair that does not exist, or stands there twice. */
bool pairs_refused(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items);

#endif
