#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs vector files through the reference twins.

usage: check_vectors.py [--slow] [--only REGEX] [PATH...]

Without a path, all files of tests/vectors. Every field of a test that an operation returns
is compared, intermediate values included. Tests that take minutes are left out unless
--slow is given; --only chooses groups by "operation name", e.g. 'sm2.sign gbt32918.5-sign'.
Closes with a line "N passed, N failed, N skipped"; the exit status is 1 if a test failed.
"""

import argparse
import json
import pathlib
import re
import sys

from errors import Invalid
from operations import OPERATIONS, run

VECTORS = pathlib.Path(__file__).resolve().parent.parent / "tests" / "vectors"

# The first part of an operation's name, by the algorithm that a vector file names
PREFIXES = {
    "SM3": "sm3",
    "SHA-224, SHA-256": "sha2",
    "HMAC-SM3, HKDF-SM3, PBKDF2-HMAC-SM3, SM2/SM9 KDF, TLS PRFs with SM3": "kdf_hmac",
    "SM4": "sm4",
    "SM2": "sm2",
    "SM9": "sm9",
    "ZUC": "zuc",
    "DRBG with SM3 and SM4": "drbg",
}

SLOW_ITERATIONS = 5000


def name_of(document, group):
    """A group may name its algorithm where a file has several."""
    algorithm = group.get("algorithm", document.get("algorithm"))
    return f"{PREFIXES.get(algorithm, algorithm)}.{group['operation']}"


def is_slow(test):
    iterations = test.get("iterations", 0) * -(-test.get("size", 1) // 32)
    return iterations > SLOW_ITERATIONS


def fields_of(name, group, test):
    """The fields of a test as an operation takes them; see README.md for the few that differ."""
    fields = dict(test)
    if "curve" in group:
        fields["curve"] = group["curve"]
    if "op" in fields:
        fields["arithmetic"] = fields.pop("op")
    for tag in ("tag", "mac"):
        if tag in fields:
            fields[tag + "_len"] = len(fields[tag]) // 2
    if name == "drbg.drbg-sequence":
        # the files say it in the name of the test only
        fields["drbg"] = test["id"].split("-")[0]
        fields["count"] = len(fields["generates"])
    if "word_2000" in fields:
        fields |= {"number": 2000, "word": fields["word_2000"]}
    if name == "sm2.decrypt":
        # the hybrid form of a point is legal in GB/T 32918.1; only on request, as everywhere
        fields["hybrid"] = "hybrid" in test.get("comment", "")
    return fields


# What a valid test of one operation says about others: the other operation, and its input
# fields, some of them under another name
FURTHER = {
    "sm3.compress": [("sm3.padding", {"msg": "msg"})],
    "sm2.sign": [("sm2.verify", {"pub": "pub", "user_id": "user_id", "msg": "msg", "sig": "sig"})],
    "sm2.verify-digest": [("sm2.sign-digest", {"d": "d", "e": "e", "k": "k"})],
    "sm2.encrypt": [("sm2.decrypt", {"d": "d", "ct": "ct_" + form, "format": form})
                    for form in ("c1c3c2", "c1c2c3", "asn1")],
    "sm2.key-decode": [("sm2.pem-decode", {"pem": "pem"})],
    "sm2.certificate-verify": [("sm2.pem-decode", {"pem": "pem"})],
    "zuc.keystream": [("zuc.word", {"key": "key", "iv": "iv", "number": "number", "word": "word"})],
    "sm9.sign": [("sm9.extract", {"ks": "ks", "user_id": "user_id", "hid": "hid"}),
                 ("sm9.verify", {"ppub_s": "ppub_s", "user_id": "user_id", "hid": "hid", "msg": "msg",
                                 "sig_der": "sig_der"})],
    "sm9.verify": [("sm9.verify", {"ppub_s": "ppub_s", "user_id": "user_id", "hid": "hid", "msg": "msg",
                                   "h": "h", "s": "s"})],
    "sm9.kem": [("sm9.extract", {"ke": "ke", "user_id": "user_id", "hid": "hid"}),
                ("sm9.kem-decapsulate", {"de": "de", "user_id": "user_id", "c1": "c1", "klen": "klen"})],
    "sm9.encrypt": [("sm9.extract", {"ke": "ke", "user_id": "user_id", "hid": "hid"}),
                    ("sm9.decrypt", {"de": "de", "user_id": "user_id", "mode": "mode", "ct": "ct"}),
                    ("sm9.decrypt", {"de": "de", "user_id": "user_id", "mode": "mode", "ct_der": "ct_der"})],
    "sm9.key-decode": [("sm9.pem-decode", {"pem": "pem"})],
}


def further(name, fields):
    """The requests that FURTHER makes of a test, where it has the fields."""
    for other, inputs in FURTHER.get(name, []):
        request = {to: fields[source] for to, source in inputs.items() if source in fields}
        if "format" in inputs:
            request["format"] = inputs["format"]
        if "curve" in fields:
            request["curve"] = fields["curve"]
        if inputs.keys() <= request.keys():
            yield other, request


# The fields that tell one direction of an operation from another
TELLING = ("pt", "ct", "ct_der", "mac", "tag", "sig", "sig_raw", "sig_skf", "der", "pem")


def requests(name, fields):
    """Each direction of an operation for which a test has the fields."""
    for direction in OPERATIONS[name].directions:
        if all(field in fields for field in direction if field in TELLING):
            yield name, {field: fields[field] for field in direction if field in fields}


def differences(name, request, fields):
    """The names of the fields that came out different."""
    results = run(name, request)
    return [field for field, value in results.items() if field in fields and fields[field] != value]


def check(name, group, test):
    """None if the test passes, otherwise what is wrong."""
    fields = fields_of(name, group, test)
    own = list(requests(name, fields))
    if test["result"] == "valid":
        for called, request in own + list(further(name, fields)):
            try:
                different = differences(called, request, fields)
            except Invalid as reason:
                return f"{called} refused: {reason}"
            if different:
                return f"{called} differs in " + ", ".join(different)
        return None
    try:
        differences(*own[-1], fields)
    except Invalid:
        return None
    return "accepted"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--only", metavar="REGEX", default="")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, metavar="PATH")
    arguments = parser.parse_args()
    passed = failed = skipped = 0
    for path in arguments.paths or sorted(VECTORS.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        for group in document.get("groups", []):
            name = name_of(document, group)
            if not re.search(arguments.only, f"{name} {group['name']}"):
                continue
            counts = {"passed": 0, "failed": 0, "skipped": 0}
            for test in group["tests"]:
                if name not in OPERATIONS or is_slow(test) and not arguments.slow:
                    counts["skipped"] += 1
                    continue
                wrong = check(name, group, test)
                if wrong:
                    print(f"{path.name} {group['name']} {test['id']}: {wrong}")
                counts["failed" if wrong else "passed"] += 1
            print(f"{path.name}: {group['name']} ({name}): "
                  + ", ".join(f"{count} {what}" for what, count in counts.items() if count), flush=True)
            passed += counts["passed"]
            failed += counts["failed"]
            skipped += counts["skipped"]
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
