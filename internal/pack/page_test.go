package pack

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"vitrine/internal/catalog"
	"vitrine/internal/i18n"
)

// shown runs a program on a PDF, and returns its output.
func shown(t *testing.T, pdf []byte, program string, args ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip(program + " is not installed")
	}
	file := filepath.Join(t.TempDir(), "pack.pdf")
	if err := os.WriteFile(file, pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), path, append(args, file, "-")...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

func textOf(t *testing.T, pdf []byte) string {
	t.Helper()
	return shown(t, pdf, "pdftotext", "-layout")
}

// box is a word on a page, in points from its top left.
type box struct {
	XMin float64 `xml:"xMin,attr"`
	YMin float64 `xml:"yMin,attr"`
	XMax float64 `xml:"xMax,attr"`
	YMax float64 `xml:"yMax,attr"`
	Text string  `xml:",chardata"`
}

type printedPage struct {
	Width  float64 `xml:"width,attr"`
	Height float64 `xml:"height,attr"`
	Words  []box   `xml:"word"`
}

func pagesOf(t *testing.T, pdf []byte) []printedPage {
	t.Helper()
	var found struct {
		Pages []printedPage `xml:"body>doc>page"`
	}
	if err := xml.Unmarshal([]byte(shown(t, pdf, "pdftotext", "-bbox")), &found); err != nil {
		t.Fatal(err)
	}
	return found.Pages
}

// hard are copies with names, places, insurers and amounts that are hard to lay out.
func hard() []catalog.PackCopy {
	all := sampled(20)
	for i, name := range longest {
		all[i].Name, all[i].Identifier, all[i].Condition, all[i].ValueBy = name, &name, &name, &name
		all[i].Place = []string{name, name}
		for p := range all[i].Policies {
			all[i].Policies[p].Provider, all[i].Policies[p].PolicyNumber = name, &name
		}
		all[i].Description = new(strings.Repeat(name+"\n", 20))
		for d := range all[i].Documents {
			all[i].Documents[d].Name, all[i].Documents[d].ReferenceNumber = name, &name
		}
	}
	all[0].Value, all[0].Quantity = new(int64(9_000_000_000_000_000_00)), 10
	all[19].Collection, all[19].CollectionID = longest[2], 99
	return all
}

// In every language and on every paper, nothing is written outside the margins, pages are
// numbered, and each page of the schedule has its header.
func TestPagesAreInOrder(t *testing.T) {
	t.Parallel()
	for _, locale := range i18n.Locales[:5] {
		for _, paper := range Papers {
			t.Run(locale+" "+paper, func(t *testing.T) {
				t.Parallel()
				p := packed(t, hard(), locale, paper)
				p.Head.Account = longest[2]
				p.Head.Collections = longest
				p.Filter = catalog.PackFilter{MinimumValue: new(int64(1))}
				made, all := written(t, p)
				if made.Missing.Letters < 1000 {
					t.Errorf("%d letters are missing", made.Missing.Letters)
				}
				texts := i18n.For(locale)
				for name, pdf := range all {
					if !strings.HasSuffix(name, ".pdf") || strings.HasPrefix(name, "documents/") {
						continue
					}
					pages := pagesOf(t, pdf)
					for n, page := range pages {
						if want := sizes[paper]; page.Width-want[0]*72/25.4 > 1 || page.Height-want[1]*72/25.4 > 1 {
							t.Errorf("%s: a page of %.0f by %.0f", name, page.Width, page.Height)
						}
						within(t, fmt.Sprintf("%s, page %d", name, n+1), page)
						whole := words(page)
						if number := texts.T("pack.page", "n", texts.Number(int64(n+1)), "of", texts.Number(int64(len(pages)))); !strings.Contains(whole, number) {
							t.Errorf("%s, page %d: no %q", name, n+1, number)
						}
					}
				}
				headers(t, texts, pagesOf(t, all["schedule.pdf"]))
			})
		}
	}
}

// within requires all words of a page within its margins.
func within(t *testing.T, where string, page printedPage) {
	t.Helper()
	const edge, slack = margin * 72 / 25.4, 1.5
	for _, w := range page.Words {
		if w.XMin < edge-slack || w.XMax > page.Width-edge+slack || w.YMin < 8*72/25.4 || w.YMax > page.Height-8*72/25.4 {
			t.Errorf("%s: %.30q is at %.0f to %.0f, %.0f to %.0f of %.0f by %.0f", where, w.Text, w.XMin, w.XMax, w.YMin, w.YMax, page.Width, page.Height)
			return
		}
	}
}

