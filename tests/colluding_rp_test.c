/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dpmf-rp against those who collude: what its record and its budget say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "account/budget_pbm.h"
#include "tests/dpmf-rp/world.h"

/* What is accounted are the messages of honest users that are certain to be in a sum: all but those who collude, or as many
   as must stay less those; the same sum under masks, signed where the server lies. */
static void the_honest_are_accounted_for(void **state)
{
	const struct { struct dpmf_colluding colluding; size_t least, colluders; } wanted[] = {
		{ { .count = 0 }, 7, 0 }, { { .count = 3 }, 4, 3 }, { { .of_all = true, .share = 0.3 }, 4, 3 }, { { .count = 99 }, 1, 6 },
		{ { .lying = true }, 5, 0 }, { { .count = 3, .lying = true }, 3, 3 }, { { .count = 3, .lying = true, .stay = 1 }, 4, 3 },
		{ { .count = 5, .lying = true }, 2, 5 },
	};
	struct dpmf_ratings ratings;

	(void)state;
	make_ratings(20, &ratings);
	for (size_t w = 0; w < sizeof wanted / sizeof *wanted; w++) {
		struct dpmf_rp_options options = usual(7);
		struct dpmf_pbm_budget budget;
		struct dpmf_enclosure delta;
		struct dpmf_model model[2];
		struct dpmf_door door[2];

		options.participation = 1; /* of 7 users; with a threshold of 0.6: 5 must stay */
		options.colluding = wanted[w].colluding;
		for (int masked = 0; masked < 2; masked++) {
			options.sum = masked ? DPMF_RP_SUM_SECAGG : DPMF_RP_SUM_IDEAL;
			model[masked] = train_with(dpmf_rp_train_corrected, &ratings, &options, &door[masked]);
		}
		assert_memory_equal(model[0].v, model[1].v, model[0].items * model[0].factors * sizeof(double));
		assert_int_equal(dpmf_rp_honest(&options, ratings.users), wanted[w].least);
		assert_int_equal(door[0].record.entry[0].least, wanted[w].least);
		assert_int_equal(dpmf_colluders_of(&door[0].record.entry[0].colluding, ratings.users), wanted[w].colluders);
		dpmf_pbm_budget_init(&budget);
		dpmf_enclosure_init(&delta);
		dpmf_enclosure_set(&delta, 1e-5);
		assert_int_equal(dpmf_pbm_compose_record(&door[0].record, 1, &delta, &budget, NULL), DPMF_OK);
		assert_int_equal(budget.pbm.users, wanted[w].least);
		dpmf_pbm_budget_clear(&budget);
		dpmf_enclosure_clear(&delta);
		for (int masked = 0; masked < 2; masked++) {
			dpmf_model_free(&model[masked]);
			dpmf_door_close(&door[masked]);
		}
	}
	dpmf_ratings_free(&ratings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_honest_are_accounted_for),
	};

	if (dpmf_stream_start(NULL) != DPMF_OK)
		return 1;
	return cmocka_run_group_tests_name("colluding rp", tests, NULL, NULL);
}
