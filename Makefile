# What a person does here. Each target makes sure that the machine is set up, which costs nothing
# when it is. One build at a time, on every core.
JOBS := $(shell nproc)
BUILD = { test -f build/release/build.ninja || cmake --preset release; } && \
  cmake --build --preset release -j $(JOBS)
.NOTPARALLEL:
.PHONY: run build check test check-all bench format clean setup

# The samples and a question; `make run DOCS=folder ASK="question"` for your own files.
run: build
	@tools/run
export DOCS ASK

# build/release/oi, build/release/oi-reader and build/release/oi-reader-media
build: setup
	@$(BUILD) --target oi oi-reader oi-reader-media

# The quick inner loop.
check: setup
	@$(BUILD)
	@ctest --preset release -j $(JOBS)

# What CI runs.
test: setup
	@tools/test

# And the thread sanitizer, clang-tidy, long fuzzing.
check-all: setup
	@tools/test all

# Every benchmark, one after the other.
bench: setup
	@$(BUILD) --target bench
	@set -e; for b in build/release/bench_*; do if [ -x $$b ]; then echo "== $$b"; $$b; fi; done

# Lays every source out as `make test` wants it.
format: setup
	@find src tests fuzz $$(ls -d bench 2>/dev/null) -name '*.h' -o -name '*.cc' | \
	  xargs clang-format-14 -i

setup:
	@tools/setup

clean:
	rm -rf build