func words(page printedPage) string {
	var all []string
	for _, w := range page.Words {
		all = append(all, strings.TrimSpace(w.Text))
	}
	return strings.Join(all, " ")
}

// headers requires the table header on each page with rows, which are recognised by their amounts.
func headers(t *testing.T, texts *i18n.Texts, pages []printedPage) {
	t.Helper()
	rows := 0
	for n, page := range pages[1:] {
		whole := words(page)
		if !strings.Contains(whole, "EUR") && !strings.Contains(whole, "USD") {
			continue
		}
		rows++
		if !strings.Contains(whole, texts.T("value.title")) {
			t.Errorf("page %d has no header", n+2)
		}
	}
	if rows < 3 {
		t.Errorf("%d pages have rows", rows)
	}
}

// No row is split between pages: its number is on the page of its insurer.
func TestRowsStayWhole(t *testing.T) {
	t.Parallel()
	copies := sampled(90)
	for i := range copies {
		copies[i].Name = fmt.Sprintf("first%d %s last%d", i, strings.Repeat("word ", i%40), i)
		copies[i].Place = []string{fmt.Sprintf("place%d", i)}
		copies[i].ValueBy = new(fmt.Sprintf("valuer%d", i))
	}
	p := packed(t, copies, "en", "a4")
	p.Sheets, p.Documents, p.Head.UninsuredAbove, p.Head.AttentionDays = false, false, nil, -1000
	_, all := written(t, p)
	pages := pagesOf(t, all["schedule.pdf"])
	on := map[string]int{}
	for n, page := range pages {
		for _, w := range page.Words {
			if _, known := on[w.Text]; !known {
				on[w.Text] = n
			}
		}
	}
	for i := range copies {
		first, known := on[fmt.Sprintf("first%d", i)]
		for _, other := range []string{"place", "valuer"} {
			if at, ok := on[fmt.Sprintf("%s%d", other, i)]; !known || !ok || at != first {
				t.Errorf("the row %d begins on page %d, its %s is on %d", i+1, first, other, at)
			}
		}
	}
	if len(pages) < 8 {
		t.Errorf("%d pages", len(pages))
	}
}

// Amounts are aligned at the decimal point, whatever the currency.
func TestFiguresAreAligned(t *testing.T) {
	t.Parallel()
	copies := sampled(12)
	for i := range copies {
		copies[i].Policies, copies[i].Quantity = nil, 1
	}
	p := packed(t, copies, "en", "a4")
	p.Sheets, p.Documents = false, false
	_, all := written(t, p)
	ends := map[string]float64{}
	for _, page := range pagesOf(t, all["schedule.pdf"])[1:3] {
		for i, w := range page.Words {
			if i == 0 || w.Text != "EUR" && w.Text != "USD" {
				continue
			}
			amount := page.Words[i-1]
			if known, ok := ends[w.Text]; ok && (amount.XMax-known > 0.3 || known-amount.XMax > 0.3) {
				t.Errorf("%s ends at %.2f, others at %.2f", amount.Text, amount.XMax, known)
			}
			ends[w.Text] = amount.XMax
		}
	}
	if d := ends["EUR"] - ends["USD"]; len(ends) != 2 || d > 0.3 || d < -0.3 {
		t.Errorf("%v", ends)
	}
}

// Ten thousand copies with photos take bounded memory: the document holds reduced photos and little
// else of a copy. The growth per copy is measured with fewer.
func TestMemoryOfManyCopies(t *testing.T) {
	const few, n = 100, 500
	copies := sampled(n)
	for i := range copies {
		copies[i].Photos = []catalog.PackPhoto{{Content: catalog.Content{Object: fmt.Sprint(i)}}}
	}
	p := packed(t, copies, "en", "a4")
	p.Sheets, p.Documents = false, false
	p.Photo = func(_ context.Context, photo catalog.PackPhoto, _ string) ([]byte, error) {
		seed, err := strconv.Atoi(photo.Object)
		return drawn(t, seed, 320, 240), err
	}
	live := func() uint64 {
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		return now.HeapAlloc
	}
	var early, late uint64
	p.Step = func(done, _ int64) error {
		switch done {
		case few:
			early = live()
		case n:
			late = live()
		}
		return nil
	}
	if _, err := p.Write(t.Context(), io.Discard); err != nil {
		t.Fatal(err)
	}
	if each := (int64(late) - int64(early)) / (n - few); each > 14<<10 {
		t.Errorf("a copy takes %d bytes", each)
	} else {
		t.Logf("a copy takes %d bytes", each)
	}
}
