package art

import (
	"math/rand/v2"
	"sync"
)

// tile is noise that repeats every 512 pixels without a seam.
type tile [512 * 512]uint8

func (t *tile) at(x, y int) uint8 { return t[(y&511)<<9|x&511] }

// grain is fine, like film; cloud is soft, with patches of every size; pebble is
// like leather.
var (
	grain = sync.OnceValue(func() *tile {
		r, t := rand.New(rand.NewPCG(7, 1)), new(tile)
		for i := range t {
			v := r.Uint64()
			t[i] = uint8((v&255 + v>>8&255 + v>>16&255 + v>>24&255) / 4)
		}
		return t
	})
	cloud = sync.OnceValue(func() *tile {
		r, t := rand.New(rand.NewPCG(7, 2)), new(tile)
		var sum [512 * 512]float32
		weight := float32(0.5)
		for cell := 128; cell >= 2; cell /= 2 {
			octave(r, &sum, cell, weight)
			weight *= 0.6
		}
		for i, v := range sum {
			t[i] = clamp(127.5 + v*190)
		}
		return t
	})
	pebble = sync.OnceValue(func() *tile {
		r, t := rand.New(rand.NewPCG(7, 3)), new(tile)
		var sum [512 * 512]float32
		octave(r, &sum, 8, 0.5)
		octave(r, &sum, 4, 0.4)
		for i, v := range sum {
			t[i] = clamp(127.5 + v*200)
		}
		return t
	})
)

// octave adds noise with one random value for every cell, from -1 to 1.
func octave(r *rand.Rand, sum *[512 * 512]float32, cell int, weight float32) {
	n := 512 / cell
	values := make([]float32, n*n)
	for i := range values {
		values[i] = r.Float32()*2 - 1
	}
	for y := range 512 {
		top, bottom := values[y/cell*n:], values[(y/cell+1)%n*n:]
		v := soft(float32(y%cell) / float32(cell))
		for x := range 512 {
			left, right := x/cell, (x/cell+1)%n
			u := soft(float32(x%cell) / float32(cell))
			a := top[left] + (top[right]-top[left])*u
			b := bottom[left] + (bottom[right]-bottom[left])*u
			sum[y<<9|x] += (a + (b-a)*v) * weight
		}
	}
}

func soft(t float32) float32 { return t * t * (3 - 2*t) }

// texture is noise on a surface: stretched by 256ths per pixel, and so strong
// that the darkest and the lightest spots differ by twice the amount.
type texture struct {
	*tile
	across, along int
	amount        int
}

// rough changes the brightness of a shape by noise, always at another place of
// the tile.
func (c *canvas) rough(s shape, t texture) { c.roughen(c.cover(s), t) }

// roughAll does the same to all that may be painted.
func (c *canvas) roughAll(t texture) {
	if c.inside != nil {
		c.roughen(*c.inside, t)
	} else {
		c.rough(rect(0, 0, c.w, c.h), t)
	}
}

func (c *canvas) roughen(cover stencil, t texture) {
	c.brighten(cover, t, linear{}, nil)
}

// finish lights all that may be painted from one point to another, by that much
// at even steps, and gives it a grain: the last thing that is done to a sheet.
func (c *canvas) finish(x0, y0, x1, y1 float64, amount int, by ...int) {
	var light [256]int
	for i := range light {
		at := float64(i) / 256 * float64(len(by)-1)
		k := int(at)
		light[i] = by[k] + int(float64(by[k+1]-by[k])*(at-float64(k)))
	}
	way := c.linear(x0, y0, x1, y1, nil).(linear)
	c.brighten(*c.inside, texture{grain(), 256, 256, amount}, way, &light)
}

// brighten adds noise, and light along a way, to what is covered.
func (c *canvas) brighten(cover stencil, t texture, way linear, light *[256]int) {
	ox, oy := c.IntN(512), c.IntN(512)
	var deep [256]int // what the noise adds
	for i := range deep {
		deep[i] = (i - 128) * t.amount / 128
	}
	for y := cover.Min.Y; y < cover.Max.Y; y++ {
		noise := (*[512]uint8)(t.tile[((y*t.along>>8)+oy)&511<<9:])
		at := c.PixOffset(cover.Min.X, y)
		row := c.Pix[at : at+4*cover.Dx()]
		u := cover.Min.X*t.across + ox<<8
		v := (float32(cover.Min.X)-way.x)*way.dx + (float32(y)-way.y)*way.dy
		for k, here := range cover.row(y) {
			if here != 0 {
				d := deep[noise[u>>8&511]]
				if light != nil {
					d += light[clamp(v)]
				}
				if here != 255 {
					d = d * int(here) / 255
				}
				p := row[4*k : 4*k+3]
				p[0], p[1], p[2] = bounded[int(p[0])+d+256], bounded[int(p[1])+d+256], bounded[int(p[2])+d+256]
			}
			u, v = u+t.across, v+way.dx
		}
	}
}

// bounded are the numbers from -256 to 511, kept between 0 and 255.
var bounded = func() (all [768]uint8) {
	for i := range all {
		all[i] = within(i - 256)
	}
	return all
}()

func within(v int) uint8 { return uint8(min(255, max(0, v))) }
