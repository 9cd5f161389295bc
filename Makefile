# make alone says what there is to do. Every check is defined once, in .ci/run.

.DEFAULT_GOAL := help
SHELL         := bash
FUZZTIME      ?= 5s
FUZZ           = $(shell grep -rlE '^func Fuzz' --include='*_test.go' . 2>/dev/null)

help: ## Say what there is to do
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## Build bin/vitrine and bin/vitrine-demo: static, stripped, reproducible
	scripts/build

DEV_DATA ?= /var/tmp/vitrine-dev-$(shell id -u)

dev: ## Serve with a private PostgreSQL, or with DATABASE_URL if that is set
	@echo "Compiling bin/vitrine, package by package; the first time takes a few minutes."
	@GOFLAGS="$$GOFLAGS -v" scripts/build
	@if [ -n "$$DATABASE_URL$$DATABASE_URL_FILE" ]; then echo "Serving the database of DATABASE_URL." && VITRINE_LOG_FORMAT=$${VITRINE_LOG_FORMAT:-text} exec bin/vitrine serve; \
	else exec bin/vitrine local --data "$(DEV_DATA)"; fi

test: ## Run all tests but the nightly ones, on a private PostgreSQL and Redis
	url=$$(scripts/redis start test) && VITRINE_TEST_REDIS_URL=$$url go test ./...

race: ## Run the tests with the race detector
	.ci/run nightly races processes

lint: ## Check format, go vet, staticcheck and the shell scripts
	.ci/run format vet staticcheck shell

fmt: ## Format all Go files
	gofmt -w cmd docs internal test

generate: ## Make the generated files anew
	go generate ./...
	go run ./test/apidiff

verify: ## Check that the generated files are the committed ones
	.ci/run generated

fuzz: ## Run each fuzz target for FUZZTIME (5s)
	@for file in $(FUZZ); do for target in $$(grep -oE '^func Fuzz\w+' "$$file" | cut -c6-); do \
	  go test -run='^$$' -fuzz="^$$target\$$" -fuzztime=$(FUZZTIME) -fuzzminimizetime=10x "$$(dirname "$$file")" || exit; done; done

bench: build ## Measure what a request costs against the bare engine (needs wrk and pgbench)
	go run ./test/bench $(BENCHFLAGS)

site: ## Build the docs as static pages, bin/site (needs mkdocs and mkdocs-material)
	scripts/site

screenshots: build ## Take pictures of the pages, for docs and to look at (needs chromium)
	go run ./test/screenshots

vuln: ## Look for known vulnerabilities (needs vuln.go.dev)
	go run golang.org/x/vuln/cmd/govulncheck@latest ./...

ci: ## Run everything that guards a change
	.ci/run

nightly: ## Run what takes long, and write docs/nightly.md
	.ci/run nightly

clean: ## Remove what was built, and the private test servers (not the one of dev)
	rm -rf bin
	scripts/postgres destroy test
	scripts/redis destroy test

.PHONY: bench screenshots site help build dev test race lint fmt generate verify fuzz vuln ci nightly clean
