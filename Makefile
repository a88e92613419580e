# The project's commands; each target runs a script in tools/.

.PHONY: help demo test lab build php bench-python bench-leaps bench-php bench-dotnet fuzz fmt clean

help: ## list the targets
	@echo "hayapack: MessagePack for Python, PHP and .NET"
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-20s %s\n", $$1, $$2 }'

demo: ## set everything up, run `hayapack compare` and show PHP and C# (DATA=path: your file)
	@DATA="$(DATA)" tools/demo.sh

test: ## set everything up and run the tests (ALL=1: also the long ones; STEPS="a b")
	@ALL="$(ALL)" tools/test.sh $(STEPS)

lab: ## measure the reference articles' tables here, 30 minutes (ARGS=--quick: three)
	@tools/system-packages.sh lab
	@tools/venv.sh
	@tools/lab.sh $(ARGS)

build: ## make .venv with hayapack, the lab and the rivals in it
	@tools/system-packages.sh demo
	@tools/venv.sh

php: ## build the PHP module and print how to load it
	@tools/system-packages.sh php
	@tools/php.sh

bench-python: build ## compare the speed with that of other Python codecs, as docs/benchmarks.md
	@tools/bench-python.sh $(ARGS)

bench-leaps: build ## measure get, columns, LZ4 and cat against the fastest rivals
	@tools/bench-leaps.sh $(ARGS)

bench-php: ## compare the speed with that of other PHP codecs, as docs/benchmarks.md
	@tools/system-packages.sh php
	@tools/bench-php.sh $(ARGS)

bench-dotnet: ## compare the speed with that of other .NET codecs, as docs/benchmarks.md
	@tools/bench-dotnet.sh $(ARGS)

fuzz: ## fuzz the C core, the two Python back ends and PHP (SECONDS=600 for each)
	@tools/fuzz.sh $(SECONDS)

fmt: ## remove trailing spaces, check the style rules
	@tools/fmt.sh

clean: ## remove build results (ALL=1: also .venv and .cache)
	@tools/clean.sh $(ALL)
