/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "integer_notes.h"

#include <string.h>

static const char tape[] =
	"Tape. The input `tape` is a byte stream in hex digits, read as 64-bit words, each little-endian: the first 8 bytes "
	"are the first word, their first byte its lowest. Every draw takes the next words; nothing is put back. `words` is how "
	"many were taken. Each tape is at least one word longer than needed.";
static const char draws[] =
	"Draws. `draws` lists every call that draws, in the order in which the calls begin, a call before the calls that it "
	"makes: its name, its arguments, at which word of the tape it begins (from 0), how many words it takes, what it returns. "
	"An implementation with another generator can answer the calls `uniform_below` and `sign` from this list instead of "
	"reading the tape. All arithmetic is on integers; / is division rounded down. A truth value is 1 or 0.";
static const char below[] =
	"uniform_below(limit), limit >= 1: if limit = 1 the result is 0 and no word is taken. Else let end be the greatest "
	"multiple of limit that is at most 2^64; take words until one is below end; the result is that word mod limit.";
static const char bernoulli[] =
	"bernoulli(p, q), 0 <= p <= q, q >= 1: if p = 0 the result is 0, else if p = q it is 1, in both cases without a word. "
	"Else x = uniform_below(q); the result is 1 if x >= q - p, else 0.";
static const char bernoulli_exp[] =
	"bernoulli_exp(p, q), q >= 1, is 1 with probability exp(-p/q). Let trial(a, b), a <= b, be: k = 1; while bernoulli(a, b) "
	"is 1 and then bernoulli(1, k) is 1, add 1 to k (bernoulli(1, k) is not called when bernoulli(a, b) gave 0); the result is "
	"1 if k is odd, else 0. Now call trial(1, 1) up to p / q times; at the first 0 the result is 0 and nothing more is drawn. "
	"Otherwise the result is trial(p mod q, q). (bernoulli_exp(1, 1) is trial(1, 1) followed by trial(0, 1), which takes no "
	"word but is listed.)";
static const char geometric[] =
	"geometric(p, q), p >= 1, 1 <= q <= 2^53, has P(k) proportional to exp(-k p/q), k >= 0. Step 1: u = uniform_below(q); if "
	"bernoulli_exp(u, q) is 0, repeat step 1. Step 2: v = 0; while v < 1024 and bernoulli_exp(1, 1) is 1, add 1 to v. "
	"If v = 1024, start over at step 1. The result is (u + q v) / p.";
static const char laplace[] =
	"discrete_laplace(p, q), p >= 1, 1 <= q <= 2^53, has P(x) proportional to exp(-|x| p/q): m = geometric(p, q); then sign: "
	"one word, whose lowest bit is s. If s = 1 and m = 0, start over. The result is -m if s = 1, else m.";
static const char gaussian[] =
	"discrete_gaussian(p, q), 1 <= p <= 2^40, 1 <= q <= 2^40, has P(x) proportional to exp(-x^2 q / (2 p)), sigma^2 = p/q. "
	"If p >= q let a be the square root of p / q rounded down and m = 1; else let a = 1 and m = 1 plus the square root of "
	"q / p rounded down (each quotient rounded down before the root). Step 1: y = discrete_laplace(q a, p m). Step 2: if "
	"bernoulli_exp((|y| m - a)^2 q, 2 p m^2) is 0, go back to step 1. The result is y. All products fit into 64 bits without sign.";
static const char polya[] =
	"polya(p, q, part, whole), p >= 1, 1 <= q <= 2^53, 1 <= part <= whole, is negative binomial NB(part/whole, exp(-p/q)): left = "
	"geometric(p, q), kept = 0; while left > 0: cycle = left - uniform_below(left); if bernoulli(part, whole) is 1 add cycle to kept; "
	"subtract cycle from left. The result is kept.";
static const char share[] =
	"laplace_share(p, q, part, whole), same arguments: up = polya(p, q, part, whole), then down = polya(p, q, part, whole); the result is "
	"up - down. The sum of independent shares whose parts add up to the whole has the law of discrete_laplace(p, q): n equal ones "
	"with part = 1 and whole = n, or unequal ones.";
static const char pbm[] =
	"pbm_draw(quanta, chance), 1 <= quanta <= 2^20, 0 <= chance <= 2^40, is Binomial(quanta, chance / 2^40), Algorithm 1 of dpmf-rp: the sum "
	"of quanta calls bernoulli(chance, 2^40), one after the other; it is not listed itself. The chance of a coordinate is in the "
	"file dpmf_rp_chance.";

void integer_notes(struct book *b, const char *sampler)
{
	static const struct {
		const char *name;
		const char *text[7];
	} all[] = {
		{ "uniform_below", { below } },
		{ "bernoulli", { below, bernoulli } },
		{ "bernoulli_exp", { below, bernoulli, bernoulli_exp } },
		{ "geometric", { below, bernoulli, bernoulli_exp, geometric } },
		{ "discrete_laplace", { below, bernoulli, bernoulli_exp, geometric, laplace } },
		{ "discrete_gaussian", { below, bernoulli, bernoulli_exp, geometric, laplace, gaussian } },
		{ "polya", { below, bernoulli, bernoulli_exp, geometric, polya } },
		{ "laplace_share", { below, bernoulli, bernoulli_exp, geometric, polya, share } },
		{ "pbm_draw", { below, bernoulli, pbm } },
	};

	book_note(b, tape);
	book_note(b, draws);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (strcmp(all[i].name, sampler) == 0)
			for (size_t j = 0; all[i].text[j] != NULL; j++)
				book_note(b, all[i].text[j]);
	book_flag(b, "Ordinary", "Words as they come from a generator.");
	book_flag(b, "NoWords", "The result is certain and takes no word.");
	book_flag(b, "Rejection", "uniform_below refuses at least one word.");
	book_flag(b, "Boundary", "A word or a parameter at the edge of what is accepted.");
	book_flag(b, "Restart", "A loop that usually runs once runs again.");
	book_flag(b, "LargeParameter", "Parameters near the top of their domain: products must not overflow.");
	book_flag(b, "Long", "Many words; `draws` is left out.");
	book_flag(b, "OutOfDomain", "A parameter outside the domain: an implementation must refuse it, and draws nothing.");
}
