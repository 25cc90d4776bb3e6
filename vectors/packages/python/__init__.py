# SPDX-License-Identifier: 0BSD
"""The golden vectors of dpmf: what is pinned, and how an answer is compared."""
from __future__ import annotations

import json
from importlib import resources
from typing import Any, TypedDict

from . import formats
from .fields import FIELDS
from .formats import read_double

__all__ = ["Double", "Output", "Test", "TestGroup", "VectorFile", "agrees", "algorithms", "index", "load", "read_double", "read_inputs", "tests"]

Double = TypedDict("Double", {"hex": str, "bits": str})
Output = TypedDict("Output", {"compare": str, "value": Any})
_Test = TypedDict("_Test", {"tcId": int, "comment": str, "flags": "list[str]", "inputs": "dict[str, Any]", "outputs": "dict[str, Output]", "result": str})


class Test(_Test, total=False):
    """`mistakes`: what a known mistake answers, by its name and the outputs that it changes."""

    mistakes: "dict[str, dict[str, Output]]"


TestGroup = TypedDict("TestGroup", {"name": str, "comment": str, "tests": "list[Test]"})
VectorFile = TypedDict("VectorFile", {"format": str, "version": str, "algorithm": str, "schema": str, "license": str, "notes": "dict[str, Any]",
                                      "testGroups": "list[TestGroup]"})


def _read(name: str) -> Any:
    return json.loads(resources.files(__name__).joinpath("data", f"{name}.json").read_text(encoding="utf-8"))


def index() -> dict[str, Any]:
    """Every algorithm with its summary, flags, and why its invalid tests are to be refused."""
    return _read("index")


def algorithms() -> list[str]:
    """The names of all algorithms, in ascending order."""
    return [one["algorithm"] for one in index()["algorithms"]]


def load(algorithm: str) -> VectorFile:
    """The file of one algorithm."""
    if algorithm not in algorithms():
        raise KeyError(f"there is no algorithm {algorithm}: see algorithms()")
    return _read(algorithm)


def tests(algorithm: str) -> list[Test]:
    """Its tests, without their groups."""
    return [test for group in load(algorithm)["testGroups"] for test in group["tests"]]


def read_inputs(algorithm: str, test: Test) -> dict[str, Any]:
    """The inputs of a test as floats, integers, bytes, and lists of them."""
    return formats.read_inputs(FIELDS[algorithm]["inputs"], test["inputs"])


def agrees(algorithm: str, test: Test, name: str, value: Any) -> bool:
    """Whether `value` is right for the output `name`, compared as the test says."""
    output = test["outputs"][name]
    return formats.agrees(output["compare"], FIELDS[algorithm]["outputs"][name], output["value"], value)
