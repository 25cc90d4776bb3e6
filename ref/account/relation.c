/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "account/relation.h"

#include "account/interval.h"

void dpmf_loss_init(struct dpmf_loss *loss)
{
	dpmf_enclosure_init(&loss->epsilon);
	dpmf_enclosure_init(&loss->delta);
	dpmf_interval_set_ui(&loss->epsilon, 0);
	dpmf_interval_set_ui(&loss->delta, 0);
}

void dpmf_loss_clear(struct dpmf_loss *loss)
{
	dpmf_enclosure_clear(&loss->epsilon);
	dpmf_enclosure_clear(&loss->delta);
}

static void set(struct dpmf_loss *to, const struct dpmf_loss *from)
{
	dpmf_interval_set(&to->epsilon, &from->epsilon);
	dpmf_interval_set(&to->delta, &from->delta);
}

/* The budgets of all kinds hold one loss and nothing else, `stride` bytes apart. */
static const struct dpmf_loss *nth(const void *part, size_t stride, size_t i)
{
	return (const struct dpmf_loss *)(const void *)((const char *)part + i * stride);
}

static void add_up(const void *part, size_t stride, size_t count, struct dpmf_loss *sum)
{
	struct dpmf_loss total;

	dpmf_loss_init(&total);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_add(&total.epsilon, &total.epsilon, &nth(part, stride, i)->epsilon);
		dpmf_interval_add(&total.delta, &total.delta, &nth(part, stride, i)->delta);
	}
	set(sum, &total);
	dpmf_loss_clear(&total);
}

static void take_largest(const void *part, size_t stride, size_t count, struct dpmf_loss *largest)
{
	struct dpmf_loss most;

	dpmf_loss_init(&most);
	for (size_t i = 0; i < count; i++) {
		dpmf_interval_max(&most.epsilon, &most.epsilon, &nth(part, stride, i)->epsilon);
		dpmf_interval_max(&most.delta, &most.delta, &nth(part, stride, i)->delta);
	}
	set(largest, &most);
	dpmf_loss_clear(&most);
}

void dpmf_entry_sequential(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *sum)
{
	add_up(part, sizeof *part, count, &sum->loss);
}

void dpmf_user_sequential(const struct dpmf_user_budget *part, size_t count, struct dpmf_user_budget *sum)
{
	add_up(part, sizeof *part, count, &sum->loss);
}

void dpmf_edge_sequential(const struct dpmf_edge_budget *part, size_t count, struct dpmf_edge_budget *sum)
{
	add_up(part, sizeof *part, count, &sum->loss);
}

void dpmf_entry_parallel_items(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *largest)
{
	take_largest(part, sizeof *part, count, &largest->loss);
}

void dpmf_entry_parallel_users(const struct dpmf_entry_budget *part, size_t count, struct dpmf_entry_budget *largest)
{
	take_largest(part, sizeof *part, count, &largest->loss);
}

void dpmf_user_parallel_users(const struct dpmf_user_budget *part, size_t count, struct dpmf_user_budget *largest)
{
	take_largest(part, sizeof *part, count, &largest->loss);
}

enum dpmf_status dpmf_user_across_items(const struct dpmf_user_budget *part, size_t touched,
                                        struct dpmf_user_budget *sum, struct dpmf_error *error)
{
	if (touched == 0)
		return dpmf_fail(error, DPMF_INPUT, "a row that touches no item has no budget: give 1 or more");
	dpmf_interval_mul_ui(&sum->loss.epsilon, &part->loss.epsilon, touched);
	dpmf_interval_mul_ui(&sum->loss.delta, &part->loss.delta, touched);
	return DPMF_OK;
}

enum dpmf_status dpmf_user_of_entries(const struct dpmf_entry_budget *entry, unsigned long entries,
                                      struct dpmf_user_budget *user, struct dpmf_error *error)
{
	struct dpmf_enclosure x[3];

	if (entries == 0)
		return dpmf_fail(error, DPMF_INPUT, "a row of no entries has no budget: give 1 or more");
	dpmf_interval_init(x, 3, DPMF_ACCOUNT_BITS);
	dpmf_interval_mul_ui(&x[0], &entry->loss.epsilon, entries);
	/* 1 + e^epsilon + ... + e^((k-1) epsilon) is k at epsilon = 0 */
	if (mpfr_zero_p(entry->loss.epsilon.hi)) {
		dpmf_interval_set_ui(&x[1], entries);
	} else {
		dpmf_interval_expm1(&x[1], &x[0]);
		dpmf_interval_expm1(&x[2], &entry->loss.epsilon);
		dpmf_interval_div(&x[1], &x[1], &x[2]);
	}
	dpmf_interval_mul(&user->loss.delta, &x[1], &entry->loss.delta);
	dpmf_interval_set(&user->loss.epsilon, &x[0]);
	dpmf_interval_clear(x, 3);
	return DPMF_OK;
}

void dpmf_entry_of_user(const struct dpmf_user_budget *user, struct dpmf_entry_budget *entry)
{
	set(&entry->loss, &user->loss);
}
