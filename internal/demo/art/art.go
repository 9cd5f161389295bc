// Package art draws pictures of collectors' things, for the demo: comics,
// records, books, coins, stamps, wines, cameras and watches. It does no I/O.
//
// The same arguments give the same bytes, on the same kind of processor. What a
// title tells, such as the metal of a coin or the number of an issue, is shown.
package art

import (
	"hash/fnv"
	"image"
	"math/rand/v2"
	"slices"
	"strings"
)

// Views is how many sides every thing has.
const Views = 4

// drawer draws one kind of thing.
type drawer struct {
	kind string
	w, h float64
	draw func(c *canvas, t thing)
}

// thing is what is drawn. Its random numbers are the same for every view, those
// of the canvas are not.
type thing struct {
	*rand.Rand
	title string
	more  []string // further lines: what else is known
	facts string   // all lines, in small letters
	view  int
}

// has tells whether one of those words is known of a thing.
func (t thing) has(words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(t.facts, w) })
}

var drawers = []drawer{
	{"comic", 640, 880, comic},
	{"vinyl-record", 680, 680, record},
	{"book", 640, 840, book},
	{"coin", 640, 640, coin},
	{"stamp", 600, 700, stamp},
	{"wine", 560, 840, wine},
	{"camera", 720, 600, camera},
	{"watch", 620, 800, watch},
}

// unknown draws what has no drawer of its own.
var unknown = drawer{"box", 640, 640, box}

// Kinds lists what can be drawn, by the names of the templates. Anything else
// is drawn as a labelled box.
func Kinds() (all []string) {
	for _, d := range drawers {
		all = append(all, d.kind)
	}
	return all
}

// Draw makes a JPEG of one thing, from one of its sides: 0 is its front, 1 its
// back, 2 a detail, 3 how it is kept.
//
// The first line of the title is written where things have their names. Further
// lines tell what the thing is like, in the words of the templates: "Golden" or
// "9.4 Near Mint" of a comic, "By Ada Falk" or "Paperback" of a book, "Gold" of
// a coin, "Used" of a stamp, "White" of a wine, "TLR" of a camera, "Rose gold"
// or "Blue" of a watch. What is not told is up to the seed.
func Draw(kind, title string, seed uint64, view int) []byte {
	return drawerOf(kind).picture(title, full, seed, view, nil)
}

// Show draws the same, and shows the picture to somebody who wants it in another size.
// Afterwards it is drawn over.
func Show(kind, title string, seed uint64, view int, to func(*image.YCbCr)) []byte {
	return drawerOf(kind).picture(title, full, seed, view, to)
}

// Sketch draws the same in little more than half the size, in half the time.
func Sketch(kind, title string, seed uint64, view int) []byte {
	return drawerOf(kind).picture(title, small, seed, view, nil)
}

func drawerOf(kind string) drawer {
	for _, d := range drawers {
		if d.kind == kind {
			return d
		}
	}
	return unknown
}

func (d drawer) picture(title string, scale float64, seed uint64, view int, show func(*image.YCbCr)) []byte {
	view = ((view % Views) + Views) % Views
	c := newCanvas(d.w, d.h, scale, random(d.kind, seed, uint64(view)))
	lines := strings.Split(title, "\n")
	d.draw(c, thing{random(d.kind, seed, Views), lines[0], lines[1:], strings.ToLower(title), view})
	film := c.develop()
	out := encoded(film)
	if show != nil {
		show(film)
	}
	canvases.Put(c)
	return out
}

// random is a source of its own for a name and two numbers.
func random(name string, a, b uint64) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(name))
	return rand.New(rand.NewPCG(a, h.Sum64()+b))
}
