/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "tool/train_options.h"

void train_help(void)
{
	puts("usage: dpmf train --mech=NAME --ratings=FILE [OPTION ...]\n\n"
	     "Trains, evaluates on held-out ratings, prints the budget as composed from what left through the door.\n\n"
	     "  --mech=NAME          hdpmf, or a baseline: mf (no privacy), dpmf, pdpmf\n"
	     "  --variant=V          hdpmf: published (default), or corrected\n"
	     "  --ratings=FILE       user item rating [time]; ids are whole numbers\n"
	     "  --format=F           auto (default), ml100k, ml1m, csv, triples\n"
	     "  --duplicates=last    of two ratings for one pair take the later (default: refuse)\n"
	     "  --test=FILE          the test ratings; otherwise\n"
	     "  --holdout=N          N ratings of every user are held out (default 10)\n"
	     "  --range=MIN:MAX      the public range of ratings (default: what the files span, which is not private)\n"
	     "  --epsilon=E          the maximum budget (default 1); a rating of weight w has w times it\n"
	     "  --user-groups=A,B,C,D, --item-groups=A,B,C,D\n"
	     "                       Table II: shares A and B of the conservative and the moderate group, whose weights\n"
	     "                       are uniform on [C, D) and [D, 1); the rest has weight 1\n"
	     "                       (defaults 0.54,0.37,0.1,0.5 and 0.33,0.33,0.1,0.5)\n"
	     "  --factors=K          (default 10)  --epochs=T (default 100)\n"
	     "  --lambda=L           regularization (default 0.01; 1 for corrected, on the slopes)\n"
	     "  --rate=R             initial rate (default 0.5 for mf, 0.05 otherwise)\n"
	     "  --step=S             mean (default): full gradient at rate / ratings of that item (user);\n"
	     "                       sum: full gradient at the rate; message: one step for every message\n"
	     "  --noise=once|epoch   published: noise drawn once (default), or anew in every epoch\n"
	     "  --rescale=yes|no     predict u.v / w (default) or u.v (hdpmf, published)\n"
	     "  --threshold=T        pdpmf: t (default: epsilon)\n"
	     "  --clip=yes|no        predictions are cut to the range (default yes)\n"
	     "  --hold-users         U stays as it started, as in the proof of Theorem 2\n"
	     "  --seed=S             same seed, same bytes (default: a key of the operating system)\n"
	     "  --jobs=J             threads (default 1); the result does not depend on it\n"
	     "  --out=DIR            writes the model there; DIR must not exist\n"
	     "  --json               one JSON document on stdout\n\n"
	     "example:\n"
	     "  dpmf synth --users=200 --items=100 --ratings=8000 --seed=1 --out=r.tsv\n"
	     "  dpmf train --mech=hdpmf --variant=corrected --ratings=r.tsv --seed=1 --out=model");
}
