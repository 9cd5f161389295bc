package label

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"vitrine/internal/testkind"
	"vitrine/internal/typeset"
)

// Every sheet fits its paper.
func TestFormatsFitThePaper(t *testing.T) {
	t.Parallel()
	for _, f := range Formats {
		x, y := f.corner(0)
		right, bottom := f.corner(f.Places() - 1)
		if x < 3 || y < 8 || math.Abs(right+f.Width+x-f.page[0]) > 0.01 || math.Abs(bottom+f.Height+y-f.page[1]) > 0.01 {
			t.Errorf("%s: begins at %.2f, %.2f", f.ID, x, y)
		}
		if named, ok := Named(f.ID); !ok || named != f {
			t.Errorf("%s is not found", f.ID)
		}
	}
	if _, ok := Named("a3"); ok {
		t.Error("any format is found")
	}
	if f := Formats[0]; f.Sheets(21, 1) != 1 || f.Sheets(21, 2) != 2 || f.Sheets(0, 1) != 0 {
		t.Error("sheets are counted wrong")
	}
}

// rendered is a part of the first page of a PDF as a picture.
func rendered(t *testing.T, pdf []byte, resolution float64, part image.Rectangle) *image.Gray {
	t.Helper()
	program, err := exec.LookPath("pdftoppm")
	if err != nil {
		t.Skip("pdftoppm is not installed")
	}
	file := filepath.Join(t.TempDir(), "labels")
	if err := os.WriteFile(file+".pdf", pdf, 0o600); err != nil {
		t.Fatal(err)
	}
	draws := exec.CommandContext(t.Context(), program, "-gray", "-png", "-singlefile", "-r", fmt.Sprint(resolution),
		"-x", fmt.Sprint(part.Min.X), "-y", fmt.Sprint(part.Min.Y), "-W", fmt.Sprint(part.Dx()), "-H", fmt.Sprint(part.Dy()), file+".pdf", file)
	if out, err := draws.CombinedOutput(); err != nil || len(out) > 0 {
		t.Fatalf("%v: %s", err, out)
	}
	content, err := os.ReadFile(file + ".png")
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	grey := image.NewGray(drawn.Bounds())
	draw.Draw(grey, grey.Bounds(), drawn, image.Point{}, draw.Src)
	return grey
}

// darkIn is the box around what is dark in a part of a picture, and the length of the
// first dark run of its first row.
func darkIn(p *image.Gray, part image.Rectangle) (box image.Rectangle, first int) {
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if p.GrayAt(x, y).Y < 128 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	for y := box.Min.Y + 2; box.Min.X+first < box.Max.X && p.GrayAt(box.Min.X+first, y).Y < 128; first++ {
	}
	return box, first
}

// modulesIn reads the modules of a code in a part of a picture, of which the first dark
// run has so many.
func modulesIn(p *image.Gray, part image.Rectangle, run int) [][]bool {
	box, first := darkIn(p, part)
	module := float64(first) / float64(run)
	n := int(math.Round(float64(box.Dx()) / module))
	if run == 2 { // bars: symbols of 11 modules, and 13 at the end
		n = int(math.Round((float64(n)-13)/11))*11 + 13
	}
	module = float64(box.Dx()) / float64(n)
	all := make([][]bool, n)
	for y := range all {
		for x := range n {
			dark := p.GrayAt(box.Min.X+int((float64(x)+0.5)*module), box.Min.Y+int((float64(y)+0.5)*module)).Y < 128
			all[y] = append(all[y], dark)
		}
	}
	return all
}

// What is printed can be read again: the address of every format's label, and its
// identifier.
func TestPrintedCodesAreRead(t *testing.T) {
	t.Parallel()
	const pixels = 16
	l := Label{Address: "https://vitrine.example/copies/4711", Identifier: "INV-2024-017", Title: "Leica M3", Lines: []string{"INV-2024-017", "Cameras", "Study"}}
	for _, f := range Formats {
		x, y := f.corner(1)
		for _, kind := range []string{QR, Code128} {
			pdf, err := Sheets(t.Context(), typeset.Plain(), f, 2, kind, []Label{l})
			if err != nil {
				t.Fatal(err)
			}
			page := rendered(t, pdf, 25.4*pixels, image.Rect(int(x*pixels), int(y*pixels), int((x+f.Width)*pixels), int((y+f.Height)*pixels)))
			at := page.Bounds()
			var got string
			if _, _, fits := bars(l.Identifier, f.Width-f.Height/7); kind == Code128 && fits {
				at.Min.Y = at.Max.Y - int(f.Height*pixels/4) // below the words
				got, err = read128(modulesIn(page, at, 2)[1])
				got = strings.Replace(got, l.Identifier, l.Address, 1)
			} else {
				at.Max.X = at.Min.X + int(min(f.Height, f.Width*0.47)*pixels) // before the words
				got, err = readQR(modulesIn(page, at, 7))
			}
			if err != nil || got != l.Address {
				t.Errorf("%s, %s: %q, %v", f.ID, kind, got, err)
			}
		}
	}
}

// Identifiers of any length and script are on the label, as bars if these can be read.
func TestOddIdentifiers(t *testing.T) {
	t.Parallel()
	for identifier, fits := range map[string]bool{"A-1": true, "0042": true, "ref 12/b~": true, "": false, "é": false, "a\tb": false, strings.Repeat("X", 200): false, strings.Repeat("7", 40): true} {
		code, _, ok := bars(identifier, 60)
		if ok != fits {
			t.Errorf("%q: %t", identifier, ok)
			continue
		}
		if !ok {
			continue
		}
		row := make([]bool, code.Bounds().Dx())
		for x := range row {
			row[x] = code.At(x, 0) == color.Black
		}
		if got, err := read128(row); err != nil || got != identifier {
			t.Errorf("%q is read as %q, %v", identifier, got, err)
		}
	}
}

// Many labels are made in a moment, and are a small file. There may be 2,000, which the
// race detector makes a minute of.
func TestManyLabels(t *testing.T) {
	testkind.WatchesTheClock(t)
	t.Parallel()
	labels := make([]Label, 400)
	for i := range labels {
		labels[i] = Label{Address: fmt.Sprintf("https://vitrine.example/copies/%d", 1_000_000+i), Title: fmt.Sprintf("A thing with a longer name, number %d", i), Lines: []string{fmt.Sprintf("INV-%d", i), "Collection", "Cabinet › Drawer"}}
	}
	began := time.Now()
	pdf, err := Sheets(t.Context(), typeset.Plain(), Formats[0], 1, QR, labels)
	if took := time.Since(began); err != nil || len(pdf) > 1<<20 || took > time.Minute {
		t.Errorf("%d bytes in %v: %v", len(pdf), took, err)
	}
	t.Logf("%d bytes in %v", len(pdf), time.Since(began))
}
