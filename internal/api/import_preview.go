package api

import (
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/importing"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/exchange"
	"vitrine/internal/tabular"
)

type pageOfRows = catalog.Page[importing.ShownRow]

// inspected is a route that reads with the server as well as the database.
func inspected(pattern string, do func(*Server, *request, postgres.Reader) (answer, error)) route {
	rt := newRoute(pattern, editor, identity.Inspect, "")
	rt.handle = func(s *Server, r *request) (answer, error) {
		reader, err := r.View(identity.Inspect)
		if err != nil {
			return answer{}, err
		}
		return do(s, r, reader)
	}
	return rt
}

// previewed shows how a file would be read, without storing anything.
func previewed(pattern string) route {
	return inspected(pattern, func(s *Server, r *request, reader postgres.Reader) (answer, error) {
		imp, err := exchange.Import(r.Context(), reader, r.nth(0))
		if err != nil {
			return answer{}, err
		}
		options, err := r.readingOptions(imp)
		if err != nil {
			return answer{}, err
		}
		content, err := exchange.ImportContent(r.Context(), reader, imp.ID)
		if err != nil {
			return answer{}, replaced(err, fault.ErrNotFound, fault.On("import", "The import is %s, so there is no file to look at.", imp.State))
		}
		file, err := s.attachments.Fetch(r.Context(), content)
		if err != nil {
			return answer{}, err
		}
		defer file.Close()
		return look(r, imp, file, file.Size, options)
	})
}

func look(r *request, imp importing.Import, file io.ReaderAt, size int64, options tabular.Options) (answer, error) {
	p, err := importing.Look(file, size, options)
	if err != nil {
		return answer{}, unreadable(err)
	}
	d, c := p.Detected, p.Choices
	shown := resource{kind: "import_preview", id: imp.ID, self: "/api/imports/" + strconv.FormatInt(imp.ID, 10) + "/preview", attributes: attributes{
		{"columns", p.Columns},
		{"rows", p.Rows},
		{"detected", nested{{"format", d.Format}, {"profile", d.Profile}, {"encoding", d.Encoding}, {"delimiter", d.Delimiter}, {"header_row", d.HeaderRow}, {"sheet", d.Sheet}}},
		{"choices", nested{{"encodings", orEmpty(c.Encodings)}, {"delimiters", orEmpty(c.Delimiters)}, {"sheets", orEmpty(c.Sheets)}, {"profiles", orEmpty(c.Profiles)}, {"header_rows", c.HeaderRows}}},
	}}
	out := appendResource([]byte(`{"data":`), r, shown)
	return answer{status: http.StatusOK, body: append(out, '}'), single: true}, nil
}

func orEmpty(all []string) []string {
	if all == nil {
		return []string{}
	}
	return all
}

// unreadable explains why a file cannot be read with the options given.
func unreadable(err error) error {
	var failed *tabular.Failed
	if errors.As(err, &failed) {
		return fault.On("file", "%s", failed.Message)
	}
	return err
}

// readingOptions are the options of a preview.
func (r *request) readingOptions(imp importing.Import) (tabular.Options, error) {
	f := filter{query: r.query()}
	o := imp.ReadAs()
	for name, to := range map[string]*string{"encoding": &o.Encoding, "sheet": &o.Sheet, "delimiter": &o.Delimiter} {
		text := f.text(name)
		if name == "delimiter" { // may be a blank
			text = f.query.Get(name)
		}
		if strings.Trim(text, " ") != "" {
			*to = text
		}
	}
	f.wrong.OneOf("encoding", o.Encoding, tabular.Encodings)
	f.wrong.OneOf("delimiter", o.Delimiter, tabular.Delimiters)
	if text := f.text("header_row"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > tabular.MaxHeaderRow {
			f.wrong.Add("header_row", "The header row must be between 0 and %d.", tabular.MaxHeaderRow)
		}
		o.HeaderRow = &n
	}
	return o, f.wrong.Err()
}

// reported writes all issues and changes as CSV, one per line.
func reported(pattern string) route {
	return inspected(pattern, func(s *Server, r *request, reader postgres.Reader) (answer, error) {
		imp, err := exchange.Import(r.Context(), reader, r.nth(0))
		if err != nil {
			return answer{}, err
		}
		report, err := s.lists.Report(r.Context(), reader, imp.ID)
		if err != nil {
			return answer{}, err
		}
		a := &content{ReadSeeker: report, kind: "text/csv; charset=utf-8", etag: etagOf(catalog.Content{SHA256: report.SHA256[:]}, ""),
			disposition: attachment.Disposition("import-"+strconv.FormatInt(imp.ID, 10)+".csv", false)}
		return answer{content: a}, nil
	})
}
