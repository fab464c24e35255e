#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Answers requests for reference results, one JSON object per line.

usage: oracle.py [--list]

A request is {"op": NAME, field: value, ...}; the fields have the names and forms of the
test vectors. The answer is {"result": "valid", field: value, ...}, or {"result": "invalid",
"reason": TEXT} where the operation refuses the values, or {"error": TEXT} where the request
itself is at fault. A field "id" of the request is repeated in the answer. --list prints the
names of the operations with their input fields.
"""

import json
import sys

from errors import Invalid
from operations import OPERATIONS, Malformed, run


def answer(line):
    try:
        request = json.loads(line)
    except ValueError:
        return {"error": "not JSON"}
    if not isinstance(request, dict):
        return {"error": "not an object"}
    name = request.pop("op", None)
    repeated = {"id": request["id"]} if "id" in request else {}
    if name not in OPERATIONS:
        return repeated | {"error": f"unknown op {name}"}
    try:
        return repeated | {"result": "valid"} | run(name, request)
    except Invalid as reason:
        return repeated | {"result": "invalid", "reason": str(reason)}
    except Malformed as reason:
        return repeated | {"error": str(reason)}
    except Exception as failure:    # a request that no twin foresees must not end the conversation
        return repeated | {"error": f"{type(failure).__name__}: {failure}"}


def main():
    if sys.argv[1:] == ["--list"]:
        for name, operation in sorted(OPERATIONS.items()):
            print(name + ": " + " | ".join(" ".join(direction) for direction in operation.directions))
        return
    if sys.argv[1:]:
        sys.exit(__doc__)
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(line)), flush=True)


if __name__ == "__main__":
    main()
