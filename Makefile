# The project's commands; each target runs a script in tools/.

.PHONY: help demo test lab build php dotnet data bench-python bench-partial bench-classes bench-data bench-threads bench-versions bench-php bench-php-classes bench-dotnet pages fuzz mutants docs generate fmt clean

# In the environment, not in the words of a command that the shell reads.
export DATA ALL

help: ## list the targets
	@echo "hayapack: MessagePack for Python, PHP and .NET"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

demo: ## set everything up, run `hayapack compare` and show PHP and C# (DATA=path: your file)
	@tools/demo/demo.sh

test: ## set everything up and run the tests (ALL=1: also the long ones; ALL=2: in full; STEPS="a b")
	@tools/test.sh $(STEPS)

lab: ## measure the reference articles' tables here, 30 minutes (ARGS=--quick: three)
	@tools/setup/system-packages.sh lab
	@tools/setup/venv.sh
	@tools/bench/bench.sh lab $(ARGS)

build: ## make .venv with hayapack, the lab and the rivals in it
	@tools/setup/system-packages.sh build
	@tools/setup/venv.sh
	@echo "==> $$(.venv/bin/hayapack --version) is in .venv; now: . .venv/bin/activate"

php: ## build the PHP module and print how to load it
	@tools/setup/system-packages.sh php
	@tools/packages/php.sh

dotnet: ## build the .NET packages and print how to use them
	@tools/packages/dotnet.sh

data: ## sum a file of events with polars, DuckDB, pandas, Dask, Ray and Spark (ARGS="--mb 300 ray spark")
	@tools/data/data.sh $(ARGS)

bench-python: build ## compare the speed with that of other Python codecs, as docs/results/python.md
	@tools/bench/bench.sh python $(ARGS)

bench-partial: build ## measure get, columns, LZ4 and cat against the fastest rivals
	@tools/bench/bench.sh partial $(ARGS)

bench-classes: build ## measure decoding into classes and encoding them against msgspec and others
	@tools/bench/bench.sh classes $(ARGS)

bench-data: build ## measure files of messages as Arrow tables against msgspec, pyarrow and DuckDB
	@tools/bench/bench.sh data $(ARGS)

bench-threads: build ## measure one and two threads of CPython without the GIL against it with the GIL, and rivals
	@tools/bench/bench-threads.sh $(ARGS)

bench-versions: build ## measure the rows of bench-python on CPython 3.13, 3.14 and 3.15 too
	@tools/bench/bench-versions.sh $(ARGS)

bench-php: ## compare the speed with that of other PHP codecs, as docs/results/php.md
	@tools/setup/system-packages.sh lab
	@tools/setup/venv.sh
	@tools/bench/bench.sh php $(ARGS)

bench-php-classes: ## measure decoding into PHP classes and encoding them against igbinary, Symfony and constructors
	@tools/setup/system-packages.sh lab
	@tools/setup/venv.sh
	@tools/bench/bench.sh php-classes $(ARGS)

bench-dotnet: ## compare the speed with that of other .NET codecs, in time and allocated bytes
	@tools/setup/system-packages.sh lab
	@tools/setup/venv.sh
	@tools/bench/bench.sh dotnet $(ARGS)

pages: build ## draw docs/results/, docs/benchmarks.md and README.md's tables again from the kept records
	@.venv/bin/python tools/bench/results_pages.py

docs: build ## build README.md and docs/ as a site with search and references of the three languages
	@tools/setup/system-packages.sh docs
	@tools/docs/site.sh

fuzz: ## fuzz the C core, the two Python back ends and PHP (SECONDS=600 for each)
	@tools/fuzz/fuzz.sh $(SECONDS)

mutants: ## change single lines of the last commit's code and see which step notices (ARGS="--count 20 FILE...")
	@tools/setup/system-packages.sh test
	@python3 tools/mutants/mutants.py $(ARGS)

generate: ## write the files that tools/generate makes: C# of primitive types, options, models of schemas
	@python3 tools/generate/make.py

fmt: ## format C and C#, remove trailing spaces, check the style rules
	@tools/fmt.sh

clean: ## remove build results (ALL=1: also .venv and .cache)
	@tools/clean.sh $(ALL)
