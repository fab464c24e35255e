# SPDX-License-Identifier: Apache-2.0
"""All operations, by the name of the vector file and of the operation in it."""

import operations_drbg  # noqa: F401
import operations_hash  # noqa: F401
import operations_sm2   # noqa: F401
import operations_sm4   # noqa: F401
import operations_sm9   # noqa: F401
import operations_zuc   # noqa: F401
from operation import OPERATIONS, Malformed, run  # noqa: F401
