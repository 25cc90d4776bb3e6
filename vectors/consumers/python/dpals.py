# SPDX-License-Identifier: 0BSD
"""dpals: what a user adds to an item's sums, how far a row moves them, and an item of two factors. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math

from kernels import finite


def fits(numbers):
    return all(-2**63 <= a < 2**63 for a in numbers)


def contribute(i):
    u, rating = i["u"], i["rating_steps"]
    products = [a * b for place, a in enumerate(u) for b in u[place:]] + [rating * a for a in u]
    after = [s + p for s, p in zip(i["sum"], products)]
    return {"sum": after} if u and fits(products) and fits(after) else None


def half(i):
    square = i["square"]
    if not 0 <= square <= 2**20:
        return None
    least = math.isqrt((square * square + 1) // 2)
    return {"half": least + (2 * least * least < square * square)}


def weight(eigenvalue, ridge):
    return 1 / (max(eigenvalue, 0.0) + ridge)


def item(i):
    """A is middle I + B, and B has the eigenvalues root and -root."""
    a, first, ridge = i["second"], i["first"], i["lambda"]
    if len(a) != 3 or len(first) != 2 or not finite(a, first, ridge) or ridge <= 0:
        return None
    middle, across = (a[0] + a[2]) / 2, (a[0] - a[2]) / 2
    root = math.hypot(across, a[1])
    high, low = weight(middle + root, ridge), weight(middle - root, ridge)
    even, odd = (high + low) / 2, (high - low) / 2 / root if root > 0 else 0.0
    return {"profile": [even * first[0] + odd * (across * first[0] + a[1] * first[1]),
                        even * first[1] + odd * (a[1] * first[0] - across * first[1])]}


ALGORITHMS = {
    "dpals_contribute": contribute,
    "dpals_half": half,
    "dpals_item": item,
}
