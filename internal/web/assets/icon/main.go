// Command icon draws the mark as the icons of an installed app. Run it by go generate
// in internal/web/assets after a change to the mark.
package main

import (
	"image"
	"image/color"
	"image/png"
	"log"
	"os"
	"path/filepath"
)

// box is a rectangle with round corners on a canvas of 24 by 24, as in mark.svg.
type box struct{ x, y, w, h, r float64 }

var (
	green = color.RGBA{0x0d, 0x66, 0x50, 0xff}
	white = color.RGBA{0xff, 0xff, 0xff, 0xff}
	panes = []box{{6, 6, 5, 12, 1.5}, {13, 6, 5, 5.5, 1.5}, {13, 12.5, 5, 5.5, 1.5}}
)

// icons are the files: full ones fill the canvas and keep the mark within the circle
// that a phone may cut out.
var icons = []struct {
	name string
	size int
	full bool
}{{"icon-192.png", 192, false}, {"icon-512.png", 512, false}, {"maskable-512.png", 512, true}, {"touch-180.png", 180, true}}

func main() {
	for _, i := range icons {
		f, err := os.Create(filepath.Join("app", i.name))
		if err != nil {
			log.Fatal(err)
		}
		if err := png.Encode(f, draw(i.size, i.full)); err != nil {
			log.Fatal(err)
		}
		if err := f.Close(); err != nil {
			log.Fatal(err)
		}
	}
}

// samples is how many points of a pixel are sampled in each direction.
const samples = 4

func draw(size int, full bool) image.Image {
	ground, scale := box{0, 0, 24, 24, 7}, 1.0
	if full {
		ground, scale = box{0, 0, 24, 24, 0}, 0.8
	}
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	for y := range size {
		for x := range size {
			var r, g, b, a int
			for i := range samples * samples {
				at := func(n, of int) float64 { return (float64(n) + (float64(of)+0.5)/samples) * 24 / float64(size) }
				px, py := at(x, i%samples), at(y, i/samples)
				if !ground.holds(px, py) {
					continue
				}
				c := green
				for _, p := range panes {
					if p.holds(12+(px-12)/scale, 12+(py-12)/scale) {
						c = white
					}
				}
				r, g, b, a = r+int(c.R), g+int(c.G), b+int(c.B), a+1
			}
			if a > 0 {
				out.SetNRGBA(x, y, color.NRGBA{uint8(r / a), uint8(g / a), uint8(b / a), uint8(a * 255 / (samples * samples))})
			}
		}
	}
	return out
}

func (b box) holds(x, y float64) bool {
	if x < b.x || y < b.y || x > b.x+b.w || y > b.y+b.h {
		return false
	}
	dx := max(b.x+b.r-x, x-(b.x+b.w-b.r), 0)
	dy := max(b.y+b.r-y, y-(b.y+b.h-b.r), 0)
	return dx*dx+dy*dy <= b.r*b.r || b.r == 0
}
