/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/privsr/kernels.h"

#include <math.h>
#include <stdbool.h>

double dpmf_privsr_epsilon_sensitive(double epsilon, double beta)
{
	return (1 + beta) * epsilon;
}

double dpmf_privsr_epsilon_other(double epsilon, double beta)
{
	return (1 / beta + 1) * epsilon;
}

double dpmf_privsr_combined_scale(double delta, size_t k, double epsilon, double beta)
{
	return 2 * delta * sqrt((double)k) * sqrt(1 + beta * beta) / ((1 + beta) * epsilon);
}

double dpmf_privsr_friend_scale(size_t k, double epsilon)
{
	return sqrt((double)k) / epsilon;
}

/*@ logic real sent(real sum, real s, real u) = sum - 2 * s * u; */

/*@ assigns \nothing;
    ensures equation: \result == sent(sum, s, u); */
static double send_one(double sum, double s, double u)
{
	return sum - 2 * s * u;
}

void dpmf_privsr_friend_add(const double *u, size_t k, double s, double *sum)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept: \forall integer j; 0 <= j < k ==> u[j] == \at(u[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < k ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==> sum[j] == sent(\at(sum[j], Pre), s, \at(u[j], Pre));
	    loop assigns l, sum[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		sum[l] = send_one(sum[l], s, u[l]);
}

/*@ logic real pulled(real sum, real message, real u, real s, real weight) = sum + weight * (message + 2 * s * u); */

/*@ assigns \nothing;
    ensures equation: \result == pulled(sum, message, u, s, weight); */
static double pull_one(double sum, double message, double u, double s, double weight)
{
	return sum + weight * (message + 2 * s * u);
}

void dpmf_privsr_friend_gradient(const double *message, const double *u, size_t k, double s, double weight, double *sum)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept_u: \forall integer j; 0 <= j < k ==> u[j] == \at(u[j], Pre);
	    loop invariant kept_message: \forall integer j; 0 <= j < k ==> message[j] == \at(message[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < k ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      sum[j] == pulled(\at(sum[j], Pre), \at(message[j], Pre), \at(u[j], Pre), s, weight);
	    loop assigns l, sum[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		sum[l] = pull_one(sum[l], message[l], u[l], s, weight);
}

void dpmf_privsr_parts(uint64_t beta_steps, uint64_t sensitive, uint64_t others, uint64_t *part, uint64_t *whole)
{
	const bool both = sensitive > 0 && others > 0;

	part[0] = both ? UINT64_C(16777216) : sensitive > 0;
	part[1] = both ? beta_steps * beta_steps : others > 0;
	whole[0] = sensitive > 0 ? (part[0] + part[1]) * sensitive : 1;
	whole[1] = others > 0 ? (part[0] + part[1]) * others : 1;
}

/*@ logic integer cut(integer x, integer most) = x > most ? most : x < -most ? -most : x; */

/*@ requires 0 <= most <= 4294967296;
    assigns \nothing;
    ensures cut: \result == cut(x, most); */
static int64_t cut_one(int64_t x, int64_t most)
{
	return x > most ? most : x < -most ? -most : x;
}

void dpmf_privsr_friend_contribute(const int64_t *vector, size_t k, int64_t most, int64_t *sum)
{
	/*@ loop invariant range: 0 <= l <= k;
	    loop invariant kept: \forall integer j; 0 <= j < k ==> vector[j] == \at(vector[j], Pre);
	    loop invariant ahead: \forall integer j; l <= j < k ==> sum[j] == \at(sum[j], Pre);
	    loop invariant done: \forall integer j; 0 <= j < l ==>
	      sum[j] == \at(sum[j], Pre) + cut(\at(vector[j], Pre), most);
	    loop assigns l, sum[0 .. k - 1];
	    loop variant k - l; */
	for (size_t l = 0; l < k; l++)
		sum[l] += cut_one(vector[l], most);
}
