package art_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"vitrine/internal/demo"
	"vitrine/internal/demo/art"
)

// sizes are the pictures of each kind. A box is what is drawn for a kind that
// art does not know.
var sizes = map[string]image.Point{
	"comic": {512, 704}, "vinyl-record": {544, 544}, "book": {512, 672}, "coin": {512, 512}, "stamp": {480, 560},
	"wine": {448, 672}, "camera": {576, 480}, "watch": {496, 640}, "trading-card": {512, 512},
}

var titles = map[string]string{
	"comic": "The Crimson Ghost #12", "vinyl-record": "Alma Falk Trio: Songs for a Golden River", "book": "A Lighthouse in November\nBy Ada Falk",
	"coin": "France, 5 francs, 1873", "stamp": "Denmark 1923, Arms, 10 øre Carmine", "wine": "Domaine Falk Cuvée Ida, Barolo 2012",
	"camera": "Kirsch & Sohn Studio 35", "watch": "Adler Uhren Regatta 004.112", "trading-card": "The Silent Owl",
}

func decoded(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := jpeg.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestKindsAreThoseOfTheDemo(t *testing.T) {
	for _, c := range demo.New(1, 100, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)).Collections {
		if !slices.Contains(art.Kinds(), c.Template.Slug) {
			t.Errorf("the demo has a %s, and nothing draws it", c.Template.Slug)
		}
	}
	for _, kind := range art.Kinds() {
		if sizes[kind] == (image.Point{}) {
			t.Errorf("no size is expected of a %s", kind)
		}
	}
}

// Pictures share canvases, one after the other: nothing of another may be seen.
func TestSameArgumentsGiveTheSameBytes(t *testing.T) {
	twice(t, art.Views)
}

// The same again, small enough for the race detector.
func TestManyDrawAtTheSameTime(t *testing.T) {
	twice(t, 1)
}

// twice draws the first views of every kind, all at the same time.
func twice(t *testing.T, views int) {
	type drawn struct {
		kind string
		view int
	}
	var first sync.Map
	var group sync.WaitGroup
	for range 2 {
		for kind := range sizes {
			group.Go(func() {
				for view := range views {
					data := art.Draw(kind, titles[kind], 7, view)
					if before, known := first.LoadOrStore(drawn{kind, view}, data); known && !bytes.Equal(before.([]byte), data) {
						t.Errorf("view %d of a %s was drawn twice, and differs", view, kind)
					}
				}
			})
		}
	}
	group.Wait()
}

func TestViewsAreDifferentPicturesOfTheExpectedSize(t *testing.T) {
	for kind, size := range sizes {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			var views [][]byte
			for view := range art.Views {
				data := art.Draw(kind, titles[kind], 1, view)
				picture := decoded(t, data)
				if got := picture.Bounds().Size(); got != size {
					t.Errorf("view %d is of %v, not %v", view, got, size)
				}
				if n := tones(picture); n < 40 {
					t.Errorf("view %d has only %d tones: it is empty", view, n)
				}
				if slices.ContainsFunc(views, func(other []byte) bool { return bytes.Equal(other, data) }) {
					t.Errorf("view %d is the same as one before", view)
				}
				views = append(views, data)
			}
			if !bytes.Equal(art.Draw(kind, titles[kind], 1, art.Views+2), views[2]) {
				t.Error("views do not begin again after the last")
			}
		})
	}
}

// tones counts how many of 256 greys a picture has.
func tones(picture image.Image) (n int) {
	var seen [256]bool
	b := picture.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y += 3 {
		for x := b.Min.X; x < b.Max.X; x += 3 {
			grey := color.GrayModel.Convert(picture.At(x, y)).(color.Gray).Y
			if !seen[grey] {
				seen[grey] = true
				n++
			}
		}
	}
	return n
}

func TestSeedsGiveDifferentPictures(t *testing.T) {
	for kind := range sizes {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			seen := map[string]uint64{}
			for seed := range uint64(4) {
				data := string(art.Draw(kind, titles[kind], seed, 0))
				if other, known := seen[data]; known {
					t.Errorf("seeds %d and %d give the same picture", other, seed)
				}
				seen[data] = seed
			}
		})
	}
}

func TestAnyTitleCanBeDrawn(t *testing.T) {
	odd := []string{"", " \n\n", "#", ": ", ", , ", "進撃の物語 #4", "琴の音: 春の海, 一圓, 1890", "📷🪙", "Зимний сад", "e\u0301te\u0301 \xff", "A, B 99999",
		strings.Repeat("W", 300), strings.Repeat("The Very Long Voyage of the Lighthouse ", 12) + "#150000", "Rome, " + strings.Repeat("IX", 80) + ", 12"}
	for k, kind := range append(art.Kinds(), "trading-card") {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			for i, title := range odd {
				decoded(t, art.Draw(kind, title, uint64(i), i+k))
			}
		})
	}
}

// What a title tells can be seen: the colour in the middle of the thing.
func TestFactsAreShown(t *testing.T) {
	ratio := func(kind, title string) float64 { // of red to blue
		var red, blue float64
		for seed := range uint64(3) {
			picture := decoded(t, art.Draw(kind, title, seed, 0))
			size := picture.Bounds().Size()
			for y := size.Y * 3 / 8; y < size.Y*5/8; y += 2 {
				for x := size.X * 3 / 8; x < size.X*5/8; x += 2 {
					r, _, b, _ := picture.At(x, y).RGBA()
					red, blue = red+float64(r), blue+float64(b)
				}
			}
		}
		return red / blue
	}
	for _, test := range []struct{ kind, red, blue string }{
		{"coin", "Prussia, 20 mark, 1899", "Spain, 5 pesetas, 1880"},
		{"coin", "Malta, 1 scudo, 1798\nGold", "Malta, 1 scudo, 1798\nSilver"},
		{"stamp", "Norway 1902, Posthorns, 30 øre Vermilion", "Norway 1902, Posthorns, 30 øre Ultramarine"},
		{"wine", "Château Anchor, Sauternes 2003", "Château Anchor, Pauillac 2003"},
		{"watch", "Ostara Concord 12.345\nRed", "Ostara Concord 12.345\nBlue"},
	} {
		if red, blue := ratio(test.kind, test.red), ratio(test.kind, test.blue); red < 1.25*blue {
			t.Errorf("%q should look much redder than %q: red to blue is %.2f and %.2f", test.red, test.blue, red, blue)
		}
	}
	cameras := map[string]string{}
	for _, kind := range []string{"SLR", "Rangefinder", "TLR", "Folding", "Box", "Instant", "Viewfinder"} {
		data := string(art.Draw("camera", "Brandt Reporter II\n"+kind, 5, 0))
		if other, known := cameras[data]; known {
			t.Errorf("%s and %s look the same", kind, other)
		}
		cameras[data] = kind
	}
}

func BenchmarkDraw(b *testing.B) {
	for _, kind := range art.Kinds() {
		for view := range art.Views {
			b.Run(fmt.Sprintf("%s/%d", kind, view), func(b *testing.B) {
				b.ReportAllocs()
				for seed := uint64(0); b.Loop(); seed++ {
					art.Draw(kind, titles[kind], seed, view)
				}
			})
		}
	}
}
