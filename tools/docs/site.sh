#!/usr/bin/env bash
# Builds the documents as a site with search, in build/docs/site: README.md, docs/ and what they link to, with references
# of Python (from the docstrings), PHP (from the stub) and C# (from the XML comments).
#   site.sh             all; a reference whose language is missing here is left out by name
#   site.sh python php  only these references
# A warning of mkdocs and a link that leads nowhere are errors.
. "$(dirname "$0")/../lib.sh"

DOCFX=2.81.0 # from NuGet; 490 MB, kept for all checkouts
languages=${*:-python php dotnet}
pages=$ROOT/build/docs/pages
rm -rf build/docs
mkdir -p "$pages/reference" build/logs

python_reference() {
    [ -x "$VENV/bin/python" ] || { note "not run: the reference of Python: there is no .venv (make build)"; return; }
    "$VENV/bin/python" tools/docs/python_reference.py "$pages/reference/python.md"
}

php_reference() {
    have php || { note "not run: the reference of PHP: php was not found (Debian: php-cli)"; return; }
    php -n -d extension=tokenizer tools/docs/php_reference.php php/msgpack.stub.php >"$pages/reference/php.md"
}

dotnet_reference() {
    local tool=$MACHINE_CACHE/docfx-$DOCFX log=build/logs/docfx.log types=$ROOT/build/docs/docfx
    have dotnet || { note "not run: the reference of C#: dotnet was not found (the .NET 10 SDK)"; return; }
    if [ ! -x "$tool/docfx" ] && ! dotnet tool install docfx --version "$DOCFX" --tool-path "$tool" >"$log" 2>&1; then
        note "not run: the reference of C#: NuGet does not serve docfx $DOCFX (see $log)"
        return
    fi
    logged build/logs/docs-dotnet.log one_at_a_time dotnet build dotnet/src/Hayapack -c Release
    mkdir -p "$types"
    cat >"$types/docfx.json" <<JSON
{"metadata": [{
  "src": [{"src": "$ROOT/dotnet/src/Hayapack/bin/Release/net10.0", "files": ["Hayapack.dll"]}],
  "output": "pages", "outputFormat": "markdown", "disableGitFeatures": true
}]}
JSON
    logged "$log" "$tool/docfx" metadata "$types/docfx.json"
    python3 tools/docs/dotnet_reference.py "$types/pages" "$pages/reference/dotnet"
}

for language in $languages; do
    phase "the reference of $language"
    "${language}_reference"
done
phase "the site"
# Warnings of the packages that Debian's mkdocs uses are none of the documents.
PYTHONWARNINGS=ignore mkdocs build --strict --quiet --config-file tools/docs/mkdocs.yml
python3 tools/docs/check_site.py build/docs/site
say "the site is in build/docs/site; to read it with search:"
note "python3 -m http.server --bind 127.0.0.1 --directory build/docs/site 8000"
