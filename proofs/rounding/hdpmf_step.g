# SPDX-License-Identifier: GPL-3.0-or-later
# dpmf_hdpmf_step in doubles, one coordinate: v - rate (g + 2 lambda v).
@rnd = float<ieee_64, ne>;
v = rnd(v_); g = rnd(g_); rate = rnd(rate_); lambda = rnd(lambda_);

regularized rnd= 2 * lambda * v;
direction rnd= g + regularized;
move rnd= rate * direction;
computed rnd= v - move;

meant = v - rate * (g + 2 * lambda * v);

{ |v| <= 1 /\ |g| <= 1024 /\ rate in [0, 1b-3] /\ lambda in [0, 1]
  -> |computed - meant| <= 1b-44 }
