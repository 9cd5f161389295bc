package export

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/importing"
)

func keysOf(columns []column) (keys []string) {
	for _, c := range columns {
		keys = append(keys, c.Key)
	}
	return keys
}

// A list of items has no columns of copies. By default a list has the columns that imports accept, and
// the fields of its items' types.
func TestColumnsOfLists(t *testing.T) {
	for list, copies := range map[string]bool{catalog.ListItems: false, catalog.ListCopies: true, catalog.ListCollection: true} {
		columns, err := Order{Listing: catalog.Listing{List: list}}.chosen(account())
		keys := keysOf(columns)
		if err != nil || slices.Contains(keys, "identifier") != copies || slices.Contains(keys, "insurer") != copies {
			t.Errorf("%s has %q: %v", list, keys, err)
		}
		for key, usual := range map[string]bool{"item_name": true, "field[text]:Coin/Metal": true, "field[number]:Medal/Size": false, "item_id": false, "total_value": false, "photos": false, "item_key": false, "photo_files": false} {
			if slices.Contains(keys, key) != usual {
				t.Errorf("%s has %s: %t, want %t", list, key, !usual, usual)
			}
		}
		if at := slices.Index(keys, "field[text]:Coin/Metal"); at < 0 || keys[at-1] != "wanted_currency" {
			t.Errorf("fields of %s are not behind the wish: %q", list, keys)
		}
	}
}

// Columns appear in the order asked for. Names may contain commas.
func TestColumnsThatAreAskedFor(t *testing.T) {
	for asked, want := range map[string]string{
		"item_name":                  "[item_name]",
		"photos, item_id,item_name":  "[photos item_id item_name]",
		"field[number]:Medal/Size":   "[field[number]:Medal/Size]",
		"field[number]:Coin/Metal#2": "[field[number]:Coin/Metal#2]",
		"field[select]:Coin/Grade, by eye,field[text]:Coin/Metal":   "[field[select]:Coin/Grade, by eye field[text]:Coin/Metal]",
		"field[number]:Medal/Size, framed,field[number]:Medal/Size": "[field[number]:Medal/Size, framed field[number]:Medal/Size]",
		"item_name,":                        "[item_name]",
		"item_nam":                          "There is no column item_nam.",
		"item_name,,type":                   "There is no column .",
		"item_name,colour,type":             "There is no column colour.",
		"item_key":                          "There is no column item_key.",
		"field[select]:Coin/Grade":          "There is no column field[select]:Coin/Grade.",
		"item_name, type, item_name":        "The column item_name is named twice.",
		"field[text]:Coin/Metal, item_name": "[field[text]:Coin/Metal item_name]",
	} {
		columns, err := Order{Listing: catalog.Listing{List: catalog.ListCopies}, Columns: asked}.chosen(account())
		got := fmt.Sprint(keysOf(columns))
		if invalid := new(fault.Invalid); errors.As(err, &invalid) && invalid.Fields[0].Name == "columns" {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %s, want %s", asked, got, want)
		}
	}
}

// Headers are keys, or translated labels; fields keep their name.
func TestHeaders(t *testing.T) {
	o := Order{Listing: catalog.Listing{List: catalog.ListItems}, Format: "csv", Columns: "item_name,field[text]:Coin/Metal", Locale: "de_DE"}
	for want, change := range map[string]func(*Order){
		"item_name,field[text]:Coin/Metal\n": func(*Order) {},
		"Objekt,Metal\n":                     func(o *Order) { o.Labels = true },
		"Item,Metal\n":                       func(o *Order) { o.Labels, o.Locale = true, "en" },
		"\ufeffitem_name,":                   func(o *Order) { o.Mark = true },
	} {
		o := o
		change(&o)
		if got := written(t, o, ducat()); !strings.HasPrefix(got, want) {
			t.Errorf("it begins %q, want %q", got, want)
		}
	}
}

// A list ordered from a job records the request, and may be larger.
func TestOrderOfAJob(t *testing.T) {
	today := time.Date(2026, 11, 16, 23, 0, 0, 0, time.UTC)
	for format, c := range map[string]struct {
		kind string
		most int64
	}{"csv": {"text/csv", 1 << 40}, "json": {"application/json", 1 << 40}, "xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 1_000_000}} {
		o := Order{Listing: catalog.Listing{List: catalog.ListCopies, Most: MostRows}, Format: format, Columns: "item_name"}.Large()
		in, err := o.Export(Asked{List: o.List, Query: "sort=name", Format: format}, today)
		if err != nil || in.Name != "vitrine-copies-2026-11-16."+format || in.MimeType != c.kind || o.Most != c.most {
			t.Errorf("%s: %+v with %d rows at most: %v", format, in, o.Most, err)
		}
		var back Order
		if err := json.Unmarshal(in.Work, &back); err != nil || fmt.Sprint(back) != fmt.Sprint(o) {
			t.Errorf("the job gets %+v, not %+v: %v", back, o, err)
		}
		if want := `{"list":"copies","query":"sort=name","format":"` + format + `"}`; string(in.Asked) != want {
			t.Errorf("asked for %s, want %s", in.Asked, want)
		}
		if err := o.Check(); err != nil {
			t.Error(err)
		}
	}
	if err := (Order{Format: "pdf"}).Check(); err == nil {
		t.Error("a list can be a PDF")
	}
}

// A report has a line for each issue and each change of a row, and no formula.
func TestReportLines(t *testing.T) {
	row := importing.ShownRow{Row: 5, Line: 6, Action: "update", Status: new("done"), Item: &importing.Subject{UUID: new("u-7")},
		Issues:  []importing.Issue{{Column: new("Price"), Code: "bad_money", Expected: "amount, as 12.50", Found: "=x"}, {Code: "missing", Expected: "a name"}},
		Changes: []importing.Change{{Field: "item_name", From: new("-Ducat"), To: new("+Florin")}, {Field: "note", From: new("Bright")}}}
	var got []string
	for _, line := range guarded(row.Lines()) {
		if len(line) != len(importing.ReportColumns) {
			t.Errorf("%d cells below %d columns: %q", len(line), len(importing.ReportColumns), line)
		}
		got = append(got, strings.Join(line, "|"))
	}
	want := []string{"5|6|update|done|u-7||Price|bad_money|amount, as 12.50|'=x|||", "5|6|update|done|u-7|||missing|a name||||", "5|6|update|done|u-7||||||item_name|'-Ducat|'+Florin", "5|6|update|done|u-7||||||note|Bright|"}
	if !slices.Equal(got, want) {
		t.Errorf("lines\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if lines := (importing.ShownRow{Row: 1, Action: "unchanged"}).Lines(); len(lines) != 0 {
		t.Errorf("a row without anything has %q", lines)
	}
}

// A spool can be read once it has ended, and refuses writes when its context is over.
func TestSpool(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	s, err := NewSpool(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	content := bytes.Repeat([]byte("vitrine "), 10_000)
	for part := range slices.Chunk(content, 999) {
		if _, err := s.Write(part); err != nil {
			t.Fatal(err)
		}
	}
	size, sum, err := s.End()
	if err != nil || size != int64(len(content)) || sum != sha256.Sum256(content) {
		t.Errorf("%d bytes of %d, or another hash: %v", size, len(content), err)
	}
	if got, err := io.ReadAll(io.NewSectionReader(s, 0, size)); err != nil || !bytes.Equal(got, content) {
		t.Errorf("%d other bytes are read: %v", len(got), err)
	}
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := s.Write(content); !errors.Is(err, stopped) {
		t.Errorf("after the end: %v", err)
	}
}
