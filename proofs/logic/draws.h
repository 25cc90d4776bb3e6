/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words that a stream has still to give: an infinite sequence, of which
   nothing is assumed but that it does not change until a word is taken. */
#ifndef DPMF_PROOFS_LOGIC_DRAWS_H
#define DPMF_PROOFS_LOGIC_DRAWS_H

/*@ axiomatic Draws {
      type draws;
      logic integer word(draws d);
      logic draws rest(draws d);
      logic draws ahead{L}(struct dpmf_stream *s) reads *s;
    }

    predicate open_stream{L}(struct dpmf_stream *s) =
      \valid(s) && (s->log == \null || (\valid(s->log) && \separated(s, s->log))); */

#endif
