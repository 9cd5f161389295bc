package art

import "math"

// point is a place on a picture; y grows downwards.
type point struct{ x, y float64 }

// matrix moves, turns, scales or tilts what is drawn, in rows. Tilting makes
// lines that were parallel meet, as on a photograph.
type matrix [9]float64

func moved(x, y float64) matrix  { return matrix{1, 0, x, 0, 1, y, 0, 0, 1} }
func scaled(x, y float64) matrix { return matrix{x, 0, 0, 0, y, 0, 0, 0, 1} }
func leaning(by float64) matrix  { return matrix{1, -by, 0, 0, 1, 0, 0, 0, 1} }

// turned turns clockwise, by degrees.
func turned(degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	return matrix{cos, -sin, 0, sin, cos, 0, 0, 0, 1}
}

// of applies n first, then m.
func (m matrix) of(n matrix) (out matrix) {
	for i := range 3 {
		for j := range 3 {
			out[3*i+j] = m[3*i]*n[j] + m[3*i+1]*n[3+j] + m[3*i+2]*n[6+j]
		}
	}
	return out
}

func (m matrix) at(p point) point {
	w := m[6]*p.x + m[7]*p.y + m[8]
	return point{(m[0]*p.x + m[1]*p.y + m[2]) / w, (m[3]*p.x + m[4]*p.y + m[5]) / w}
}

// scale is how much larger a short line at p becomes.
func (m matrix) scale(p point) float64 {
	a, b, c := m.at(p), m.at(point{p.x + 1, p.y}), m.at(point{p.x, p.y + 1})
	return math.Sqrt(math.Abs((b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x)))
}

// about turns and scales around a place.
func about(x, y, degrees, scale float64) matrix {
	return moved(x, y).of(turned(degrees)).of(scaled(scale, scale)).of(moved(-x, -y))
}

// onto lays a sheet of w×h on four corners: top left, top right, bottom right,
// bottom left.
func onto(w, h float64, a, b, c, d point) matrix {
	dx1, dx2, dx3 := b.x-c.x, d.x-c.x, a.x-b.x+c.x-d.x
	dy1, dy2, dy3 := b.y-c.y, d.y-c.y, a.y-b.y+c.y-d.y
	det := dx1*dy2 - dx2*dy1
	g, k := (dx3*dy2-dx2*dy3)/det, (dx1*dy3-dx3*dy1)/det
	square := matrix{b.x - a.x + g*b.x, d.x - a.x + k*d.x, a.x, b.y - a.y + g*b.y, d.y - a.y + k*d.y, a.y, g, k, 1}
	return square.of(scaled(1/w, 1/h))
}
