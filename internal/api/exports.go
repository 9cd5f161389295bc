package api

import (
	"cmp"
	"context"
	stdjson "encoding/json"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/catalog"
	"vitrine/internal/export"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/pack"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
)

// exportOf shows an export. The request is in options; query and format, which every list has, are
// beside it.
func exportOf(e catalog.ExportFile) resource {
	var asked struct{ Query, Format *string }
	_ = stdjson.Unmarshal(e.Asked, &asked) // it was written by the service
	var verified *string
	if at := pack.VerifiedAt(e); at != "" {
		verified = &at
	}
	self := "/api/exports/" + strconv.FormatInt(e.ID, 10)
	return resource{kind: "export", id: e.ID, self: self, attributes: attributes{
		{"kind", e.Kind},
		{"name", e.Name},
		{"state", e.State},
		{"query", asked.Query},
		{"format", asked.Format},
		{"options", jsonOrNull(e.Asked)},
		{"size", e.Size},
		{"sha256", e.SHA256},
		{"rows", e.Rows},
		{"progress", jsonOrNull(e.Progress)},
		{"error", jsonOrNull(e.Error)},
		{"verification_url", verified},
		{"user_name", e.UserName},
		{"expires_at", e.ExpiresAt},
		{"created_at", e.CreatedAt},
		{"updated_at", e.UpdatedAt},
	}, links: []link{{"file", self + "/file"}}}
}

// awaitedExport reads an export, and waits for a change if the request prefers to.
func awaitedExport(ctx context.Context, r postgres.Reader, req *request) (catalog.ExportFile, error) {
	return await(ctx, req, func() (catalog.ExportFile, error) { return exchange.Export(ctx, r, req.nth(0)) }, func(first, now catalog.ExportFile) bool {
		return now.IsWorking() && now.State == first.State && string(now.Progress) == string(first.Progress)
	})
}

// exportInputs read the orders of each kind of export, and check whether it can be made. They run
// before the transaction of the change, because checking a whole list takes a while.
var exportInputs = map[string]func(*Server, *request, *body, postgres.Reader) (catalog.NewExport, error){
	catalog.ExportList:    (*Server).listToExport,
	catalog.ExportArchive: (*Server).archiveToExport,
	catalog.ExportPack:    (*Server).packToExport,
}

// archiveToExport reads the order of an archive, which only owners may give.
func (*Server) archiveToExport(r *request, b *body, _ postgres.Reader) (in catalog.NewExport, err error) {
	if !identity.Oversee.Allows(r.Actor) {
		return in, fault.ErrNotFound
	}
	without := b.boolean("without_files")
	b.refuseUnknown()
	if err := b.wrong.Err(); err != nil {
		return in, err
	}
	return export.Archive(without != nil && *without, r.today()), nil
}

// orderExport is the route that orders an export.
func orderExport(pattern string) route {
	rt := newRoute(pattern, self, identity.Own, catalog.ExportCreated)
	rt.prepare = func(s *Server, r *request) (*attached, error) {
		a := &attached{close: func() {}}
		in, err := s.exportInput(r, a)
		a.do = in
		return a, err
	}
	rt.handle = func(_ *Server, r *request) (answer, error) {
		if r.attached.failed != nil {
			return answer{}, r.attached.failed
		}
		var made catalog.ExportFile
		err := postgres.Change(r.Context(), r.Scope, rt.action, func(o postgres.Own) (err error) {
			made, err = exchange.CreateExport(r.Context(), o, r.attached.do.(catalog.NewExport), r.quota)
			return err
		})
		if err != nil {
			return answer{}, err
		}
		return created(exportOf)(r, made), nil
	}
	return rt
}

func (s *Server) exportInput(r *request, a *attached) (in catalog.NewExport, err error) {
	b, err := r.readBody()
	if err != nil {
		return in, err
	}
	a.digest = digest(b.members, nil)
	if err := s.attachments.Required(); err != nil {
		return in, err
	}
	kind := b.text("kind")
	read, known := exportInputs[kind]
	if !known {
		b.wrong.Addf("kind", cmp.Or(map[bool]string{true: "The %s field is required."}[kind == ""], "The selected %s is invalid."))
		return in, b.wrong.Err()
	}
	if kind != catalog.ExportPack { // members of a pack must be valid for other kinds, too
		o := packMembers(b)
		if err := b.merge(o.Rules()); err != nil {
			return in, err
		}
	}
	if kind != catalog.ExportArchive {
		b.boolean("without_files")
	}
	reader, err := r.View(identity.View)
	if err != nil {
		return in, err
	}
	return read(s, r, b, reader)
}

// removeExport is the route that deletes an export, and its file.
func removeExport(pattern string) route {
	rt := newRoute(pattern, self, identity.Own, catalog.ExportDeleted)
	rt.handle = func(s *Server, r *request) (answer, error) {
		object := ""
		err := postgres.Change(r.Context(), r.Scope, rt.action, func(o postgres.Own) (err error) {
			object, err = exchange.DeleteExport(r.Context(), o, r.nth(0))
			return err
		})
		if err != nil {
			return answer{}, err
		}
		r.AfterCommit(func() { s.attachments.Settle(r.Context(), catalog.Stored{Object: object}, "", nil) })
		return gone, nil
	}
	return rt
}

// exportedFile answers with the file of an export. The log notes downloads of its beginning.
func exportedFile(s *Server, r *request, reader postgres.Reader) (answer, error) {
	c, err := exchange.ExportContent(r.Context(), reader, r.nth(0))
	if err != nil {
		return answer{}, err
	}
	a, err := s.original(r, c, exportKind(c), c.Filename, false)
	if err != nil || a.content.known || r.Method == http.MethodHead || firstByte(r.Header.Get("Range")) > 0 {
		return a, err
	}
	return a, postgres.Change(r.Context(), r.Scope, catalog.ExportDownloaded, func(f postgres.Fetcher) error { return exchange.ExportTaken(r.Context(), f, r.nth(0)) })
}

// underWayAnswer names the export that is still being made.
func underWayAnswer(e catalog.ExportUnderWay) answer {
	out := appendMember([]byte{'{'}, "message", "Another archive or pack of yours is being made.")
	out = appendMember(append(out, ','), "export", strconv.FormatInt(e.ID, 10))
	return answer{status: http.StatusConflict, body: append(out, '}')}
}

// exportKind is the content type of an export.
func exportKind(c catalog.Content) string {
	if strings.HasPrefix(c.MimeType, "text/") {
		return c.MimeType + "; charset=utf-8"
	}
	return c.MimeType
}
