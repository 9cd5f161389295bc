package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
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
	"vitrine/internal/tabular"
	"vitrine/internal/tabular/guess"
)

type pageOfRows = catalog.Page[importing.ShownRow]

// inspected is a route that reads with what the server has besides the database.
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

// previewed shows how a file would be read, and keeps nothing.
func previewed(pattern string) route {
	return inspected(pattern, func(s *Server, r *request, reader postgres.Reader) (answer, error) {
		imp, err := reader.Import(r.Context(), r.nth(0))
		if err != nil {
			return answer{}, err
		}
		options, err := r.readingOptions(imp)
		if err != nil {
			return answer{}, err
		}
		content, err := reader.ImportContent(r.Context(), imp.ID)
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

const (
	previewRows = 50
)

func look(r *request, imp importing.Import, file io.ReaderAt, size int64, options tabular.Options) (answer, error) {
	table, err := tabular.Open(file, size, options)
	if err != nil {
		return answer{}, unreadable(err)
	}
	defer table.Close()
	survey := guess.NewSurvey(table.Columns)
	rows := [][]string{}
	for {
		row, err := table.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return answer{}, unreadable(err)
		}
		survey.Add(row)
		if len(rows) < previewRows {
			rows = append(rows, importing.Staged(table, row).Cells)
		}
	}
	headers, _ := importing.Guessed(table, survey, guess.Columns(table, survey, guess.Known{Locale: imp.Locale}))
	d, c := table.Detected, table.Choices
	shown := resource{kind: "import_preview", id: imp.ID, self: "/api/imports/" + strconv.FormatInt(imp.ID, 10) + "/preview", attributes: attributes{
		{"columns", headers},
		{"rows", rows},
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

// unreadable tells why a file cannot be read as it was asked to be.
func unreadable(err error) error {
	var failed *tabular.Failed
	if errors.As(err, &failed) {
		return fault.On("file", "%s", failed.Message)
	}
	return err
}

// readingOptions are how a preview asks the file to be read.
func (r *request) readingOptions(imp importing.Import) (tabular.Options, error) {
	f := filter{query: r.query()}
	asked := imp.Asked.Options
	o := tabular.Options{Name: imp.Name, Locale: imp.Locale, Format: imp.Asked.Format, Profile: imp.Asked.Profile, Encoding: f.oneOf("encoding", tabular.Encodings), Sheet: f.text("sheet")}
	if o.Encoding == "" {
		o.Encoding = asked.Encoding
	}
	if o.Delimiter = f.query.Get("delimiter"); strings.Trim(o.Delimiter, " ") == "" {
		o.Delimiter = asked.Delimiter
	} else {
		f.wrong.OneOf("delimiter", o.Delimiter, tabular.Delimiters)
	}
	if o.Sheet == "" {
		o.Sheet = asked.Sheet
	}
	row := asked.HeaderRow
	if text := f.text("header_row"); text != "" {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < 0 || n > tabular.MaxHeaderRow {
			f.wrong.Add("header_row", "The header row must be between 0 and %d.", tabular.MaxHeaderRow)
		}
		row = &n
	}
	if row != nil {
		o.HeaderRow = new(int(*row))
	}
	return o, f.wrong.Err()
}

// reportColumns are those of the report.
var reportColumns = []string{"row", "line", "action", "status", "item_uuid", "copy_uuid", "column", "code", "expected", "found", "field", "from", "to"}

const reportPage = 1000

// reported writes all issues and changes as CSV, a line each.
func reported(pattern string) route {
	return inspected(pattern, func(_ *Server, r *request, reader postgres.Reader) (answer, error) {
		imp, err := reader.Import(r.Context(), r.nth(0))
		if err != nil {
			return answer{}, err
		}
		var out bytes.Buffer
		w := csv.NewWriter(&out)
		_ = w.Write(reportColumns) // to memory
		for after := int64(0); ; {
			rows, err := reader.ReportRows(r.Context(), imp.ID, after, reportPage)
			if err != nil {
				return answer{}, err
			}
			for _, row := range rows {
				_ = w.WriteAll(reportLines(row))
				after = row.Row
			}
			if len(rows) < reportPage {
				break
			}
		}
		w.Flush()
		sum := sha256.Sum256(out.Bytes())
		a := &content{ReadSeeker: bytes.NewReader(out.Bytes()), kind: "text/csv; charset=utf-8", etag: etagOf(catalog.Content{SHA256: sum[:]}, ""),
			disposition: attachment.Disposition("import-"+strconv.FormatInt(imp.ID, 10)+".csv", false)}
		return answer{content: a}, nil
	})
}

func reportLines(row importing.ShownRow) (lines [][]string) {
	text := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	uuid := func(s *importing.Subject) string {
		if s == nil {
			return ""
		}
		return text(s.UUID)
	}
	begin := []string{strconv.FormatInt(row.Row, 10), strconv.FormatInt(row.Line, 10), row.Action, text(row.Status), uuid(row.Item), uuid(row.Copy)}
	line := func(more ...string) { lines = append(lines, append(append([]string{}, begin...), more...)) }
	for _, i := range row.Issues {
		line(text(i.Column), i.Code, i.Expected, i.Found, "", "", "")
	}
	for _, c := range row.Changes {
		line("", "", "", "", c.Field, text(c.From), text(c.To))
	}
	return lines
}
