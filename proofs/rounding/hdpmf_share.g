# SPDX-License-Identifier: GPL-3.0-or-later
# hdpmf_gradient_share in doubles, K = 10, one coordinate x of u: 2 (u.v - w r) x,
# the sum taken from index 0 upwards as dpmf_dot takes it.
@rnd = float<ieee_64, ne>;
u0 = rnd(u0_); v0 = rnd(v0_);
u1 = rnd(u1_); v1 = rnd(v1_);
u2 = rnd(u2_); v2 = rnd(v2_);
u3 = rnd(u3_); v3 = rnd(v3_);
u4 = rnd(u4_); v4 = rnd(v4_);
u5 = rnd(u5_); v5 = rnd(v5_);
u6 = rnd(u6_); v6 = rnd(v6_);
u7 = rnd(u7_); v7 = rnd(v7_);
u8 = rnd(u8_); v8 = rnd(v8_);
u9 = rnd(u9_); v9 = rnd(v9_);
w = rnd(w_); r = rnd(r_); x = rnd(x_);

s0 = rnd(u0 * v0); # 0 + x is x
s1 rnd= s0 + rnd(u1 * v1);
s2 rnd= s1 + rnd(u2 * v2);
s3 rnd= s2 + rnd(u3 * v3);
s4 rnd= s3 + rnd(u4 * v4);
s5 rnd= s4 + rnd(u5 * v5);
s6 rnd= s5 + rnd(u6 * v6);
s7 rnd= s6 + rnd(u7 * v7);
s8 rnd= s7 + rnd(u8 * v8);
s9 rnd= s8 + rnd(u9 * v9);
stretched rnd= w * r;
error rnd= s9 - stretched;
factor rnd= 2 * error;
computed rnd= factor * x;

dot0 = u0 * v0;
dot1 = dot0 + u1 * v1;
dot2 = dot1 + u2 * v2;
dot3 = dot2 + u3 * v3;
dot4 = dot3 + u4 * v4;
dot5 = dot4 + u5 * v5;
dot6 = dot5 + u6 * v6;
dot7 = dot6 + u7 * v7;
dot8 = dot7 + u8 * v8;
dot9 = dot8 + u9 * v9;
meant = 2 * (dot9 - w * r) * x;

{ |u0| <= 1 /\ |v0| <= 1 /\ |u1| <= 1 /\ |v1| <= 1 /\ |u2| <= 1 /\ |v2| <= 1 /\ |u3| <= 1 /\ |v3| <= 1 /\ |u4| <= 1 /\ |v4| <= 1 /\ |u5| <= 1 /\ |v5| <= 1 /\ |u6| <= 1 /\ |v6| <= 1 /\ |u7| <= 1 /\ |v7| <= 1 /\ |u8| <= 1 /\ |v8| <= 1 /\ |u9| <= 1 /\ |v9| <= 1
  /\ w in [0, 1] /\ |r| <= 5 /\ |x| <= 1 -> |computed - meant| <= 1b-46 }
