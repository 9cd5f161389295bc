package api

import (
	"cmp"
	"context"
	stdjson "encoding/json"
	"net/http"
	"strconv"

	"vitrine/internal/catalog"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	profiles "vitrine/internal/tabular/profile"
)

var imports = []route{
	read(editor, "GET /api/imports", listImports, many(importOf)),
	read(editor, "GET /api/imports/{import}", awaited, one(importOf)),
	attach("POST /api/imports", "", newImport, created(importOf)),
	attach("PUT /api/imports/{import}/file", "", importPart, one(importOf)),
	write(editor, "PUT /api/imports/{import}/mapping", "", mapImport, one(importOf)),
	previewed("GET /api/imports/{import}/preview"),
	read(editor, "GET /api/imports/{import}/rows", listImportRows, pageOf(importRow)),
	reported("GET /api/imports/{import}/report"),
	write(editor, "POST /api/imports/{import}/apply", "", applyImport, outcome(importOf)),
	write(editor, "POST /api/imports/{import}/cancel", "", onImport(exchange.CancelImport), outcome(importOf)),
	write(editor, "POST /api/imports/{import}/revert", "", onImport(exchange.RevertImport), outcome(importOf)),
	read(editor, "GET /api/import-profiles", importProfiles, every(importProfile)),
}

func importOf(i importing.Import) resource {
	return resource{kind: "import", id: i.ID, self: "/api/imports/" + strconv.FormatInt(i.ID, 10), attributes: attributes{
		{"name", i.Name},
		{"format", i.Format},
		{"profile", i.Profile},
		{"source", i.Source},
		{"sha256", i.SHA256},
		{"size", i.Size},
		{"state", i.State},
		{"collection_id", ref{i.CollectionID}},
		{"error", jsonOrNull(i.Error)},
		{"options", jsonOrNull(i.Options)},
		{"columns", jsonOrNull(i.Columns)},
		{"mapping", i.Mapping},
		{"plan", jsonOrNull(i.Plan)},
		{"report", jsonOrNull(i.Report)},
		{"progress", jsonOrNull(i.Progress)},
		{"expires_at", i.ExpiresAt},
		{"revertible_until", i.RevertibleUntil},
		{"created_at", i.CreatedAt},
		{"updated_at", i.UpdatedAt},
	}}
}

// jsonOrNull is JSON of the database, which may be absent.
func jsonOrNull(raw stdjson.RawMessage) any {
	if len(raw) == 0 {
		return nil
	}
	return raw
}

// awaited reads an import. If the request prefers to wait, it reads again until the import changes or
// is done.
func awaited(ctx context.Context, r postgres.Reader, req *request) (importing.Import, error) {
	return await(ctx, req, func() (importing.Import, error) { return exchange.Import(ctx, r, req.nth(0)) }, func(first, now importing.Import) bool {
		return now.IsWorking() && now.State == first.State && string(now.Progress) == string(first.Progress)
	})
}

// onImport is an action without a body.
func onImport(do func(context.Context, postgres.Writer, int64) (importing.Import, error)) changing[postgres.Writer, importing.Import] {
	return func(req *request) (func(context.Context, postgres.Writer) (importing.Import, error), error) {
		return func(ctx context.Context, w postgres.Writer) (importing.Import, error) { return do(ctx, w, req.nth(0)) }, nil
	}
}

// applyInput is the required number of a plan.
type applyInput struct {
	plan       *int64
	skipErrors *bool
}

func (applyInput) Validate() error { return nil }

func applyImport(req *request) (func(context.Context, postgres.Writer) (importing.Import, error), error) {
	in, err := readInput[applyInput](req, func(b *body) applyInput { return applyInput{b.integer("plan"), b.boolean("skip_errors")} })
	return func(ctx context.Context, w postgres.Writer) (importing.Import, error) {
		var plan importing.Apply
		if in.plan != nil {
			plan.Plan = *in.plan
		}
		plan.SkipErrors = in.skipErrors != nil && *in.skipErrors
		return exchange.ApplyImport(ctx, w, req.nth(0), plan)
	}, err
}

// listImports lists those of files, unless others are asked for.
func listImports(ctx context.Context, r postgres.Reader, req *request) (catalog.Page[importing.Import], error) {
	f := filter{query: req.query()}
	kind := cmp.Or(f.oneOf("kind", importing.ImportKinds), importing.OfFiles)
	if err := f.wrong.Err(); err != nil {
		return catalog.Page[importing.Import]{}, err
	}
	return exchange.Imports(ctx, r, kind, req.page())
}

func importProfiles(context.Context, postgres.Reader, *request) ([]*profiles.Profile, error) {
	var all []*profiles.Profile
	seen := map[string]bool{}
	for _, p := range profiles.All {
		if !seen[p.Name] {
			seen[p.Name] = true
			all = append(all, p)
		}
	}
	return all, nil
}

func importProfile(p *profiles.Profile) resource {
	formats := []string{}
	for _, other := range profiles.ByName(p.Name) {
		formats = append(formats, other.Formats...)
	}
	return resource{kind: "import_profile", name: p.Name, self: "/api/import-profiles", attributes: attributes{
		{"name", p.Name},
		{"title", p.Title},
		{"formats", formats},
	}}
}

// busyAnswer names the import that is still working.
func busyAnswer(b importing.Busy) answer {
	out := appendMember([]byte{'{'}, "message", "Another import of the account is under way.")
	out = appendMember(append(out, ','), "import", strconv.FormatInt(b.ID, 10))
	return answer{status: http.StatusConflict, body: append(out, '}')}
}
