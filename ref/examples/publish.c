/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains hdpmf, corrected, and prints what may be published: what it costs, and each item's factors.
     cc publish.c $(pkg-config --cflags --libs dpmf) -o publish && ./publish ratings.tsv USERS ITEMS > factors.txt
   The ratings lie in 1 to 5, and the ids in 1 to USERS and 1 to ITEMS: said beforehand, never read off the data. */
#include <dpmf/dpmf.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	struct dpmf_error error = { "publish FILE USERS ITEMS" };
	struct dpmf_catalogue users = { 0 }, items = { 0 };
	const struct dpmf_universe universe = { &users, &items, true, 1, 5 };
	const struct dpmf_options options = { .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 2, .epochs = 1,
	                                      .rate = 0.01, .lambda = 0.01, .jobs = 1, .colluding = { .of_all = true, .share = 0.1 } };
	struct dpmf_ratings ratings = { 0 };
	struct dpmf_model model = { 0 };
	struct dpmf_record_cost cost;
	struct dpmf_door door = { 0 };
	struct dpmf_key coins, secret; /* for what is public, and for the noise */

	if (argc != 4 || dpmf_stream_start(&error) || dpmf_catalogue_given("users", argv[2], &users, &error) ||
	    dpmf_catalogue_given("items", argv[3], &items, &error) ||
	    dpmf_read_ratings_in(argv[1], DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &universe, &ratings, NULL, &error) ||
	    dpmf_key_from_system(&coins, &error) || dpmf_key_from_system(&secret, &error) || dpmf_door_open(&door, &secret, &error) ||
	    dpmf_hdpmf_train_corrected(&ratings, NULL, &options, &coins, &door, &model, &error) ||
	    dpmf_account_record(&door.record, DPMF_ENTRY, NULL, &cost, &error))
		return fprintf(stderr, "%s\n", error.text), EXIT_FAILURE;
	printf("# one rating: epsilon at most %s, delta at most %s\n", cost.epsilon.hi, cost.delta.hi);
	for (size_t j = 0; j < model.items; j++)
		printf("%u %.17g %.17g\n", items.id[j], model.v[j * model.factors], model.v[j * model.factors + 1]);
	dpmf_model_free(&model);
	dpmf_door_close(&door);
	dpmf_ratings_free(&ratings);
	dpmf_catalogue_free(&users);
	dpmf_catalogue_free(&items);
	return fflush(stdout) ? EXIT_FAILURE : EXIT_SUCCESS;
}
