/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libdpmf: the reference of differentially private matrix factorization.

   This header is the manual's table of contents; the contract of every function stands where it is declared.
   Every name begins with dpmf_ or DPMF_. What other headers of the sources declare is not exported.

   Functions return an enum dpmf_status; DPMF_OK is 0. What they write is untouched on error, and a struct
   dpmf_error says what was wrong. Structs that hold memory have a _free, _close or _clear that leaves them
   empty. Kernels (plain arrays and sizes) allocate nothing and carry their contracts in ACSL; which of them are
   proved, and in which arithmetic, `make prove` prints. Which of the papers' guarantees hold is in the ledger,
   proofs/claims.json. Programs of twenty lines that use all this are in ref/examples. */
#ifndef DPMF_H
#define DPMF_H

#define DPMF_VERSION "0.1.0"

/* What all functions have in common. */
#include "core/public.h"         /* what is exported, and to C++ */
#include "core/status.h"         /* what functions report; messages that name the remedy */
#include "core/parallel.h"       /* threads that change no result */
#include "core/stream.h"         /* the seeded ChaCha20 stream, and keys from the operating system */
#include "core/vector.h"         /* dot, scale, norms, projection to a ball */
#include "core/output.h"         /* files that appear whole or not at all */
#include "core/unfinished.h"     /* what to remove where a signal ends the process */
#include "core/wipe.h"           /* overwrites secrets that have ended */

/* Data. */
#include "core/catalogue.h"      /* which users and items there are */
#include "core/ratings.h"        /* sparse ratings by user and by item */
#include "core/ratings_build.h"  /* the same out of triples */
#include "core/read.h"           /* ml-100k, ml-1m, csv, triples, trust lists */
#include "core/subset.h"         /* a part of the ratings */
#include "core/transpose.h"      /* users and items exchanged */
#include "eval/split.h"          /* ratings to train on and to test with, so that a neighbour changes one line of them */
#include "eval/leave_one_out.h"  /* each user's latest rating held out */
#include "eval/synth.h"          /* synthetic data */

/* Noise. */
#include "noise/entry.h"         /* what is declared of a statistic */
#include "noise/release.h"       /* what a mechanism asks of the door */
#include "noise/door.h"          /* the one door out, and the record of what left */
#include "noise/colluding.h"     /* who may pool what they know */
#include "noise/exact.h"         /* integer samplers: Bernoulli(exp(-p/q)), geometric, discrete Laplace, discrete Gaussian */
#include "noise/order.h"         /* coins and units of the two published orders of draws */
#include "noise/order_paper.h"   /* the same laws, drawn as the paper's pseudo-code is printed */
#include "noise/order_program.h" /* and as the paper's program draws */
#include "noise/shares.h"        /* a party's share of the discrete Laplace law */
#include "noise/gaussian_share.h" /* and of the discrete Gaussian law */
#include "noise/fixed_laplace.h" /* the discrete Laplace law by a fixed number of words */
#include "noise/fixed_chances.h" /* and the chances that it takes */
#include "noise/grid.h"          /* the power-of-two grid */
#include "noise/flip.h"          /* randomized response */
#include "noise/pbm.h"           /* the scalar Poisson binomial mechanism */
#include "noise/textbook.h"      /* samplers in doubles, which leak */
#include "noise/mixture.h"       /* Laplace noise out of a party's normal share and the server's h */
#include "noise/noise_share.h"   /* hdpmf's share */

/* What noise costs. */
#include "account/decimals.h"    /* a number that lies between two */
#include "account/on_steps.h"    /* noise on whole steps */
#include "account/account.h"     /* epsilon, delta, sigma, and the cost of a door's record */

/* Secure aggregation. */
#include "secagg/setting.h"      /* the setting and the steps */
#include "secagg/user.h"         /* the parties */
#include "secagg/server.h"
#include "secagg/messages.h"     /* what they send, byte for byte */
#include "secagg/keys.h"
#include "secagg/secret.h"
#include "secagg/simulate.h"     /* a run of it in one process */

/* The mechanisms: train.h has both variants, kernels.h what is proved. */
#include "mech/model.h"          /* what training makes */
#include "mech/listener.h"       /* who looks on while it trains */
#include "mech/options.h"
#include "mech/descent.h"
#include "mech/secure_sum.h"     /* sums that alone are revealed */
#include "mech/secure_aggregation.h"
#include "mech/social.h"         /* trust lists */
#include "mech/implicit.h"       /* least squares for implicit feedback */
#include "mech/constant/train.h"
#include "mech/dpals/kernels.h"
#include "mech/dpals/train.h"
#include "mech/dpimf/kernels.h"
#include "mech/dpimf/train.h"
#include "mech/dppop/kernels.h"
#include "mech/dppop/train.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/projection.h"
#include "mech/dpmf-rp/train.h"
#include "mech/dpmf-rp/user.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/train.h"
#include "mech/hdpmf/kernels.h"
#include "mech/hdpmf/steps.h"    /* the integers of corrected hdpmf and privsr */
#include "mech/hdpmf/train.h"
#include "mech/means/kernels.h"
#include "mech/means/train.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"
#include "solve/ball_qp.h"       /* a quadratic of any sign over a ball */
#include "solve/ball_certificate.h" /* how far from its least value a point is */

/* What they are compared with. */
#include "peers/peers.h"         /* mf, dpmf, pdpmf */
#include "peers/plain.h"         /* what they publish */
#include "peers/soreg.h"
#include "peers/ials.h"
#include "peers/popularity.h"
#include "peers/dpmf01.h"
#include "peers/dplcf.h"         /* neighbourhood models from randomized response */
#include "peers/neighbours.h"

/* How good a model is. */
#include "eval/predict.h"
#include "eval/metrics.h"
#include "eval/ranking.h"        /* hit rate and NDCG of held-out interactions */
#include "eval/relevance.h"      /* lists of explicit ratings */

#endif
