package pack

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
	"vitrine/internal/tabular/own"
)

// written writes a pack and unpacks it.
func written(t *testing.T, p Pack) (Made, map[string][]byte) {
	t.Helper()
	var out bytes.Buffer
	made, err := p.Write(t.Context(), &out)
	if err != nil {
		t.Fatal(err)
	}
	read, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, f := range read.File {
		from, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(from)
		if err != nil || all[f.Name] != nil {
			t.Fatalf("%s: %v, or there twice", f.Name, err)
		}
		all[f.Name] = content
	}
	return made, all
}

// A pack has its entries, and the manifest their hashes. Missing photos and papers are counted.
func TestPackIsWhole(t *testing.T) {
	t.Parallel()
	made, all := written(t, packed(t, sampled(230), "en", "a4"))
	for _, name := range []string{"schedule.pdf", "schedule.csv", "manifest.json", "sheets/001.pdf", "sheets/003.pdf", "documents/00001-1.pdf"} {
		if len(all[name]) == 0 {
			t.Errorf("there is no %s", name)
		}
	}
	if _, more := all["sheets/004.pdf"]; more {
		t.Error("there are more sheets than copies")
	}
	var manifest struct {
		Copies  int
		Missing Missing
		Entries []Entry
	}
	if err := json.Unmarshal(all["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Entries) != len(all)-1 || len(made.Entries) != len(all) || manifest.Copies != 230 {
		t.Errorf("%d entries, %d in the manifest, %d were told, of %d copies", len(all), len(manifest.Entries), len(made.Entries), manifest.Copies)
	}
	for _, e := range made.Entries {
		sum := sha256.Sum256(all[e.Path])
		if hex.EncodeToString(sum[:]) != e.SHA256 || int64(len(all[e.Path])) != e.Size {
			t.Errorf("%s has another hash or size", e.Path)
		}
		if e.Path != "manifest.json" && !slices.Contains(manifest.Entries, e) {
			t.Errorf("%s is not in the manifest", e.Path)
		}
	}
	if manifest.Missing != made.Missing || made.Missing.Photos == 0 || made.Missing.Documents != 1 || made.Missing.Letters != 0 {
		t.Errorf("missing: %+v", made.Missing)
	}
	for name, content := range all {
		for _, secret := range []string{"Leica", "Invoice of", "Helvetia"} {
			if strings.Contains(name, secret) {
				t.Errorf("%s tells a name", name)
			}
		}
		if strings.HasSuffix(name, ".pdf") && !strings.HasPrefix(name, "documents/") && !bytes.HasPrefix(content, []byte("%PDF-")) {
			t.Errorf("%s is no PDF", name)
		}
	}
}

// Parts that were not asked for are left out.
func TestPackWithoutMore(t *testing.T) {
	t.Parallel()
	p := packed(t, sampled(5), "en", "letter")
	p.Sheets, p.Documents, p.Places = false, false, false
	_, all := written(t, p)
	if len(all) != 3 {
		t.Errorf("%d entries", len(all))
	}
	if bytes.Contains(all["schedule.csv"], []byte("cabinet")) || bytes.Contains(all["schedule.csv"], []byte("location")) {
		t.Error("the places are told")
	}
}

// table reads schedule.csv.
func table(t *testing.T, content []byte) (rows []map[string]string) {
	t.Helper()
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := map[string]string{}
		for i, key := range records[0] {
			row[key] = record[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// The totals of the schedule are the sums of its rows, by collection and currency.
func TestTotalsAreTheRows(t *testing.T) {
	t.Parallel()
	p := packed(t, sampled(61), "en", "a4")
	p.Sheets, p.Documents = false, false
	_, all := written(t, p)
	value, insured := map[string]*big.Rat{}, map[string]*big.Rat{}
	add := func(into map[string]*big.Rat, collection, code, amount string) {
		exact, ok := new(big.Rat).SetString(amount)
		if !ok {
			t.Fatalf("%q is no amount", amount)
		}
		key := collection + " " + code
		if into[key] == nil {
			into[key] = new(big.Rat)
		}
		into[key].Add(into[key], exact)
	}
	for _, row := range table(t, all["schedule.csv"]) {
		add(value, row["collection"], row["value_currency"], row["total_value"])
		codes := own.SplitList(row["insured_currency"])
		for i, amount := range own.SplitList(row["insured_value"]) {
			add(insured, row["collection"], codes[i], amount)
		}
	}
	m := &maker{Pack: p, t: i18n.For("en")}
	each, whole := m.totals()
	seen := 0
	for _, total := range each {
		codes, values, covers := m.currencies(total)
		for _, code := range codes {
			for _, c := range []struct {
				got  catalog.Sum
				want *big.Rat
			}{{values[code], value[total.name+" "+code]}, {covers[code], insured[total.name+" "+code]}} {
				if c.got.Amount == nil && c.want == nil {
					continue
				}
				exact, _ := new(big.Rat).SetString(own.Amount(c.got.Amount.Int64(), catalog.MinorUnits(code)))
				if c.want == nil || exact.Cmp(c.want) != 0 {
					t.Errorf("%s %s: %v, the rows have %v", total.name, code, exact, c.want)
				}
				seen++
			}
		}
	}
	if seen != len(value)+len(insured) || whole.copies != 61 || len(each) != 3 {
		t.Errorf("%d of %d sums, %d copies, %d collections", seen, len(value)+len(insured), whole.copies, len(each))
	}
}

// Without rates there are totals by currency, and no sum.
func TestNothingIsAddedWithoutRates(t *testing.T) {
	t.Parallel()
	p := packed(t, sampled(12), "en", "a4")
	p.Head.Rates = nil
	p.Sheets, p.Documents = false, false
	m := &maker{Pack: p, t: i18n.For("en")}
	_, all := m.totals()
	if money := m.money(all.value); money.Complete() || len(money.Parts) != 3 {
		t.Errorf("%+v", money)
	}
	_, entries := written(t, p)
	if text := textOf(t, entries["schedule.pdf"]); !strings.Contains(text, "Currencies are not added up") {
		t.Error("nobody is told why there is no sum")
	}
}

// A filter by policy or insurer hides other covers in the rows, but gaps count them.
func TestCoversOfAFilter(t *testing.T) {
	t.Parallel()
	p := packed(t, sampled(12), "en", "a4")
	p.Sheets, p.Documents = false, false
	p.Filter = catalog.PackFilter{Provider: "Helvetia", PolicyNumber: "P-2024-001"}
	_, all := written(t, p)
	if bytes.Contains(all["schedule.csv"], []byte("Allianz")) || !bytes.Contains(all["schedule.csv"], []byte("Helvetia")) {
		t.Errorf("%s", all["schedule.csv"])
	}
}

// Names that a spreadsheet would run are guarded, and others are as they are.
func TestTableIsGuarded(t *testing.T) {
	t.Parallel()
	copies := sampled(3)
	copies[0].Name, copies[1].Identifier = "=1+1", new("-5")
	p := packed(t, copies, "en", "a4")
	p.Sheets, p.Documents = false, false
	_, all := written(t, p)
	rows := table(t, all["schedule.csv"])
	if rows[0]["item_name"] != "'=1+1" || rows[1]["identifier"] != "'-5" || rows[2]["item_name"] != copies[2].Name {
		t.Errorf("%v", rows)
	}
}

// A pack stops when its context ends or reporting progress fails.
func TestPackStops(t *testing.T) {
	t.Parallel()
	p := packed(t, sampled(12), "en", "a4")
	enough := errors.New("enough")
	last := int64(0)
	p.Step = func(done, total int64) error {
		if last = done; total != 24 {
			t.Errorf("%d of %d", done, total)
		}
		if done == 15 {
			return enough
		}
		return nil
	}
	if _, err := p.Write(t.Context(), io.Discard); !errors.Is(err, enough) || last != 15 {
		t.Errorf("%v after %d", err, last)
	}
	ctx, cancel := context.WithCancel(t.Context())
	p.Step = func(done, _ int64) error {
		if done == 3 {
			cancel()
		}
		return nil
	}
	if _, err := p.Write(ctx, io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Codes are long and differ.
func TestCodes(t *testing.T) {
	t.Parallel()
	a, b := NewCode(), NewCode()
	if len(a) != 32 || a == b || strings.ToLower(a) != a {
		t.Errorf("%s, %s", a, b)
	}
	if got := Grouped("abcdefghij"); got != "abcd efgh ij" {
		t.Error(got)
	}
}

// Languages whose letters no font has are known before anything is drawn.
func TestWrites(t *testing.T) {
	t.Parallel()
	p := packed(t, nil, "en", "a4")
	for _, locale := range i18n.Locales {
		if want := locale != "zh_CN" && locale != "ja_JP"; Writes(p.Fonts, locale) != want {
			t.Errorf("%s: %t", locale, !want)
		}
	}
}
