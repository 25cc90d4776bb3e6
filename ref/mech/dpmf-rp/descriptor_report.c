/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mech/dpmf-rp/descriptor_report.h"

#include <math.h>

#include "mech/dpmf-rp/kernels.h"

const size_t dpmf_train_rp_groups[TRAIN_RATED] = { 0, 25, 50, 100, 500 };

static const char *const steps[DPMF_SECAGG_STEPS] = { "advertise", "share", "mask", "confirm", "unmask" };

/* What a user has in a round. */
static double mean_of(const struct dpmf_rp_traffic *traffic, size_t sum)
{
	return (double)sum / (double)traffic->users;
}

static size_t sum_of(const size_t bytes[DPMF_SECAGG_STEPS])
{
	size_t sum = 0;

	for (size_t step = 0; step < DPMF_SECAGG_STEPS; step++)
		sum += bytes[step];
	return sum;
}

static size_t profile_bytes(const struct train_options *o, const struct train_result *r)
{
	return dpmf_train_rp_rows(&o->rp, r->items) * o->run.factors * sizeof(double);
}

/* The right-hand sides of Section 5.1, means over the rounds as the errors are. */
struct bounds {
	double exact, projection, privatization;
};

static struct bounds bounds_of(const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_rp_errors *errors = &r->errors;
	const size_t rows = dpmf_train_rp_rows(&o->rp, r->items);
	const double m = (double)r->items, p = (double)rows, k = (double)o->run.factors;
	const double gradient = errors->gradient / (double)errors->rounds, part = (double)r->traffic.users / (double)errors->rounds;
	const double delta = 2 * dpmf_rp_delta(&o->rp.options.user) * (double)r->users / part;
	const double theta = mpfr_get_d(r->pbm.pbm.theta.lo, MPFR_RNDN), q = (double)r->pbm.pbm.quanta;

	return (struct bounds){
		.exact = rows == r->items ? 0 : (m - 1) / p * gradient,
		.projection = 2 * m / p * gradient,
		.privatization = o->rp.options.noise ? m * k * delta * delta / (4 * part * q * theta * theta) : 0,
	};
}

static void print_errors(FILE *out, const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_rp_errors *e = &r->errors;
	const struct bounds b = bounds_of(o, r);
	const double n = (double)e->rounds;

	fprintf(out, "errors        of a round's gradient, whose squares add up to %.6g (found from all ratings: not private)\n",
	        e->gradient / n);
	fprintf(out, "  projection  %.6g; %.6g by an S of which V does not depend; (m - 1) / p: %.6g; Lemma 5.1: %.6g\n", e->projection / n,
	        e->fresh / n, b.exact, b.projection);
	fprintf(out, "  noise       %.6g; in the mean of the draws %.6g, of which %.6g are bias; Lemma 5.2: %.6g\n", e->privatization / n,
	        e->expected / n, e->bias / n, b.privatization);
	fprintf(out, "  both        %.6g\n", e->total / n);
}

static void print_groups(FILE *out, const struct train_result *r)
{
	const char *before = "groups        MSE";

	for (size_t g = 0; g < TRAIN_RATED; g++)
		if (!isnan(r->group_mse[g])) {
			fprintf(out, "%s %.6f from %zu ratings", before, r->group_mse[g], dpmf_train_rp_groups[g]);
			before = ",";
		}
	if (!isnan(r->group_variance))
		fprintf(out, "; variance %.6f\n", r->group_variance);
}

void dpmf_train_rp_print(FILE *out, const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_rp_traffic *t = &r->traffic;

	print_groups(out, r);
	fprintf(out, "traffic       a user sends %.0f bytes in a round and receives %.0f for the sum (%s), and %zu of item profiles\n",
	        mean_of(t, sum_of(t->sent)), mean_of(t, sum_of(t->received)), t->counted ? "counted" : "computed", profile_bytes(o, r));
	if (o->rp.errors)
		print_errors(out, o, r);
}

static json_t *bytes_json(const struct dpmf_rp_traffic *traffic, const size_t bytes[DPMF_SECAGG_STEPS])
{
	json_t *object = json_pack("{s:o}", "all", train_number_json(mean_of(traffic, sum_of(bytes))));

	for (size_t step = 0; step < DPMF_SECAGG_STEPS; step++)
		json_object_set_new(object, steps[step], train_number_json(mean_of(traffic, bytes[step])));
	return object;
}

static json_t *groups_json(const struct train_result *r)
{
	json_t *from = json_array(), *mse = json_array();

	for (size_t g = 0; g < TRAIN_RATED; g++) {
		json_array_append_new(from, json_integer((json_int_t)dpmf_train_rp_groups[g]));
		json_array_append_new(mse, train_number_json(r->group_mse[g]));
	}
	return json_pack("{s:o, s:o, s:o}", "ratings_from", from, "mse", mse, "variance", train_number_json(r->group_variance));
}

static json_t *errors_json(const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_rp_errors *e = &r->errors;
	const struct bounds b = bounds_of(o, r);
	const double n = (double)e->rounds;

	json_t *projection = json_pack("{s:o, s:o, s:o, s:o}", "measured", train_number_json(e->projection / n), "fresh",
	                               train_number_json(e->fresh / n), "exact", train_number_json(b.exact), "bound", train_number_json(b.projection));
	json_t *privatization = json_pack("{s:o, s:o, s:o, s:o}", "measured", train_number_json(e->privatization / n), "expected",
	                                  train_number_json(e->expected / n), "bias", train_number_json(e->bias / n), "bound",
	                                  train_number_json(b.privatization));

	return json_pack("{s:o, s:o, s:o, s:o}", "gradient", train_number_json(e->gradient / n), "projection", projection,
	                 "privatization", privatization, "total", train_number_json(e->total / n));
}

json_t *dpmf_train_rp_report_json(const struct train_options *o, const struct train_result *r)
{
	const struct dpmf_rp_traffic *t = &r->traffic;
	json_t *report = json_pack("{s:o, s:{s:b, s:o, s:o, s:I}}", "groups", groups_json(r), "traffic", "counted", t->counted,
	                           "sent", bytes_json(t, t->sent), "received", bytes_json(t, t->received),
	                           "item_profiles", (json_int_t)profile_bytes(o, r));

	return o->rp.errors ? train_json_with(report, "errors", errors_json(o, r)) : report;
}
