#!/usr/bin/env bash
# step: repository: the documents as a site
# covers: the site of `make docs`: its navigation, every link and anchor, the references of Python and PHP
# needs: mkdocs
# tier: long
# seconds: 25
. "$(dirname "$0")/../../lib.sh"

# C#'s takes docfx, 490 MB.
if weekly; then tools/docs/site.sh; else tools/docs/site.sh python php; fi
