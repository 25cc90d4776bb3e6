/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every case, every target of the replay and of the search, and every broken twin that there is. */
#include "audit/case.h"
#include "audit/cases/dpimf.h"
#include "audit/cases/dpimf_replay.h"
#include "audit/cases/dpimf_sensitivity.h"
#include "audit/cases/dpmf_rp.h"
#include "audit/cases/dpmf_rp_replay.h"
#include "audit/cases/dpmf_rp_sensitivity.h"
#include "audit/cases/gaussmf.h"
#include "audit/cases/gaussmf_replay.h"
#include "audit/cases/gaussmf_sensitivity.h"
#include "audit/cases/hdpmf.h"
#include "audit/cases/hdpmf_replay.h"
#include "audit/cases/hdpmf_sensitivity.h"
#include "audit/cases/privsr.h"
#include "audit/cases/privsr_replay.h"
#include "audit/cases/privsr_sensitivity.h"
#include "audit/cases/secagg.h"
#include "audit/mutants/dpimf_mutants.h"
#include "audit/mutants/dpmf_rp_mutants.h"
#include "audit/mutants/gaussmf_mutants.h"
#include "audit/mutants/hdpmf_mutants.h"
#include "audit/mutants/privsr_mutants.h"
#include "audit/mutants/secagg_mutants.h"

size_t audit_cases(struct audit_case_list lists[AUDIT_LISTS])
{
	lists[0] = (struct audit_case_list){ hdpmf_published_cases, HDPMF_PUBLISHED_CASES };
	lists[1] = (struct audit_case_list){ hdpmf_corrected_cases, HDPMF_CORRECTED_CASES };
	lists[2] = (struct audit_case_list){ gaussmf_published_cases, GAUSSMF_PUBLISHED_CASES };
	lists[3] = (struct audit_case_list){ privsr_ratings_cases, PRIVSR_RATINGS_CASES };
	lists[4] = (struct audit_case_list){ privsr_friends_cases, PRIVSR_FRIENDS_CASES };
	lists[5] = (struct audit_case_list){ privsr_corrected_cases, PRIVSR_CORRECTED_CASES };
	lists[6] = (struct audit_case_list){ gaussmf_corrected_cases, GAUSSMF_CORRECTED_CASES };
	lists[7] = (struct audit_case_list){ dpimf_published_cases, DPIMF_PUBLISHED_CASES };
	lists[8] = (struct audit_case_list){ dpimf_corrected_cases, DPIMF_CORRECTED_CASES };
	lists[9] = (struct audit_case_list){ secagg_cases, SECAGG_CASES };
	lists[10] = (struct audit_case_list){ dpmf_rp_cases, DPMF_RP_CASES };
	return 11;
}

size_t audit_mutants(struct audit_case_list lists[AUDIT_LISTS])
{
	lists[0] = (struct audit_case_list){ hdpmf_mutant_cases, HDPMF_MUTANT_CASES };
	lists[1] = (struct audit_case_list){ gaussmf_mutant_cases, GAUSSMF_MUTANT_CASES };
	lists[2] = (struct audit_case_list){ privsr_mutant_cases, PRIVSR_MUTANT_CASES };
	lists[3] = (struct audit_case_list){ dpimf_mutant_cases, DPIMF_MUTANT_CASES };
	lists[4] = (struct audit_case_list){ dpmf_rp_mutant_cases, DPMF_RP_MUTANT_CASES };
	lists[5] = (struct audit_case_list){ secagg_mutant_cases, SECAGG_MUTANT_CASES };
	return 6;
}

size_t audit_replay_targets(struct audit_target_list lists[AUDIT_TARGET_LISTS])
{
	lists[0] = (struct audit_target_list){ hdpmf_replay_targets, HDPMF_REPLAY_TARGETS };
	lists[1] = (struct audit_target_list){ gaussmf_replay_targets, GAUSSMF_REPLAY_TARGETS };
	lists[2] = (struct audit_target_list){ privsr_replay_targets, PRIVSR_REPLAY_TARGETS };
	lists[3] = (struct audit_target_list){ dpimf_replay_targets, DPIMF_REPLAY_TARGETS };
	lists[4] = (struct audit_target_list){ dpmf_rp_replay_targets, DPMF_RP_REPLAY_TARGETS };
	return 5;
}

size_t audit_replay_mutants(struct audit_target_list lists[AUDIT_TARGET_LISTS])
{
	lists[0] = (struct audit_target_list){ hdpmf_mutant_targets, HDPMF_MUTANT_TARGETS };
	lists[1] = (struct audit_target_list){ gaussmf_mutant_targets, GAUSSMF_MUTANT_TARGETS };
	lists[2] = (struct audit_target_list){ privsr_mutant_targets, PRIVSR_MUTANT_TARGETS };
	lists[3] = (struct audit_target_list){ dpimf_mutant_targets, DPIMF_MUTANT_TARGETS };
	lists[4] = (struct audit_target_list){ dpmf_rp_mutant_targets, DPMF_RP_MUTANT_TARGETS };
	return 5;
}

size_t audit_search_targets(struct audit_search_list lists[AUDIT_SEARCH_LISTS])
{
	lists[0] = (struct audit_search_list){ hdpmf_search_targets, HDPMF_SEARCH_TARGETS };
	lists[1] = (struct audit_search_list){ gaussmf_search_targets, GAUSSMF_SEARCH_TARGETS };
	lists[2] = (struct audit_search_list){ privsr_search_targets, PRIVSR_SEARCH_TARGETS };
	lists[3] = (struct audit_search_list){ dpimf_search_targets, DPIMF_SEARCH_TARGETS };
	lists[4] = (struct audit_search_list){ dpmf_rp_search_targets, DPMF_RP_SEARCH_TARGETS };
	return 5;
}

size_t audit_search_mutants(struct audit_search_list lists[AUDIT_SEARCH_LISTS])
{
	lists[0] = (struct audit_search_list){ hdpmf_search_mutants, HDPMF_SEARCH_MUTANTS };
	lists[1] = (struct audit_search_list){ dpmf_rp_search_mutants, DPMF_RP_SEARCH_MUTANTS };
	lists[2] = (struct audit_search_list){ dpmf_rp_cut_mutants, DPMF_RP_CUT_MUTANTS };
	return 3;
}
