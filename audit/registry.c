/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every case, every target of the replay and of the search, and every broken twin that there is. */
#include "audit/case.h"
#include "audit/classics/cases.h"
#include "audit/dpals/cases.h"
#include "audit/dpals/replay.h"
#include "audit/dpimf/cases.h"
#include "audit/dpimf/replay.h"
#include "audit/dpimf/sensitivity.h"
#include "audit/dppop/cases.h"
#include "audit/dppop/replay.h"
#include "audit/dpmf-rp/cases.h"
#include "audit/dpmf-rp/replay.h"
#include "audit/dpmf-rp/sensitivity.h"
#include "audit/gaussmf/cases.h"
#include "audit/gaussmf/replay.h"
#include "audit/gaussmf/sensitivity.h"
#include "audit/hdpmf/cases.h"
#include "audit/hdpmf/replay.h"
#include "audit/hdpmf/sensitivity.h"
#include "audit/means/cases.h"
#include "audit/means/replay.h"
#include "audit/privsr/cases.h"
#include "audit/privsr/replay.h"
#include "audit/privsr/sensitivity.h"
#include "audit/secagg/cases.h"
#include "audit/dpimf/mutants.h"
#include "audit/dpmf-rp/mutants.h"
#include "audit/gaussmf/mutants.h"
#include "audit/hdpmf/mutants.h"
#include "audit/privsr/mutants.h"
#include "audit/secagg/mutants.h"

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
	lists[11] = (struct audit_case_list){ dpals_cases, DPALS_CASES };
	lists[12] = (struct audit_case_list){ classic_cases, CLASSIC_CASES };
	lists[13] = (struct audit_case_list){ means_cases, MEANS_CASES };
	lists[14] = (struct audit_case_list){ dppop_cases, DPPOP_CASES };
	return 15;
}

size_t audit_mutants(struct audit_case_list lists[AUDIT_LISTS])
{
	lists[0] = (struct audit_case_list){ hdpmf_mutant_cases, HDPMF_MUTANT_CASES };
	lists[1] = (struct audit_case_list){ gaussmf_mutant_cases, GAUSSMF_MUTANT_CASES };
	lists[2] = (struct audit_case_list){ privsr_mutant_cases, PRIVSR_MUTANT_CASES };
	lists[3] = (struct audit_case_list){ dpimf_mutant_cases, DPIMF_MUTANT_CASES };
	lists[4] = (struct audit_case_list){ dpmf_rp_mutant_cases, DPMF_RP_MUTANT_CASES };
	lists[5] = (struct audit_case_list){ secagg_mutant_cases, SECAGG_MUTANT_CASES };
	lists[6] = (struct audit_case_list){ dpals_mutant_cases, DPALS_MUTANT_CASES };
	lists[7] = (struct audit_case_list){ means_mutant_cases, MEANS_MUTANT_CASES };
	lists[8] = (struct audit_case_list){ dppop_mutant_cases, DPPOP_MUTANT_CASES };
	return 9;
}

size_t audit_replay_targets(struct audit_target_list lists[AUDIT_TARGET_LISTS])
{
	lists[0] = (struct audit_target_list){ hdpmf_replay_targets, HDPMF_REPLAY_TARGETS };
	lists[1] = (struct audit_target_list){ gaussmf_replay_targets, GAUSSMF_REPLAY_TARGETS };
	lists[2] = (struct audit_target_list){ privsr_replay_targets, PRIVSR_REPLAY_TARGETS };
	lists[3] = (struct audit_target_list){ dpimf_replay_targets, DPIMF_REPLAY_TARGETS };
	lists[4] = (struct audit_target_list){ dpmf_rp_replay_targets, DPMF_RP_REPLAY_TARGETS };
	lists[5] = (struct audit_target_list){ dpals_replay_targets, DPALS_REPLAY_TARGETS };
	lists[6] = (struct audit_target_list){ means_replay_targets, MEANS_REPLAY_TARGETS };
	lists[7] = (struct audit_target_list){ dppop_replay_targets, DPPOP_REPLAY_TARGETS };
	return 8;
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
