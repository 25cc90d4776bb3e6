# SPDX-License-Identifier: GPL-3.0-or-later
"""One training, many canaries: what a single model of this project's own mechanisms tells of planted ratings.

    python3 -B audit/examples/one_run.py --ratings=FILE --mech=hdpmf
    python3 -B audit/examples/one_run.py --ratings=FILE --mech=hdpmf --noise=0.3

FILE has lines of user, item and rating, as `dpmf train` reads them. Where the guarantee is for one rating, one rating of every item
is a canary. A fair coin says whether it is in or out: the highest rating or the lowest one; of dpimf, which is for interactions, there or
not. Where the guarantee is for a user, canaries are users who are added: there or not, with items of their own (dpals), or with one
taste or the opposite one (dpmf-rp). The real program trains once, on all ratings with their canaries. The claim is the
epsilon of its own guarantee. With --noise=0.3 it is trained at a budget that is 1/0.3 times as large, but judged by the claim of the
smaller one, as if its noise had a wrong scale.

An adversary may know all but the coins. So what was published is compared with trainings that have next to no noise, with all
canaries in and with all out. gaussmf has no such training: the mean of a few with little noise is taken, and the other side's profile
is the direction. `dpmf-audit scores` judges, and its exit status is that of this script.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from collections import Counter, namedtuple

# How it is trained, so that the claim is for one canary: all weights 1, nothing of less epsilon. `budget`: the option with
# its default. `quiet`: options for next to no noise; `means`: of how many such trainings. `each`: canaries of one user at most.
# `users`, `own`: so many canaries are users, with so many items each; `shared`: which they share, so many in all. `guesses`: which share
# of the canaries is guessed, of normal noise; 0: scores tries several numbers.
Mechanism = namedtuple("Mechanism", "options budget default quiet means each users own shared guesses", defaults=(1, 10**6, 0, 0, 0, 0))
WEIGHTS = ["--user-groups=0,0,0.1,0.5", "--item-groups=0,0,0.1,0.5"]
ROUND = ["--epochs=1", "--factors=1"]
MECHANISMS = {
    "hdpmf": Mechanism(WEIGHTS, "--epsilon", 1.0, ["--epsilon=1e6"]),
    "privsr": Mechanism(["--sensitive=0"], "--epsilon", 1.0, ["--epsilon=1e6"]),
    "dpimf": Mechanism(["--factors=1"], "--epsilon", 1.0, ["--epsilon=1e6"]),
    "gaussmf": Mechanism([], "--eps-i", 0.29, ["--eps-i=0.99"], means=4, each=2, guesses=0.3),
    "dpals": Mechanism(ROUND + ["--most=20", "--bound=0.05"], "--epsilon", 3.3, ["--epsilon=400"], users=16000, own=20, guesses=0.0625),
    "dpmf-rp": Mechanism(["--epochs=1", "--factors=2", "--participation=1", "--ratio=1", "--mu=0", "--cut=1e-13", "--colluding=0", "--stay=1", "--quanta=1"],
                         "--theta", 0.04, ["--theta=0.1", "--private=no"], users=2000, own=3, shared=14000, guesses=0.125),
}
IMPLICIT = {"dpimf"}


def read(path):
    """The ratings by item: {item: {user: rating}}."""
    items = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        user, item, rating = line.replace("::", " ").replace(",", " ").split()[:3]
        items.setdefault(int(item), {})[int(user)] = float(rating)
    return items


class Ratings:
    """Canaries are ratings: one of every item."""

    def __init__(self, items, name, rng):
        self.name, self.mechanism, self.data, self.canary = name, MECHANISMS[name], items, {}
        of_user = Counter()
        for item in rng.sample(sorted(items), len(items)):
            free = [user for user in sorted(items[item]) if of_user[user] < self.mechanism.each]
            if free:
                self.canary[item] = rng.choice(free)
                of_user[self.canary[item]] += 1
        ratings = [rating for row in items.values() for rating in row.values()]
        self.low, self.high = min(ratings), max(ratings)
        self.items, self.users = sorted(items), sorted({user for row in items.values() for user in row})

    def lines(self, state):
        """With the canary of each item in or out as state(item) says."""
        for item, row in self.data.items():
            for user, rating in row.items():
                if user == self.canary.get(item):
                    if self.name in IMPLICIT and not state(item):
                        continue
                    rating = self.high if state(item) else self.low
                yield user, item, rating

    def look(self, trainings):
        """At what is public before any rating."""

    def score(self, run, in_, out):
        if self.mechanism.means == 1:
            return {item: between([item], run[0], in_[0][0], out[0][0]) for item in self.canary}
        return score_pairs(run, in_ + out, self.canary)


class Users(Ratings):
    """Canaries are users who rate items that nobody else rates."""

    def __init__(self, items, name, rng):
        super().__init__(items, name, rng)
        first, next_item, own = self.users[-1] + 1, self.items[-1] + 1, self.mechanism.own
        self.added = range(next_item, next_item + (self.mechanism.shared or own * self.mechanism.users))
        self.canary = {first + i: self.added[i * own:(i + 1) * own] for i in range(self.mechanism.users)}
        self.users += self.canary
        self.items += self.added

    def lines(self, state):
        for item, row in self.data.items():
            for user, rating in row.items():
                yield user, item, rating
        for user, own in self.canary.items():
            yield from self.of_canary(user, own, state(user))

    def of_canary(self, user, own, in_):
        return [(user, item, self.high) for item in own] if in_ else []

    def score(self, run, in_, out):
        return {user: between(own, run[0], in_[0][0], out[0][0]) for user, own in self.canary.items()}


class Tastes(Users):
    """Canaries are users who rate items that only canaries rate: high where the first of the item's two factors is larger, and low where the
    second one is, or the other way round. Their profiles then have opposite signs in both factors, and so has all that they send: a small
    --cut leaves nothing but signs of it, which an odd number of items makes never 0. It also keeps Adam's first step in proportion."""

    def __init__(self, items, name, rng):
        super().__init__(items, name, rng)
        self.rng, self.start = rng, {}
        self.canary = dict.fromkeys(self.canary, ())

    def look(self, trainings):
        """The factors that items start from: public, and before any rating."""
        self.start = factors(trainings.train(["--rate=1e-9", *self.mechanism.quiet], lambda _: True), "item")
        one, other = ([item for item in self.added if sign * (self.start[item][0] - self.start[item][1]) > 0.3] for sign in (1, -1))
        half = self.mechanism.own // 2
        for user in self.canary:
            one, other = other, one
            self.canary[user] = self.rng.sample(one, half) + self.rng.sample(other, self.mechanism.own - half)

    def of_canary(self, user, own, in_):
        return [(user, item, self.high if (self.start[item][0] > self.start[item][1]) == in_ else self.low) for item in own]


