#!/usr/bin/env bash
# step: Python package on the CPython of another Debian suite
# covers: the compiled module on CPython 3.15 (sid), with ALL=2 also 3.13 (trixie) and 3.14 (sid); no long tests
# only here: the layouts of the objects of 3.15 (with ALL=2 also 3.13 and 3.14), the loops for processors without vectors
# (3.13) and with those of 16 bytes (3.15), and Debian's newest pytest, numpy and lz4. The fallback and the tool, which
# depend less on the version, and the generated values that compare the back ends: with ALL=2
# needs: apt folder-of-suite {1}
# seconds: 90
# each: [ -z "${HAYAPACK_WEEKLY:-}" ] || printf '%s\n' "trixie 3.13" "sid 3.14"; echo "sid 3.15"
# tier: long
# minutes: 40
. "$(dirname "$0")/../../lib.sh"

suite=${1:?trixie or sid} version=${2:?of Python}
# One build for each set of vector instructions, since few machines have none or some of them; AVX2: step python/version, with ALL=2.
case $version in 3.13) most=0 ;; 3.15) most=1 ;; *) most=2 ;; esac
export CFLAGS=-DVECTOR_MOST=$most
# The long tests run with the CPython of .venv, in step python/tests-long, which also generates more examples.
export HAYAPACK_FUZZ_EXAMPLES=${HAYAPACK_FUZZ_EXAMPLES:-30}
select=(-m "not long")
weekly || select+=(--ignore-glob '*test_cli_*' --ignore-glob '*_differential.py' --backend native)
weekly || quick_compiler "$ROOT/build/debian-cc" # step python/tests runs what users compile
tools/packages/suite-python.sh "$suite" "python$version" "${select[@]}"
