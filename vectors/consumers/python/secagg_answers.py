# SPDX-License-Identifier: 0BSD
"""What an honest user of secure aggregation answers; whether signatures and seals are good is taken from the inputs."""
import struct

TYPES, ALL = (2, 4, 6, 8), 2**32 - 1


class User:
    def __init__(self, i):
        self.i, self.turn = i, 0
        self.lists = []  # who was in ROSTER, DELIVERY, SURVIVORS, WITNESSES
        self.over = False

    def read(self, message):
        """The entries; None: not a message of this turn."""
        i = self.i
        size = (132 if i["authenticated"] else 68, 108, 4, 68)[self.turn]
        if len(message) < 36 or message[:4] != b"DSA1" or message[16:32] != i["session"]:
            return None
        kind, sender, to = struct.unpack("<3I", message[4:16])
        count, = struct.unpack("<I", message[32:36])
        if (kind, sender, to) != (TYPES[self.turn], 0, i["user"] if self.turn == 1 else ALL) or count > i["users"] or len(message) != 36 + count * size:
            return None
        entries = [message[at:at + size] for at in range(36, len(message), size)]
        users = [int.from_bytes(entry[:4], "little") for entry in entries]
        if any(a >= b for a, b in zip([0] + users, users + [i["users"] + 1])):
            return None
        return dict(zip(users, entries))

    def allowed(self, entries):
        own, named = self.i["user"], set(entries)
        if self.turn == 0:
            keys = [entry[at:at + 32] for at in (4, 36) for entry in entries.values()]
            half = len(entries)
            return (len(set(keys[:half])) == len(set(keys[half:])) == half and own in entries and entries[own][4:68] == self.i["own_keys"])
        if self.turn == 1:
            return own not in named and named <= self.lists[0]
        if self.turn == 2:
            return own in named and named <= self.lists[1]
        return named <= self.lists[2]

    def answer(self, message, valid):
        if self.over or self.turn == (4 if self.i["authenticated"] else 3):
            return 0
        self.over = True
        entries = self.read(message)
        if entries is None:
            return 0
        if len(entries) + (self.turn == 1) < self.i["threshold"]:
            return 2
        if not self.allowed(entries) or not valid:
            return 0
        self.lists.append(set(entries) | ({self.i["user"]} if self.turn == 1 else set()))
        self.turn, self.over = self.turn + 1, False
        return 1


def secagg_answers(i):
    n = i["users"]
    if not 2 <= n <= 5 or not 1 <= i["user"] <= n or not (n // 2 + 1 if i["authenticated"] else 2) <= i["threshold"] <= n or i["authenticated"] > 1:
        return None
    user, at, answers = User(i), 0, []
    for length, valid in zip(i["lengths"], i["valid"]):
        answers.append(user.answer(i["messages"][at:at + length], valid == 1))
        at += length
    done = user.turn == (4 if i["authenticated"] else 3)
    return {"answers": answers, "gives": [x for u in sorted(user.lists[1]) for x in (u, 1 if u in user.lists[2] else 2)] if done else []}


ALGORITHMS = {"secagg_answers": secagg_answers}
