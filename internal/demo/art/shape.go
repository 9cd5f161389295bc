package art

import (
	"math"
	"strconv"
	"strings"
)

// shape is a set of closed outlines. What is drawn clockwise adds, what is
// drawn counter-clockwise within it cuts a hole.
type shape []step

// step moves, draws a line, or draws a curve of degree 2 or 3.
type step struct {
	degree int
	p      [3]point
}

func (s *shape) move(x, y float64) { *s = append(*s, step{p: [3]point{{x, y}}}) }
func (s *shape) line(x, y float64) { *s = append(*s, step{1, [3]point{{x, y}}}) }
func (s *shape) quad(a, b, x, y float64) {
	*s = append(*s, step{2, [3]point{{a, b}, {x, y}}})
}
func (s *shape) cube(a, b, c, d, x, y float64) {
	*s = append(*s, step{3, [3]point{{a, b}, {c, d}, {x, y}}})
}

// end is where a step ends.
func (s step) end() point { return s.p[max(0, s.degree-1)] }

func both(all ...shape) (out shape) {
	for _, s := range all {
		out = append(out, s...)
	}
	return out
}

// by applies a matrix.
func (s shape) by(m matrix) shape {
	out := make(shape, len(s))
	for i, one := range s {
		out[i].degree = one.degree
		for k := range max(1, one.degree) {
			out[i].p[k] = m.at(one.p[k])
		}
	}
	return out
}

// bent moves every point by a rule of its own.
func (s shape) bent(rule func(point) point) shape {
	out := make(shape, len(s))
	for i, one := range s {
		out[i].degree = one.degree
		for k := range max(1, one.degree) {
			out[i].p[k] = rule(one.p[k])
		}
	}
	return out
}

func (s shape) at(x, y, size float64) shape { return s.by(moved(x, y).of(scaled(size, size))) }

func rect(x, y, w, h float64) shape {
	return polygon(point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h})
}

func polygon(points ...point) (s shape) {
	for i, p := range points {
		if i == 0 {
			s.move(p.x, p.y)
		} else {
			s.line(p.x, p.y)
		}
	}
	return s
}

// round is a rectangle with round corners.
func round(x, y, w, h, r float64) (s shape) {
	r = min(r, w/2, h/2)
	k := r * 0.4477
	s.move(x+r, y)
	s.line(x+w-r, y)
	s.cube(x+w-k, y, x+w, y+k, x+w, y+r)
	s.line(x+w, y+h-r)
	s.cube(x+w, y+h-k, x+w-k, y+h, x+w-r, y+h)
	s.line(x+r, y+h)
	s.cube(x+k, y+h, x, y+h-k, x, y+h-r)
	s.line(x, y+r)
	s.cube(x, y+k, x+k, y, x+r, y)
	return s
}

func circle(x, y, r float64) shape { return ellipse(x, y, r, r) }
func ellipse(x, y, rx, ry float64) shape {
	return round(-1, -1, 2, 2, 1).by(moved(x, y).of(scaled(rx, ry)))
}

// ring is a circle with a hole.
func ring(x, y, outer, inner float64) shape {
	return both(circle(x, y, outer), circle(0, 0, 1).by(moved(x, y).of(scaled(-inner, inner))))
}

// frame is the border of a rectangle, of that width inwards.
func frame(x, y, w, h, width float64) shape {
	return both(rect(x, y, w, h), rect(0, 0, 1, 1).by(moved(x+w-width, y+width).of(scaled(-(w-2*width), h-2*width))))
}

// star has n points on the outer radius and n on the inner one.
func star(x, y, outer, inner float64, n int, degrees float64) shape {
	points := make([]point, 2*n)
	for i := range points {
		r := outer
		if i%2 == 1 {
			r = inner
		}
		points[i] = polar(x, y, r, degrees+180*float64(i)/float64(n))
	}
	return polygon(points...)
}

// polar is the point at a distance and a direction, clockwise from the top.
func polar(x, y, r, degrees float64) point {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return point{x + r*sin, y - r*cos}
}

