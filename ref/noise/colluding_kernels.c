/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "noise/colluding.h"

/*@ assigns \nothing;
    ensures larger: \result == (a > b ? a : b); */
static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

uint64_t dpmf_threshold(uint64_t participants, uint64_t colluders, uint64_t stay, bool lying)
{
	const uint64_t held = lying ? (participants + colluders) / 2 + 1 : colluders + 1;

	return larger(larger(stay, held), participants < 2 ? 1 : 2);
}

uint64_t dpmf_honest(uint64_t participants, uint64_t colluders, uint64_t threshold, bool lying)
{
	return (lying ? threshold : participants) - colluders;
}
