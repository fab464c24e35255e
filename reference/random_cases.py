#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a vector file of random cases to standard output.

usage: random_cases.py SEED COUNT [--only REGEX] [--list]

Each group has COUNT cases, valid and invalid ones; the same seed gives the same cases, with
--only or without. The file has the shape of those in tests/vectors. A file with the cases of
one algorithm names it as those do; in a file with several, each group names its own. --only
chooses groups by name (see --list), e.g. --only '^sm4\\.(gcm|ccm)' or --only '^sm2\\.'.
"""

import argparse
import json
import re

import random_hash  # noqa: F401
import random_sm2   # noqa: F401
import random_sm4   # noqa: F401
import random_sm9   # noqa: F401
import random_zuc   # noqa: F401
from random_source import ALGORITHMS, GENERATORS, Source


def group_of(label, seed, count):
    name, draw = GENERATORS[label]
    prefix, operation = name.split(".", 1)
    source = Source(f"{seed} {label}")
    short = "random-" + label.replace(".", "-")
    tests = [{"id": f"{short}-{i + 1}"} | draw(source, i) for i in range(count)]
    return {"name": short, "standard": "random cases", "operation": operation, "algorithm": ALGORITHMS[prefix],
            "verified": True, "verified_by": "reference twins", "tests": tests}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("seed", metavar="SEED", nargs="?", default="0")
    parser.add_argument("count", metavar="COUNT", nargs="?", type=int, default=10)
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    labels = [label for label in GENERATORS if re.search(arguments.only, label)]
    if arguments.list:
        print("\n".join(labels))
        return
    groups = [group_of(label, arguments.seed, arguments.count) for label in labels]
    algorithms = sorted({group["algorithm"] for group in groups})
    document = {
        "algorithm": algorithms[0] if len(algorithms) == 1 else "several, named in each group",
        "source_notes": f"Random cases: seed {arguments.seed}, {arguments.count} of each kind.",
        "fields": {"algorithm": "in a group: the algorithm of its tests"},
        "groups": groups,
    }
    print(json.dumps(document, indent=1))


if __name__ == "__main__":
    main()
