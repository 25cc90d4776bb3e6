/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "audit/engine/betting.h"

#include <math.h>

enum { STAKES = 16 };

double audit_evidence(const struct audit_bets *bets, double epsilon, double delta)
{
	const double lose = exp(epsilon) + delta;
	double log_product[STAKES], most = -INFINITY, sum = 0;

	for (int i = 0; i < STAKES; i++) {
		const double share = (i + 0.5) / STAKES, lambda = share / lose;

		log_product[i] = (double)bets->right * log1p(lambda * (1 - delta)) + (double)bets->wrong * log1p(-share) +
		                 (double)bets->none * log1p(-lambda * delta);
		most = fmax(most, log_product[i]);
	}
	for (int i = 0; i < STAKES; i++)
		sum += exp(log_product[i] - most);
	return most + log(sum / STAKES) - 1e-9 * (1 + fabs(most));
}

double audit_bets_epsilon(const struct audit_bets *bets, double delta, double alpha)
{
	const double enough = -log(alpha);
	int thousandths = 0;

	/* With delta > 0 the evidence need not fall with epsilon: every claim below is looked at. */
	while (thousandths < 50000 && audit_evidence(bets, thousandths / 1000.0, delta) >= enough)
		thousandths++;
	return thousandths > 0 ? (thousandths - 1) / 1000.0 : 0;
}
