/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two halves of one piece of work, side by side where it pays. */
#ifndef DPMF_CORE_HALVES_H
#define DPMF_CORE_HALVES_H
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#define DPMF_HALVES_PAY 100000 /* ratings from which a second thread is worth its start */

/* Both halves write to different places; each runs once, whether or not a
   second thread can be had. */
static inline void dpmf_halves(void *(*work)(void *), void *one, void *other, size_t ratings)
{
	pthread_t thread;
	const bool beside = ratings >= DPMF_HALVES_PAY && pthread_create(&thread, NULL, work, other) == 0;

	work(one);
	if (beside)
		pthread_join(thread, NULL);
	else
		work(other);
}

/* Where to cut things 0 .. count - 1, so that about half of what they hold lies
   before; start[i] .. start[i + 1] - 1 is what thing i holds. */
static inline size_t dpmf_halves_cut(const size_t *start, size_t count)
{
	size_t cut = 0;

	while (cut < count && start[cut] < start[count] / 2)
		cut++;
	return cut;
}

#endif