// wedge is a piece of a ring between two directions.
func wedge(x, y, outer, inner, from, to float64) (s shape) {
	n := max(2, int(math.Abs(to-from)/3))
	for i := range n + 1 {
		p := polar(x, y, outer, from+(to-from)*float64(i)/float64(n))
		if i == 0 {
			s.move(p.x, p.y)
		} else {
			s.line(p.x, p.y)
		}
	}
	for i := range n + 1 {
		p := polar(x, y, inner, to+(from-to)*float64(i)/float64(n))
		s.line(p.x, p.y)
	}
	return s
}

// lines are the corners of every outline, with curves cut into pieces.
func (s shape) lines() (out [][]point) {
	var last point
	for _, one := range s {
		if one.degree == 0 {
			out = append(out, nil)
		}
		at := &out[len(out)-1]
		pieces := [...]int{1, 1, 5, 14}[one.degree]
		for i := 1; i <= pieces; i++ {
			*at = append(*at, one.between(last, float64(i)/float64(pieces)))
		}
		last = one.end()
	}
	return out
}

// between is the point on a step at t from 0 to 1.
func (s step) between(from point, t float64) point {
	mix := func(a, b point) point { return point{a.x + (b.x-a.x)*t, a.y + (b.y-a.y)*t} }
	switch a, b, c := s.p[0], s.p[1], s.p[2]; s.degree {
	case 0:
		return a
	case 1:
		return mix(from, a)
	case 2:
		return mix(mix(from, a), mix(a, b))
	default:
		return mix(mix(mix(from, a), mix(a, b)), mix(mix(a, b), mix(b, c)))
	}
}

// outline is a line along the shape, closed, with round corners.
func (s shape) outline(width float64) (out shape) {
	for _, l := range s.lines() {
		out = append(out, stroke(width, append(l, l[0])...)...)
	}
	return out
}

// stroke is a line through points, with round ends and corners.
func stroke(width float64, points ...point) (out shape) {
	h := width / 2
	out = make(shape, 0, 6*len(points)+16)
	var before point // direction of the last piece
	for i, p := range points {
		if i == 0 {
			out = append(out, dot(p, h)...)
			continue
		}
		q := points[i-1]
		dx, dy := p.x-q.x, p.y-q.y
		length := math.Hypot(dx, dy)
		if length == 0 {
			continue
		}
		dx, dy = dx/length, dy/length
		if i > 1 && before.x*dx+before.y*dy < 0.94 { // a corner; curves need none
			out = append(out, dot(q, h)...)
		}
		before = point{dx, dy}
		nx, ny := -dy*h, dx*h
		out.move(q.x-nx, q.y-ny)
		out.line(p.x-nx, p.y-ny)
		out.line(p.x+nx, p.y+ny)
		out.line(q.x+nx, q.y+ny)
	}
	return append(out, dot(points[len(points)-1], h)...)
}

// dot is a circle cheap enough to draw by the hundred.
func dot(p point, r float64) shape {
	s := make(shape, 8)
	for i, corner := range octagon {
		s[i] = step{1, [3]point{{p.x + corner.x*r, p.y + corner.y*r}}}
	}
	s[0].degree = 0
	return s
}

// octagon has the area of a circle of radius 1.
var octagon = [8]point{{0, -1.03}, {0.728, -0.728}, {1.03, 0}, {0.728, 0.728}, {0, 1.03}, {-0.728, 0.728}, {-1.03, 0}, {-0.728, -0.728}}

// curve reads an outline as SVG writes it: M, L, Q, C, with absolute numbers.
func curve(text string) (s shape) {
	fields := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\n' || r == '\t' })
	var n []float64
	command := ""
	for _, f := range fields {
		if v, err := strconv.ParseFloat(f, 64); err == nil {
			n = append(n, v)
		} else {
			command, n = f, nil
			continue
		}
		switch {
		case command == "M" && len(n) == 2:
			s.move(n[0], n[1])
			command, n = "L", nil
		case command == "L" && len(n) == 2:
			s.line(n[0], n[1])
			n = nil
		case command == "Q" && len(n) == 4:
			s.quad(n[0], n[1], n[2], n[3])
			n = nil
		case command == "C" && len(n) == 6:
			s.cube(n[0], n[1], n[2], n[3], n[4], n[5])
			n = nil
		}
	}
	return s
}
