# SPDX-License-Identifier: 0BSD
"""How many honest shares are certain to be in a sum."""


def honest_shares(i):
    n, colluders, stay, lying = i["participants"], i["colluders"], i["stay"], i["lying"]
    if not 1 <= n <= 2**32 or not 0 <= colluders < n or not 0 <= stay <= n or lying not in (0, 1):
        return None
    held = (n + colluders) // 2 + 1 if lying else colluders + 1
    threshold = max(stay, held, 1 if n == 1 else 2)
    return {"threshold": threshold, "honest": (threshold if lying else n) - colluders}


ALGORITHMS = {"honest_shares": honest_shares}
