/* SPDX-License-Identifier: 0BSD */
#ifndef CONSUMER_ALGORITHMS_H
#define CONSUMER_ALGORITHMS_H
#include "test.h"

/* The kernel of each algorithm runs one test. main.c finds it by the name in algorithms.inc, which is made from the specs:
   without its kernel the consumer does not link. */
#define RUN(name) void run_##name(struct test *t)
#define ALGORITHM(name) RUN(name);
#include "algorithms.inc"
#undef ALGORITHM

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
/* The Gaussian mechanism's delta at epsilon. */
double gaussian_curve(double mu, double epsilon);
/* The Gaussian mechanism's largest mu at which (epsilon, delta) holds. */
double largest_mu(double epsilon, double delta);
bool finite_all(const double *x, size_t n);
/* A pair that does not exist, or stands there twice. */
bool pairs_refused(const int64_t *user, const int64_t *item, size_t count, size_t users, size_t items);

#endif
