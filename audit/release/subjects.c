/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every mechanism and variant, and every yardstick, small and short. What is known to be wrong with `published` and `as-run`
   stands here with the claim of the ledger that says why; `corrected` has nothing that is known. */
#include "audit/release/boundary.h"

#define VALUES .relation = BOUNDARY_VALUE
#define SOCIAL .relation = BOUNDARY_VALUE, .social = true
#define INTERACTIONS .relation = BOUNDARY_INTERACTION, .ranking = true
#define ROWS .relation = BOUNDARY_ROW, .ranking = true
#define RATED_ROWS .relation = BOUNDARY_ROW

#define TRAINED "the other factors are trained on the ratings, where the proof holds them fixed"
#define FEW "--factors=2", "--epochs=2"
#define STEEP "--factors=2", "--epochs=6", "--rate=3"
#define PROFILES "the users' profiles are trained on the interactions, and their largest norm is the sensitivity that is declared"
#define READ_OFF .known = { [BOUNDARY_ASKED] = true, [BOUNDARY_BEYOND] = true }
#define PAST_TOO .known = { [BOUNDARY_FILES] = true, [BOUNDARY_ASKED] = true, [BOUNDARY_BEYOND] = true }
#define GAUSS "--epsilon=1", "--factors=2", "--epochs=2", "--rate=0.5"
#define RP "--factors=2", "--epochs=2", "--participation=0.5", "--kappa=3", "--most-error=0.5", "--most-profile=0.01", "--theta=0.25"
#define ALS "--epsilon=1", "--factors=2", "--epochs=2", "--most=2", "--lambda=0.1"
#define RP_ASKING .asking = { "--epsilon=1", "--delta=1e-5" }, .asked = 1

