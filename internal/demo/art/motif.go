package art

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// motifs are emblems that words of a title call for.
var motifs = []struct {
	words string
	draw  func() shape
}{
	{"anchor sailor", anchor}, {"apple orchard", apple}, {"arrow needle", arrow}, {"bell prayer", bell},
	{"bird crane crow dove falcon heron raven sparrow swan wind wing", bird}, {"owl shadow", owl}, {"boat ship voyage", ship}, {"bridge", bridge},
	{"candle ember fire flame burning", flame}, {"carousel wheel engine machine", wheel}, {"castle kingdom wall gate", castle}, {"tower lighthouse signal", lighthouse},
	{"clock season", clock}, {"cloud rain storm thunder weather", storm}, {"coast shore ocean tide wave water river", wave},
	{"crown queen king lion arms", crown}, {"desert hill mountain horizon island valley field meadow", mountain}, {"door hotel house street corner market", house},
	{"forest tree garden", tree}, {"key secret hidden", key}, {"heart sister brother daughter", heart}, {"lantern", lantern}, {"letter letters thread", letter},
	{"map journey road traveller train passenger", compass}, {"moon night evening midnight", crescent}, {"morning sun summer", sunburst},
	{"star wonder promise numeral", fiveStar}, {"planet world circle echo", planet}, {"rose spring", flower}, {"snow winter", flake},
	{"guitar song piano parade dancer", note}, {"ghost stranger mirror window portrait", eye}, {"horse", horseshoe}, {"stone stair pilot", diamond},
}

// motif is the emblem of the first word that has one, or any. It fits a box
// from -50 to 50.
func motif(title string, r *rand.Rand) shape {
	if m := called(title); m != nil {
		return m()
	}
	return motifs[r.IntN(len(motifs))].draw()
}

// called is the emblem that a word of the title names, or nil.
func called(title string) func() shape {
	for _, word := range strings.FieldsFunc(strings.ToLower(title), func(r rune) bool { return strings.ContainsRune(" ,.:#'&", r) }) {
		for _, m := range motifs {
			if slices.ContainsFunc(strings.Fields(m.words), func(w string) bool { return word == w || word == w+"s" }) {
				return m.draw
			}
		}
	}
	return nil
}

// hole turns a shape around, so that it cuts what it lies on.
func hole(s shape) (out shape) {
	for _, l := range s.lines() {
		slices.Reverse(l)
		out = append(out, polygon(l...)...)
	}
	return out
}

func anchor() shape {
	return both(ring(0, -38, 10, 5), rect(-3.5, -30, 7, 72), rect(-20, -20, 40, 6),
		curve("M 0 46 C -24 44 -38 30 -40 10 L -48 18 L -42 -4 L -26 12 L -33 11 C -30 26 -18 35 0 37 C 18 35 30 26 33 11 L 26 12 L 42 -4 L 48 18 L 40 10 C 38 30 24 44 0 46"))
}

func apple() shape {
	return both(curve("M 0 -18 C 14 -32 42 -26 42 4 C 42 30 22 48 8 46 C 2 44 -2 44 -8 46 C -22 48 -42 30 -42 4 C -42 -26 -14 -32 0 -18"),
		curve("M -1 -20 C -2 -32 0 -40 8 -48 L 13 -45 C 6 -38 4 -30 4 -20"), curve("M 8 -34 C 14 -48 28 -50 38 -46 C 34 -34 22 -28 8 -34"))
}

func arrow() shape {
	return polygon(point{-4, 50}, point{-4, -18}, point{-20, -18}, point{0, -50}, point{20, -18}, point{4, -18}, point{4, 24}, point{16, 36}, point{16, 50}, point{4, 38}, point{4, 50},
		point{0, 50}, point{-4, 38}, point{-16, 50}, point{-16, 36}, point{-4, 24})
}

func bell() shape {
	return both(circle(0, -42, 6), curve("M 0 -38 C 26 -36 24 -2 30 14 C 34 22 42 26 42 32 L -42 32 C -42 26 -34 22 -30 14 C -24 -2 -26 -36 0 -38"), circle(0, 40, 9))
}