class Trainings:
    """Runs of the real program in a folder."""

    def __init__(self, dpmf, world, room):
        self.dpmf, self.world, self.room, self.count = dpmf, world, room, 0
        absent = max(world.users) + 1  # a user whose one rating is held out, so that no other is
        (room / "items").write_text("".join(f"{i}\n" for i in world.items), encoding="utf-8")
        (room / "users").write_text("".join(f"{u}\n" for u in world.users + [absent]), encoding="utf-8")
        (room / "test").write_text(f"{absent}\t{world.items[0]}\t{world.low:g}\n", encoding="utf-8")
        (room / "trust").write_text(f"{world.users[0]}\t{world.users[1]}\n", encoding="utf-8")

    def train(self, budget, state):
        """The folder of what leaves."""
        self.count += 1
        world, data, out = self.world, self.room / f"{self.count}.tsv", self.room / f"{self.count}"
        data.write_text("".join(f"{user}\t{item}\t{rating:g}\n" for user, item, rating in world.lines(state)), encoding="utf-8")
        command = [self.dpmf, "train", f"--mech={world.name}", "--variant=corrected", f"--ratings={data}", f"--test={self.room}/test",
                   f"--items={self.room}/items", f"--users={self.room}/users", "--coins=1", f"--out={out}", *world.mechanism.options, *budget]
        command += [] if world.name in IMPLICIT else [f"--range={world.low:g}:{world.high:g}"]
        command += [f"--social={self.room}/trust"] if world.name == "privsr" else []
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"one_run.py: {done.stderr.strip()}")
        return out / "public"


