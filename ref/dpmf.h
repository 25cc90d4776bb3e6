/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libdpmf: the reference of differentially private matrix factorization.

   This header is the manual's table of contents; the contract of every
   function stands where it is declared.

   What there is
     core/     status.h    what functions report; messages that name the remedy
               vector.h    dot, scale, norms, projection to a ball
               ratings.h   sparse ratings by user and by item; subset.h a part of them, transpose.h
               read.h      ml-100k, ml-1m, csv, triples, trust lists; catalogue.h which users and items there are
               output.h    files that appear whole or not at all
               stream.h    the seeded ChaCha20 stream; parallel.h threads that change no result
     noise/    exact.h     integer samplers: Bernoulli(exp(-p/q)), geometric, discrete Laplace, discrete Gaussian
               shares.h    a party's share of the discrete Laplace law
               grid.h      the power-of-two grid
               flip.h      randomized response
               textbook.h  double-precision samplers, which leak; mixture.h hdpmf's normal shares
               pbm.h       the scalar Poisson binomial mechanism
               door.h      the one door out, and the record of what left
     solve/    ball_qp.h   a quadratic of any sign over a ball, ball_certificate.h how far from the least
               value a point is; symmetric.h eigenvectors, pgd.h and adam.h descent, ball_kernels.h;
               cholesky.h
     secagg/   setting.h   secure aggregation: the setting and the steps; simulate.h a run of it in one process
               user.h, server.h the parties; messages.h what they send, byte for byte; keys.h, secret.h
               masks.h, field.h, shamir.h kernels
     account/  enclosure.h numbers known to lie between two; budget.h the budget of a record,
               budget_relation.h of one kind of neighbours,
               budget_normal.h of normal noise against L2 norms, budget_pbm.h of Poisson binomial rounds
               gaussian.h, calibrate.h, laplace.h, discrete_laplace.h, discrete_gaussian.h, mixture.h curves of one law
               rdp.h, gaussian_rdp.h, audit/gaussmf/cases.h Renyi divergences; pld.h discretised privacy losses
               pbm.h the Poisson binomial mechanism; audit/privsr/cases.h; subsample.h, sampling.h, randomized.h; relation.h neighbours as types
     mech/     model.h, options.h, descent.h; social.h trust lists, mech/privsr/friends.h what friends send
               implicit.h least squares for implicit feedback;
               mech/dpimf/train.h dpimf in both variants, mech/dpimf/party.h who has which rows, mech/dpimf/weights.h Algorithm 3,
               mech/dpimf/solve.h one matrix for all profiles; mech/dpimf/corrected.h, mech/dpimf/release.h, mech/dpimf/steps.h its releases in steps
               item_means.h, device_fit.h what the corrected variants of both release and fit
               audit/hdpmf/cases.h, audit/gaussmf/cases.h, audit/privsr/cases.h, audit/dpimf/cases.h, audit/dpmf-rp/cases.h kernels; mech/dpmf-rp/projection.h
               mech/hdpmf/train.h, mech/gaussmf/train.h, mech/privsr/train.h the mechanisms in both variants; mech/dpmf-rp/traffic.h, mech/dpmf-rp/errors.h
     peers/    peers.h     mf, dpmf, pdpmf; soreg.h; ials.h, dpmf01.h, popularity.h; plain.h what they publish
               dplcf.h neighbourhood models from randomized response; flipped.h, neighbours.h
     eval/     split.h, leave_one_out.h, ranking.h, metrics.h, relevance.h, predict.h, synth.h

   How it is used
     Functions return an enum dpmf_status; DPMF_OK is 0. What they write is
     untouched on error, and a struct dpmf_error says what was wrong. Structs
     that hold memory have a _free, _close or _clear that leaves them empty.
     Kernels (vector.h, audit/hdpmf/cases.h, exact.h, shares.h, grid.h) allocate nothing
     and carry their contracts in ACSL; which of them are proved, and in which
     arithmetic, `make prove` prints.

   An example: a private model from a file of ratings.

     struct dpmf_error error;
     struct dpmf_ratings ratings;
     struct dpmf_options options = { .epsilon = 1, .rating_min = 1, .rating_max = 5, .factors = 10,
                                     .epochs = 100, .rate = 0.05, .lambda = 0.01, .jobs = 1 };
     struct dpmf_key key;
     struct dpmf_door door;
     struct dpmf_model model;

     if (dpmf_stream_start(&error) || dpmf_key_from_system(&key, &error) ||
         dpmf_read_ratings("ratings.tsv", DPMF_AUTO, DPMF_DUPLICATES_REFUSED, &ratings, &error) ||
         dpmf_door_open(&door, &key, &error) ||
         dpmf_hdpmf_train_corrected(&ratings, NULL, &options, &key, &door, &model, &error))
             fprintf(stderr, "%s\n", error.text);

   Which of the papers' guarantees hold is in the ledger, proofs/claims.json. */