func bird() shape {
	return curve("M 50 -14 C 40 -12 36 -22 28 -24 C 20 -26 14 -20 10 -14 C 0 -30 -18 -46 -44 -48 C -38 -30 -28 -14 -12 -4 C -24 2 -38 4 -50 2 C -40 14 -22 22 -4 20 C -8 28 -16 36 -26 40 C -8 44 14 38 24 22 C 32 12 34 0 36 -8 C 40 -12 46 -12 50 -14")
}

func owl() shape {
	body := curve("M 0 -34 C 10 -34 18 -38 30 -46 C 34 -30 36 -16 34 4 C 32 30 18 46 0 48 C -18 46 -32 30 -34 4 C -36 -16 -34 -30 -30 -46 C -18 -38 -10 -34 0 -34")
	return both(body, hole(circle(-14, -16, 11)), hole(circle(14, -16, 11)), circle(-14, -16, 5.5), circle(14, -16, 5.5), hole(polygon(point{-5, -6}, point{5, -6}, point{0, 6})),
		hole(circle(-9, 16, 2)), hole(circle(0, 16, 2)), hole(circle(9, 16, 2)), hole(circle(-5, 25, 2)), hole(circle(5, 25, 2)), hole(circle(0, 34, 2)))
}

func ship() shape {
	return both(curve("M -46 22 L 48 22 C 44 38 34 44 24 44 L -24 44 C -36 44 -44 34 -46 22"), rect(-2, -48, 4, 68), curve("M 4 -46 C 30 -34 38 -8 36 16 L 4 16"), curve("M -6 -40 C -24 -24 -34 -6 -36 16 L -6 16"))
}

func bridge() (s shape) {
	s = both(rect(-50, 8, 100, 6), rect(-30, -34, 6, 76), rect(24, -34, 6, 76))
	for i := range 21 {
		x := -50 + 5*float64(i)
		t := (x + 3) / 27
		if x < -27 {
			t = (x + 77) / 50
		} else if x > 27 {
			t = (77 - x) / 50
		}
		y := 6 - 38*t*t
		s = both(s, rect(x, y, 1.4, 8-y))
	}
	return s
}

func flame() shape {
	return both(curve("M 2 -50 C 10 -30 34 -18 32 14 C 31 36 16 48 0 48 C -18 48 -32 34 -31 14 C -30 -2 -20 -8 -16 -22 C -10 -16 -8 -10 -8 -4 C 0 -14 4 -32 2 -50"),
		hole(curve("M 2 8 C 8 16 16 20 14 32 C 12 42 4 44 0 44 C -8 44 -14 38 -14 30 C -14 22 -4 18 2 8")))
}

func wheel() shape {
	s := both(ring(0, 0, 48, 39), ring(0, 0, 12, 5))
	for i := range 8 {
		s = both(s, rect(-2.4, -41, 4.8, 31).by(turned(45*float64(i))))
	}
	return s
}

func castle() shape {
	tower := func(x, y, w float64) shape {
		return both(rect(x, y, w, 46-y), rect(x-2, y-8, w/3, 8), rect(x+w/3+0.5, y-8, w/3-1, 8), rect(x+w*2/3+2, y-8, w/3, 8))
	}
	return both(tower(-44, -18, 22), tower(22, -18, 22), tower(-14, -32, 28), rect(-22, 4, 8, 42), rect(14, 4, 8, 42), hole(curve("M -9 46 L -9 26 Q 0 12 9 26 L 9 46")), hole(rect(-36, -6, 6, 12)), hole(rect(30, -6, 6, 12)), hole(rect(-3, -20, 6, 14)))
}

func lighthouse() shape {
	return both(polygon(point{-12, -20}, point{12, -20}, point{20, 46}, point{-20, 46}), rect(-15, -24, 30, 5), rect(-9, -38, 18, 14), polygon(point{-12, -38}, point{0, -50}, point{12, -38}),
		polygon(point{13, -34}, point{50, -46}, point{50, -18}, point{13, -28}), hole(polygon(point{-14, -4}, point{14, -4}, point{15.5, 10}, point{-15.5, 10})), hole(polygon(point{-18, 26}, point{18, 26}, point{19, 38}, point{-19, 38})))
}

func clock() shape {
	s := both(ring(0, 0, 48, 41), rect(-2.5, -30, 5, 34), rect(-2.5, -2.5, 24, 5), circle(0, 0, 5))
	for i := range 12 {
		s = both(s, rect(-1.6, -38, 3.2, 7).by(turned(30*float64(i))))
	}
	return s
}