def factors(public, side):
    """{id: numbers}; nothing where the mechanism does not publish them."""
    path = public / f"{side}_factors.txt"
    rows = (line.split() for line in path.read_text(encoding="utf-8").splitlines()) if path.exists() else ()
    return {int(row[0]): [float.fromhex(x) for x in row[1:]] for row in rows}


def mean(tables, key):
    return [sum(column) / len(tables) for column in zip(*(table[key] for table in tables))]


def along(seen, middle, direction):
    return sum((s - m) * d for s, m, d in zip(seen, middle, direction))


def between(items, run, in_, out):
    """How far from out to in these items are. In every item the noise is as large as what parts the two, or it is the same everywhere."""
    seen, apart = 0.0, 0.0
    for item in items:
        direction = [x - y for x, y in zip(in_[item], out[item])]
        seen += along(run[item], mean([in_, out], item), direction)
        apart += sum(d * d for d in direction)
    return seen / apart if apart else 0.0


def score_pairs(run, references, canary):
    """A rating moves the item along the user's profile, and the user along the item's; the noise is the same everywhere."""
    score = {}
    for item, user in canary.items():
        middle = [mean([r[side] for r in references], key) for side, key in ((0, item), (1, user))]
        score[item] = along(run[0][item], middle[0], middle[1]) + along(run[1][user], middle[1], middle[0])
    return score


def one_run(args, world, room, rng):
    """The claim, and a coin and a score for each canary."""
    mechanism, trainings = world.mechanism, Trainings(args.dpmf, world, room)
    coin = {canary: rng.random() < 0.5 for canary in sorted(world.canary)}
    budget = mechanism.default if args.budget is None else args.budget
    world.look(trainings)
    run = trainings.train([f"{mechanism.budget}={budget / args.noise!r}"], lambda canary: coin[canary])
    claimed = run if args.noise == 1 else trainings.train([f"{mechanism.budget}={budget!r}"], lambda canary: coin[canary])
    claim = json.loads((claimed / "model.json").read_text(encoding="utf-8"))["guarantee"]["protects"][0]
    both = lambda public: (factors(public, "item"), factors(public, "user"))
    quiet = lambda state: [both(trainings.train(mechanism.quiet, lambda _: state)) for _ in range(mechanism.means)]
    return claim, coin, world.score(both(run), quiet(True), quiet(False))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ratings", required=True, type=pathlib.Path)
    parser.add_argument("--mech", required=True, choices=MECHANISMS)
    parser.add_argument("--budget", type=float, help="--epsilon of dpmf train, or --eps-i of gaussmf")
    parser.add_argument("--noise", type=float, default=1.0, help="times the noise of the claim")
    parser.add_argument("--seed", type=int, help="of coins and canaries; without it, the system's randomness")
    parser.add_argument("--scores", type=pathlib.Path, help="keep the scores in this file")
    parser.add_argument("--dpmf", default=os.environ.get("DPMF", "dpmf"))
    parser.add_argument("rest", nargs="*", help="for dpmf-audit scores, behind --")
    args = parser.parse_args()
    rng = random.SystemRandom() if args.seed is None else random.Random(args.seed)
    world = (Tastes if MECHANISMS[args.mech].shared else Users if MECHANISMS[args.mech].users else Ratings)(read(args.ratings), args.mech, rng)
    with tempfile.TemporaryDirectory() as folder:
        room = pathlib.Path(folder)
        claim, coin, score = one_run(args, world, room, rng)
        scores = args.scores or room / "scores"
        scores.write_text("".join(f"{'in' if coin[i] else 'out'} {score[i]!r}\n" for i in coin), encoding="utf-8")
        epsilon, delta = float(claim["epsilon"]["hi"]), float(claim["delta"]["hi"])
        audit = str(pathlib.Path(args.dpmf).with_name("dpmf-audit")) if os.sep in args.dpmf else "dpmf-audit"
        share = MECHANISMS[args.mech].guesses
        command = [audit, "scores", f"--epsilon={epsilon!r}", *([f"--delta={delta!r}"] if delta else []),
                   *(["--assume=gaussian", f"--guesses={int(share * len(coin))}"] if share else []), *args.rest, str(scores)]
        return subprocess.run(command, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