#ifndef DPMF_H
#define DPMF_H

#define DPMF_VERSION "0.1.0"

#include "account/budget.h"
#include "account/budget_normal.h"
#include "account/budget_pbm.h"
#include "account/budget_relation.h"
#include "account/calibrate.h"
#include "account/directed.h"
#include "account/discrete_gaussian.h"
#include "account/discrete_laplace.h"
#include "account/enclosure.h"
#include "account/gaussian.h"
#include "account/gaussian_rdp.h"
#include "account/gaussmf.h"
#include "account/laplace.h"
#include "account/limits.h"
#include "account/mixture.h"
#include "account/mixture_many.h"
#include "account/pbm.h"
#include "account/pbm_bound.h"
#include "account/pbm_compose.h"
#include "account/pbm_law.h"
#include "account/pbm_pair.h"
#include "account/pld.h"
#include "account/privsr.h"
#include "account/randomized.h"
#include "account/rdp.h"
#include "account/relation.h"
#include "account/sampling.h"
#include "account/subsample.h"
#include "core/catalogue.h"
#include "core/output.h"
#include "core/parallel.h"
#include "core/ratings.h"
#include "core/read.h"
#include "core/status.h"
#include "core/stream.h"
#include "core/subset.h"
#include "core/transpose.h"
#include "core/vector.h"
#include "eval/leave_one_out.h"
#include "eval/metrics.h"
#include "eval/predict.h"
#include "eval/ranking.h"
#include "eval/relevance.h"
#include "eval/split.h"
#include "eval/synth.h"
#include "mech/descent.h"
#include "mech/device_fit.h"
#include "mech/dpimf/corrected.h"
#include "mech/dpimf/kernels.h"
#include "mech/dpimf/party.h"
#include "mech/dpimf/release.h"
#include "mech/dpimf/solve.h"
#include "mech/dpimf/steps.h"
#include "mech/dpimf/train.h"
#include "mech/dpimf/weights.h"
#include "mech/dpmf-rp/errors.h"
#include "mech/dpmf-rp/kernels.h"
#include "mech/dpmf-rp/message.h"
#include "mech/dpmf-rp/projection.h"
#include "mech/dpmf-rp/schedule.h"
#include "mech/dpmf-rp/sum.h"
#include "mech/dpmf-rp/traffic.h"
#include "mech/dpmf-rp/train.h"
#include "mech/dpmf-rp/user.h"
#include "mech/gaussmf/kernels.h"
#include "mech/gaussmf/train.h"
#include "mech/hdpmf/kernels.h"
#include "mech/hdpmf/train.h"
#include "mech/implicit.h"
#include "mech/item_means.h"
#include "mech/model.h"
#include "mech/options.h"
#include "mech/privsr/friends.h"
#include "mech/privsr/kernels.h"
#include "mech/privsr/train.h"
#include "mech/secure_sum.h"
#include "mech/social.h"
#include "noise/colluding.h"
#include "noise/door.h"
#include "noise/door_check.h"
#include "noise/exact.h"
#include "noise/flip.h"
#include "noise/grid.h"
#include "noise/law/law.h"
#include "noise/mixture.h"
#include "noise/noise_share.h"
#include "noise/pbm.h"
#include "noise/shares.h"
#include "noise/textbook.h"
#include "peers/dplcf.h"
#include "peers/dpmf01.h"
#include "peers/flipped.h"
#include "peers/ials.h"
#include "peers/neighbours.h"
#include "peers/peers.h"
#include "peers/plain.h"
#include "peers/popularity.h"
#include "peers/soreg.h"
#include "secagg/field.h"
#include "secagg/keys.h"
#include "secagg/masks.h"
#include "secagg/messages.h"
#include "secagg/secret.h"
#include "secagg/server.h"
#include "secagg/setting.h"
#include "secagg/shamir.h"
#include "secagg/simulate.h"
#include "secagg/user.h"
#include "solve/adam.h"
#include "solve/ball_certificate.h"
#include "solve/ball_kernels.h"
#include "solve/ball_qp.h"
#include "solve/cholesky.h"
#include "solve/pgd.h"
#include "solve/symmetric.h"

#endif