const struct boundary_subject boundary_subjects[] = {
	{ "hdpmf", "corrected", "", VALUES, .option = { "--epsilon=1" }, .asked = 1 },
	{ "hdpmf", "corrected", "colluding", VALUES, .option = { "--epsilon=1", "--colluding=0.3" }, .asked = 1 },
	{ "hdpmf", "corrected", "lying secagg", VALUES, .aggregated = true, .asked = 1,
	  .option = { "--epsilon=1", "--server=lying", "--sum=secagg", "--colluding=1" } },
	{ "hdpmf", "published", "", VALUES, .option = { "--epsilon=1", STEEP }, .known = { [BOUNDARY_BEYOND] = true },
	  .claim = "hdpmf.alg1", .why = TRAINED },
	{ "hdpmf", "published", "users held", VALUES, .option = { "--epsilon=1", STEEP, "--hold-users" }, .claim = "hdpmf.thm2" },
	{ "hdpmf", "as-run", "full gradient", VALUES, .option = { "--epsilon=1", STEEP, "--step=mean" }, .known = { [BOUNDARY_BEYOND] = true, [BOUNDARY_DRAWS] = true },
	  .claim = "hdpmf.program", .why = TRAINED ", and all items share one h" },
	{ "gaussmf", "corrected", "", VALUES, .option = { GAUSS }, .asked = 1 },
	{ "gaussmf", "published", "", VALUES, .option = { GAUSS, "--tolerance=0" },
	  .known = { [BOUNDARY_FILES] = true, [BOUNDARY_BEYOND] = true }, .claim = "gaussmf.thm2",
	  .why = "X is updated from the ratings without noise" },
	{ "gaussmf", "published", "stops early", VALUES, .option = { "--epsilon=1", "--factors=2", "--epochs=16", "--rate=0.02", "--tolerance=0.3" },
	  .known = { [BOUNDARY_FILES] = true, [BOUNDARY_ASKED] = true, [BOUNDARY_BEYOND] = true }, .claim = "gaussmf.thm2",
	  .why = "X is updated from the ratings without noise, and the round at which it stops is read off them" },
	{ "dpimf", "corrected", "entry", INTERACTIONS, .option = { "--epsilon=1", "--factors=3" }, .asked = 1 },
	{ "dpimf", "corrected", "entry 3 rounds", INTERACTIONS, .option = { "--epsilon=1", "--factors=3", "--epochs=3" }, .asked = 1 },
	{ "dpimf", "corrected", "opt-is", INTERACTIONS, .option = { "--epsilon=1", "--factors=3", "--scheme=opt-is" }, .asked = 1 },
	{ "dpimf", "corrected", "opt-is 3 rounds", INTERACTIONS, .asked = 1,
	  .option = { "--epsilon=1", "--factors=3", "--epochs=3", "--scheme=opt-is" } },
	{ "dpimf", "corrected", "user", ROWS, .option = { "--epsilon=1", "--protect=user", "--most=3" }, .asked = 1 },
	{ "dpimf", "corrected", "user 3 rounds", ROWS, .option = { "--epsilon=1", "--protect=user", "--most=3", "--epochs=3", "--factors=2", "--bound=0.01" },
	  .asked = 1 },
	{ "dpimf", "published", "opt", INTERACTIONS, .option = { "--epsilon=1", FEW }, PAST_TOO, .claim = "dpimf.thm3", .why = PROFILES },
	{ "dpimf", "published", "opt-is", INTERACTIONS, .option = { "--epsilon=1", FEW, "--scheme=opt-is" }, PAST_TOO,
	  .claim = "dpimf.thm2", .why = PROFILES ", and a sampled interaction counts by its weight" },
	{ "dpimf", "published", "sym", INTERACTIONS, .option = { "--epsilon=1", FEW, "--scheme=sym" }, READ_OFF, .claim = "dpimf.thm3",
	  .why = PROFILES },
	{ "dpimf", "published", "com", INTERACTIONS, .option = { "--epsilon=1", FEW, "--scheme=com" }, READ_OFF, .claim = "dpimf.thm3",
	  .why = PROFILES },
	{ "dpimf", "published", "str", INTERACTIONS, .option = { "--epsilon=1", FEW, "--scheme=str" }, READ_OFF, .claim = "dpimf.thm3",
	  .why = PROFILES },
	{ "dpimf", "published", "opt bounded", INTERACTIONS, .option = { "--epsilon=1", FEW, "--bound=1" },
	  .known = { [BOUNDARY_FILES] = true, [BOUNDARY_BEYOND] = true }, .claim = "dpimf.thm3",
	  .why = "the users' profiles are trained on the interactions" },
	{ "dpmf-rp", "corrected", "", RATED_ROWS, .option = { RP, "--quanta=1" }, RP_ASKING },
	{ "dpmf-rp", "corrected", "secagg", RATED_ROWS, .aggregated = true, .option = { RP, "--quanta=1", "--sum=secagg" } },
	{ "dpmf-rp", "corrected", "lying secagg", RATED_ROWS, .aggregated = true,
	  .option = { RP, "--quanta=2", "--sum=secagg", "--server=lying", "--colluding=1" } },
	{ "dpmf-rp", "corrected", "each message", RATED_ROWS, .option = { RP, "--quanta=2", "--sum=none" } },
	{ "dpmf-rp", "corrected", "hardly a ridge", RATED_ROWS, .option = { RP, "--quanta=1", "--lambda=1e-30", "--unobserved=0" } },
	{ "dpmf-rp", "published", "", RATED_ROWS, .option = { RP, "--quanta=1", "--ratio=9", "--rate=1", "--factors=1" }, .known = { [BOUNDARY_BEYOND] = true },
	  .claim = "rp.flat", .why = "nothing bounds a coordinate" },
	{ "dpals", "corrected", "", RATED_ROWS, .option = { ALS }, .asked = 1 },
	{ "dpals", "published", "", RATED_ROWS, .option = { ALS }, .known = { [BOUNDARY_BEYOND] = true }, .claim = "dpals.program",
	  .why = "whose ratings are contributed follows everybody's counts, and nothing bounds a rating by 1" },
	{ "constant", BOUNDARY_NO_VARIANT, "", RATED_ROWS },
	{ "means", BOUNDARY_NO_VARIANT, "", VALUES, .option = { "--epsilon=1" }, .asked = 1 },
	{ "means", BOUNDARY_NO_VARIANT, "delta", VALUES, .option = { "--epsilon=1", "--delta=1e-5" }, .asked = 1 },
	{ "means", BOUNDARY_NO_VARIANT, "items", VALUES, .option = { "--epsilon=1", "--release=items" }, .asked = 1 },
	{ "dppop", BOUNDARY_NO_VARIANT, "", ROWS, .option = { "--epsilon=1", "--most=2" }, .asked = 1 },
	{ "dppop", BOUNDARY_NO_VARIANT, "delta", ROWS, .option = { "--epsilon=1", "--delta=1e-5", "--most=2" }, .asked = 1 },
	{ "privsr", "corrected", "", SOCIAL, .option = { "--epsilon=1" } },
	{ "privsr", "corrected", "colluding", SOCIAL, .option = { "--epsilon=1", "--colluding=1" } },
	{ "privsr", "corrected", "lying secagg", SOCIAL, .aggregated = true,
	  .option = { "--epsilon=1", "--server=lying", "--sum=secagg", "--colluding=1" } },
	{ "privsr", "published", "", SOCIAL, .option = { "--epsilon=20", STEEP }, .known = { [BOUNDARY_BEYOND] = true },
	  .claim = "privsr.thm3", .why = TRAINED },
	{ "privsr", "published", "users held", SOCIAL, .option = { "--epsilon=20", STEEP, "--hold-users" }, .claim = "privsr.thm1" },
};
const size_t boundary_subject_count = sizeof boundary_subjects / sizeof *boundary_subjects;
