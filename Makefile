# Signalbox. `make` alone lists the targets.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
FOR ?=
SECONDS ?= 60
PEERS ?=
RUNS ?= 5

SWIFT_NEEDED := 6.2
BINARY := .build/release/signalbox
# With the programs that signalbox starts; it looks for them in its own folder.
PROGRAMS := $(BINARY) $(addprefix $(BINARY)-,guard http)
# What 'make release' builds: 'benchmarks' also builds signalbox-bench (Package.swift).
CONTENTS := programs
BIN := $(DESTDIR)$(PREFIX)/bin
SHARE := $(DESTDIR)$(PREFIX)/share
MAN_PAGE := $(SHARE)/man/man1/signalbox.1
BASH_COMPLETION := $(SHARE)/bash-completion/completions/signalbox
ZSH_COMPLETION := $(SHARE)/zsh/site-functions/_signalbox
FISH_COMPLETION := $(SHARE)/fish/vendor_completions.d/signalbox.fish
DOC := $(SHARE)/doc/signalbox
# systemd units, except on macOS; @BINDIR@ in them is replaced by the folder of the program.
UNITS := $(DESTDIR)$(PREFIX)/lib/systemd
UNIT_FILES := $(if $(filter Darwin,$(shell uname -s)),,$(wildcard Packaging/systemd/*/signalbox.*))

# The metadata of types is made by calls; by names, as it is otherwise, the runtime searches three
# thousand conformances for many of them: a sixth of the instructions of a start.
METADATA_FLAGS = -Xswiftc -Xfrontend \
  -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors

# On macOS, readline is libedit, and Homebrew's libraries are not on the default search paths.
ifeq ($(shell uname -s),Darwin)
BREW_FOLDERS = $(foreach name,expat readline libyaml libuv libmicrohttpd,$(shell brew --prefix $(name) 2>/dev/null))
PLACE_FLAGS = $(foreach f,$(BREW_FOLDERS),-Xcc -I$(f)/include -Xlinker -L$(f)/lib)
RELEASE_FLAGS = -c release $(METADATA_FLAGS) $(PLACE_FLAGS)
move_symbols = dsymutil -o $(2).dSYM $(1) && strip $(1)
else
PLACE_FLAGS =
# The programs, and the libraries that they need, look for the libraries of 'make dist' first; new
# tags (RUNPATH) would not apply to the latter. The C++ library is linked as Swift's runtime is, which
# needs it: relocating it takes a fifth of the instructions of a start. Nothing loads code into the
# program that looks for its symbols: they are 0.9 MB.
STATIC := .build/static
RELEASE_FLAGS = -c release $(METADATA_FLAGS) --static-swift-stdlib -Xlinker -L$(STATIC) \
  -Xlinker --disable-new-dtags -Xlinker -rpath='$$ORIGIN/../lib/signalbox' \
  -Xlinker --no-export-dynamic
# From a program to a file that debuggers and backtraces find: they look in '.debug'.
move_symbols = objcopy --only-keep-debug $(1) $(2).debug && chmod 644 $(2).debug && \
  objcopy --strip-all --add-gnu-debuglink=$(2).debug $(1)
endif
# The same flags for the prompt, building tests and running them, or everything would be built twice.
# Without what only a debugger reads, a build takes four fifths of the time; DEBUG=yes builds everything
# anew, with it, and optimizes no module (Package.swift). Modules compiled as a whole take two thirds of
# the processor time of batches of files, also after a change of a declaration; only after that of a
# comment they take twice as much.
DEBUG ?=
ifeq ($(DEBUG),)
run test: export SIGNALBOX_OPTIMIZED := yes
endif
TEST_FLAGS = $(PLACE_FLAGS) -Xswiftc -warnings-as-errors $(if $(DEBUG),,-debug-info-format none) \
  $(shell cat .ci/debug.flags)

.PHONY: targets run test deps release library wheel test-wheel test-web lint bench bench-peers fuzz mutations install uninstall dist clean

targets:
	@echo 'make run         build, and open the prompt on the bundled app (ARGS="--routes MyApp")'
	@echo 'make test        run every test; a warning is an error'
	@echo 'make deps        install missing system packages, as run does (FOR="test": as test does)'
	@echo 'make test-web    test the page of inspect in Chromium (ARGS="test_walk")'
	@echo 'make lint        check the format of the sources'
	@echo 'make release     build .build/release/signalbox and the programs it starts'
	@echo 'make library     build .build/library: libsignalbox for other languages, and its header (Linux)'
	@echo 'make wheel       build .build/wheel: the same as a Python package'
	@echo 'make test-wheel  test both, in C and Python'
	@echo 'make bench       measure the figures of docs/bench.md (ARGS="resolve --json")'
	@echo 'make bench-peers compare lookups with other routers (PEERS=FOLDER, MATCHIT=FOLDER, RUNS=5)'
	@echo 'make fuzz        run every fuzz target (SECONDS=60 each; Linux)'
	@echo 'make mutations   break the engine in many ways; each must fail a test (ARGS="--list")'
	@echo 'make install     install under DESTDIR and PREFIX=/usr/local'
	@echo 'make uninstall   remove the installed files (the same DESTDIR and PREFIX)'
	@echo 'make dist        a tar archive that runs without installing anything (Linux)'
	@echo 'make clean       remove the build folder'

deps:
	@.ci/deps $(SWIFT_NEEDED) build $(FOR)

# The debug build of the tests, of which the prompt is a part: neither builds anything again.
run: deps
	@for program in signalbox-guard signalbox-http signalbox; do \
	  .ci/build --product $$program $(TEST_FLAGS) || exit; \
	done
	@.build/debug/signalbox repl $(ARGS)

test:
	@.ci/deps $(SWIFT_NEEDED) build test
	@.ci/build --build-tests $(TEST_FLAGS)
	@.ci/test $(TEST_FLAGS)

release: deps
	$(if $(STATIC),@mkdir -p $(STATIC) && ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC))
	$(if $(filter benchmarks,$(CONTENTS)),,@rm -f $(BINARY)-bench)
	SIGNALBOX_RELEASE=$(CONTENTS) swift build $(RELEASE_FLAGS)

library: deps
	SIGNALBOX_RELEASE=$(CONTENTS) swift build $(RELEASE_FLAGS) --product SignalboxLibrary
	@Packaging/library

wheel: library
	@.ci/deps $(SWIFT_NEEDED) wheel
	@Packaging/wheel

test-wheel: wheel
	Tests/Library/run $(ARGS)

test-web: release
	@.ci/deps $(SWIFT_NEEDED) web
	Tests/Web/run $(ARGS)

lint:
	swift format lint -r --strict Sources Tests Fuzz Examples Package.swift

bench: CONTENTS = benchmarks
bench: release
	@$(BINARY) bench $(ARGS)

# PEERS has gen.py, which makes tables, and compare.py, which runs programs of other routers and ours;
# MATCHIT has matchit's sources.
bench-peers:
	@for file in gen.py compare.py; do [ -f "$(PEERS)/$$file" ] || \
	  { echo "'$(PEERS)' has no $$file; name a folder that has: make bench-peers PEERS=FOLDER" >&2; \
	    exit 2; }; \
	done
	@$(MAKE) release CONTENTS=benchmarks
	python3 "$(PEERS)/gen.py" .build/peer-tables
	@for mode in seq rnd cold; do echo "$$mode:" && \
	  python3 "$(PEERS)/compare.py" .build/peer-tables $(RUNS) $$mode \
	    "path=$(BINARY)-bench peer path" "link=$(BINARY)-bench peer link" || exit; \
	done
	@[ -z "$(MATCHIT)" ] || \
	  python3 Tests/Peers/lines.py "$(BINARY)" "$(MATCHIT)" .build/peer-tables $(RUNS)

fuzz: deps
	@Fuzz/run $(SECONDS)

mutations:
	@.ci/deps $(SWIFT_NEEDED) build faults
	@Tests/Faults/engine --scratch-path .build/mutations $(ARGS) -- $(PLACE_FLAGS)

# Under sudo, existing programs are not rebuilt, so that no file in .build belongs to root.
install:
	@missing=; for file in $(PROGRAMS); do [ -x $$file ] || missing=yes; done; \
	  if [ -z "$$SUDO_USER" ] || [ -n "$$missing" ]; then $(MAKE) release; fi
	install -d $(BIN)/.debug $(SHARE)/signalbox $(dir $(MAN_PAGE))
	install -d $(dir $(BASH_COMPLETION)) $(dir $(ZSH_COMPLETION)) $(dir $(FISH_COMPLETION))
	install -m 755 $(PROGRAMS) $(BIN)
	$(foreach name,$(notdir $(PROGRAMS)),\
	  $(call move_symbols,$(BIN)/$(name),$(BIN)/.debug/$(name)) &&) true
	rm -rf $(SHARE)/signalbox/Routes
	cp -R Routes $(SHARE)/signalbox/Routes
	chmod -R u=rwX,go=rX $(SHARE)/signalbox/Routes
	install -m 644 LICENSE $(SHARE)/signalbox/LICENSE
	rm -rf $(DOC)
	install -d $(DOC)
	cp -R README.md CHANGELOG.md docs $(DOC)
	chmod -R u=rwX,go=rX $(DOC)
	$(BINARY) generate-man > $(MAN_PAGE)
	$(BINARY) completion bash > $(BASH_COMPLETION)
	$(BINARY) completion zsh > $(ZSH_COMPLETION)
	$(BINARY) completion fish > $(FISH_COMPLETION)
	for file in $(UNIT_FILES:Packaging/systemd/%=%); do \
	  install -d $$(dirname $(UNITS)/$$file) && \
	  sed 's|@BINDIR@|$(PREFIX)/bin|' Packaging/systemd/$$file > $(UNITS)/$$file && \
	  chmod 644 $(UNITS)/$$file || exit; \
	done
	chmod 644 $(MAN_PAGE) $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)

uninstall:
	rm -rf $(foreach name,$(notdir $(PROGRAMS)),$(BIN)/$(name) $(BIN)/.debug/$(name).*) $(MAN_PAGE)
	rmdir $(BIN)/.debug 2> /dev/null || true
	rm -f $(BASH_COMPLETION) $(ZSH_COMPLETION) $(FISH_COMPLETION)
	rm -f $(addprefix $(UNITS)/,$(UNIT_FILES:Packaging/systemd/%=%))
	rm -rf $(SHARE)/signalbox $(DOC)

dist: release
	@Packaging/dist $(BINARY)

clean:
	rm -rf .build
