package art

import "math"

// relief is a surface with heights, such as a coin or a stamped cover. It
// covers a rectangle of the picture.
type relief struct {
	stencil
	layers [levels][]float32 // heights, by how soft their edges are
}

// levels are how soft edges can be: 1 pixel, 2, 4 and so on.
const levels = 6

// emboss makes a surface of the size of a shape, flat and at height 0.
func (c *canvas) emboss(s shape) *relief {
	cover := c.cover(s)
	return &relief{stencil: stencil{cover.Rectangle, append([]uint8(nil), cover.pix...)}}
}

// raise adds a shape of that height, in pixels, with an edge about as soft as
// that.
func (c *canvas) raise(r *relief, s shape, height, edge float64) {
	cover := c.cover(s)
	b := cover.Intersect(r.Rectangle)
	if b.Empty() {
		return
	}
	level := min(levels-1, max(0, int(math.Round(math.Log2(max(1, edge))))))
	if r.layers[level] == nil {
		r.layers[level] = make([]float32, len(r.pix))
	}
	k := float32(height / 255)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		from := cover.row(y)[b.Min.X-cover.Min.X:]
		to := r.layers[level][(y-r.Min.Y)*r.Dx()+b.Min.X-r.Min.X:][:b.Dx()]
		for x := range to {
			if from[x] != 0 {
				to[x] += float32(from[x]) * k
			}
		}
	}
}

// swell rounds a shape like a cushion: steep at the edge, flatter in the middle.
func (c *canvas) swell(r *relief, s shape, height, size float64) {
	c.raise(r, s, height*0.3, size/14)
	c.raise(r, s, height*0.3, size/5)
	c.raise(r, s, height*0.4, size/2)
}

// heights are all layers together, each as soft as it should be.
func (r *relief) heights() []float32 {
	w, h := r.Dx(), r.Dy()
	sum := make([]float32, w*h)
	for level, z := range r.layers {
		switch {
		case z == nil:
		case level < 2:
			soften(z, w, h, 1<<level)
			for i, v := range z {
				sum[i] += v
			}
		case level == 2: // so soft that half of the size is enough
			addSmall(sum, z, w, h, 2, 2)
		default:
			addSmall(sum, z, w, h, 4, 1<<(level-2))
		}
	}
	return sum
}

// addSmall softens at a part of the size and adds the result.
func addSmall(sum, z []float32, w, h, part, radius int) {
	sw, sh := w/part+2, h/part+2
	small := make([]float32, sw*sh)
	per := 1 / float32(part*part)
	for y := range h {
		row := small[y/part*sw:]
		for x, v := range z[y*w:][:w] {
			row[x/part] += v * per
		}
	}
	soften(small, sw, sh, radius)
	cells, shares := make([]int, w), make([]float32, w) // between which two, and how far
	for x := range w {
		u := max(0, x*2+1-part)
		cells[x], shares[x] = u/(2*part), float32(u%(2*part))/float32(2*part)
	}
	line := make([]float32, sw)
	for y := range h {
		v := max(0, y*2+1-part)
		top, bottom, f := small[v/(2*part)*sw:][:sw], small[(v/(2*part)+1)*sw:][:sw], float32(v%(2*part))/float32(2*part)
		for i := range line {
			line[i] = top[i] + (bottom[i]-top[i])*f
		}
		out := sum[y*w:][:w]
		for x, i := range cells {
			out[x] += line[i] + (line[i+1]-line[i])*shares[x]
		}
	}
}

// metal is how a surface answers light: the colours from the darkest to the
// brightest, and how hard it shines.
type metal struct {
	*ramp
	shine float64
}

// cast paints a relief, lit from the upper left. The flatter the noise, the
// newer it looks.
func (c *canvas) cast(r *relief, m metal, wear texture) {
	w, h, z := r.Dx(), r.Dy(), r.heights()
	var glint [256]float32
	for i := range glint {
		glint[i] = float32(m.shine * math.Pow(float64(i)/255, 14))
	}
	var lustre [256]float32 // light goes around a struck field like a wheel
	for i := range lustre {
		t := float64(i) / 128 * math.Pi
		lustre[i] = float32(m.shine * (44*math.Cos(2*t-1.2) + 13*math.Cos(6*t+1) + 8*math.Cos(10*t)))
	}
	ox, oy := c.IntN(512), c.IntN(512)
	for y := range h {
		line := c.line[:w]
		up, here, down := z[max(0, y-1)*w:][:w], z[y*w:][:w], z[min(h-1, y+1)*w:][:w]
		noise := wear.tile[((y*wear.along>>8)+oy)&511<<9:][:512]
		for x := range w {
			if r.pix[y*w+x] == 0 {
				continue
			}
			dx, dy := here[max(0, x-1)]-here[min(w-1, x+1)], up[x]-down[x]
			n := 1 / float32(math.Sqrt(float64(dx*dx+dy*dy+1)))
			tilt := (-dx*0.62 - dy*0.72) * n // towards the lamp
			v := 152 + tilt*185 + (n-1)*70 + lustre[uint8(angle(float32(y-h/2), float32(x-w/2)))]*n
			v += float32(int(noise[(x*wear.across>>8+ox)&511])-128) * float32(wear.amount) / 128
			v += glint[clamp((tilt*0.75+n*0.45)*255)] * 255
			line[x] = m.ramp[clamp(v)]
		}
		at := c.PixOffset(r.Min.X, r.Min.Y+y)
		for x, v := range r.pix[y*w:][:w] {
			if v != 0 {
				line[x].over(c.Pix[at+4*x:at+4*x+4], uint32(v))
			}
		}
	}
}
