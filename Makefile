# SPDX-License-Identifier: Apache-2.0
# The commands people type. All knowledge is in CMakeLists.txt and scripts/; this file only names it.

BUILD  ?= build
CMAKE  ?= cmake
PREFIX ?= /usr/local

.PHONY: help setup setup-build build demo check bench nightly format install clean

help:
	@echo 'make demo      set up, build, and do the main job on real files'
	@echo 'make check     set up, build, run all tests (some twenty minutes)'
	@echo 'make build     set up and build into $(BUILD)/: library, mifu, mifu-bench, tests'
	@echo 'make bench     build and run the benchmark'
	@echo 'make nightly   the long tests: more random cases, timing statistics, 5 GiB files'
	@echo 'make format    format the C sources with clang-format'
	@echo 'make install   install into PREFIX ($(PREFIX))'
	@echo 'make setup     install from Debian what build and tests need'
	@echo 'make clean     remove the build folders'

setup:
	scripts/setup check

setup-build:
	scripts/setup build

build: setup-build
	$(CMAKE) -S . -B $(BUILD) -G Ninja
	$(CMAKE) --build $(BUILD)

demo: build
	scripts/demo

check: setup
	scripts/check

bench: build
	$(BUILD)/bin/mifu-bench
	-scripts/compare-backends --bench $(BUILD)/bin/mifu-bench '^(sm3|sha256|hmac_[a-z0-9]*)[.]'
	bench/many_files.py --mifu $(BUILD)/bin/mifu --in-process $(BUILD)/bin/mifu-bench-files

nightly: setup
	scripts/check --nightly

format:
	scripts/format

install: build
	$(CMAKE) --install $(BUILD) --prefix $(PREFIX)

clean:
	rm -rf build build-*
