#!/usr/bin/env bash
# step: Python package on a 32-bit processor, in a folder of Debian's i386
# covers: the compiled module where Py_ssize_t, size_t and long have 32 bits and floats those of x87; no long tests
# only here: sizes near 2**31 and 2**32, the public API on a machine where no other is known. The fallback, the tool and
# the generated values that compare the back ends: with ALL=2
# needs: apt suite-i386
# seconds: 120
# tier: long
# minutes: 30
. "$(dirname "$0")/../../lib.sh"

export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-30}
select=(-m "not long" --ignore-glob '*test_cli_*')
weekly || select+=(--ignore-glob '*_differential.py' --backend native)
tools/packages/suite-python.sh "$(debian_release)-i386" python3 "${select[@]}"
