# SPDX-License-Identifier: 0BSD
"""A quadratic over a ball: Jacobi's rotations, then bisection for the multiplier. A
function answers with its outputs, or None when the inputs are outside the domain."""
import math

from kernels import dot, finite, norm


def decompose(a):
    """Eigenvalues and the rows of eigenvectors of a symmetric matrix."""
    d = len(a)
    a, v = [list(row) for row in a], [[float(i == j) for j in range(d)] for i in range(d)]
    for _ in range(60):
        for p in range(d):
            for q in range(p + 1, d):
                if a[p][q] == 0:
                    continue
                apart = (a[q][q] - a[p][p]) / (2 * a[p][q])
                t = math.copysign(1, apart) / (abs(apart) + math.hypot(apart, 1))
                c = 1 / math.sqrt(1 + t * t)
                s = t * c
                for row in a:
                    row[p], row[q] = c * row[p] - s * row[q], s * row[p] + c * row[q]
                for rows in (a, v):
                    rows[p], rows[q] = ([c * x - s * y for x, y in zip(rows[p], rows[q])],
                                        [s * x + c * y for x, y in zip(rows[p], rows[q])])
                a[p][q] = a[q][p] = 0.0
    return [a[i][i] for i in range(d)], v


def minimised(a, b, r):
    """The multiplier, and a minimiser."""
    d = len(b)
    values, vectors = decompose([[(a[i][j] + a[j][i]) / 2 for j in range(d)] for i in range(d)])
    beta = [dot(v, b) for v in vectors]
    least = min(values)

    def point(t):
        return [0.0 if c == 0 else c / (2 * (value - least + t)) for c, value in zip(beta, values)]

    t = max(least, 0.0)
    if least <= 0 or norm(point(t)) > r:
        lo, hi = t, max(norm(beta) / r, 2 * t)
        while lo < (middle := lo + (hi - lo) / 2) < hi:
            lo, hi = (middle, hi) if norm(point(middle)) > r else (lo, middle)
        t = hi
    p, mu = point(t), max(0.0, t - least)
    length = norm(p)
    if mu > 0 and length < r * (1 - 1e-6):  # the hard case
        p[values.index(least)] += math.sqrt((r - length) * (r + length))
    return mu, [dot(p, [v[k] for v in vectors]) for k in range(d)]


def ball_qp(i):
    a, b, r = i["a"], i["b"], i["radius"]
    if not b or not finite(a, b, r) or r <= 0:
        return None
    mu, q = minimised(a, b, r)
    return {"multiplier": mu, "q": q, "value": sum(x * (dot(row, q) - c) for x, row, c in zip(q, a, b))}


ALGORITHMS = {
    "ball_qp": ball_qp,
}
