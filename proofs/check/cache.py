# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs of frama-c have said, so that the next `make prove` need not ask again.

An answer is found by all that it depends on: the source as preprocessed, with its headers and annotations, the
options, the versions of Frama-C and the provers. WP's own cache goes by goals alone: for more steps it gives back
what a prover gave up with fewer."""
import hashlib
import json

from check.common import OUT, run, setting


class Cache:
    def __init__(self, *versions):
        self.versions = versions

    def place(self, file, options):
        """Where the answer of a run on the file is kept; None when the file cannot be read."""
        status, text = run([setting("CC", "cc"), "-E", "-C", "-P", "-D__FRAMAC__", "-Iref", "-I.", file])
        if status != 0:
            return None
        parts = json.dumps([*self.versions, *options, text])
        return OUT / "cache" / (hashlib.sha256(parts.encode()).hexdigest() + ".json")


class NoCache:
    def place(self, file, options):
        del file, options


def recall(place):
    """The answer kept there, or None."""
    try:
        goals, text = json.loads(place.read_text(encoding="utf-8"))
        return goals, text
    except (AttributeError, OSError, ValueError, TypeError):
        return None


def keep(place, answer):
    if place:
        place.parent.mkdir(parents=True, exist_ok=True)
        part = place.with_suffix(".part")
        part.write_text(json.dumps(answer), encoding="utf-8")
        part.replace(place)
