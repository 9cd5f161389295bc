package art

func storm() shape {
	cloud := curve("M -34 4 C -50 2 -50 -20 -32 -20 C -30 -40 -4 -46 8 -30 C 22 -42 44 -30 40 -14 C 54 -10 50 6 36 4")
	return both(cloud, polygon(point{2, 8}, point{-14, 30}, point{-3, 30}, point{-12, 50}, point{16, 22}, point{5, 22}, point{14, 8}))
}

func wave() shape {
	return both(curve("M -50 40 L -50 20 C -30 20 -34 -34 6 -34 C 34 -34 44 -10 34 6 C 32 -8 20 -14 10 -6 C 0 2 6 20 24 22 C 34 24 42 22 50 18 L 50 40"))
}

func crown() shape {
	return both(curve("M -40 34 L -48 -18 L -24 4 L 0 -34 L 24 4 L 48 -18 L 40 34 Q 0 26 -40 34"), circle(-48, -24, 5), circle(0, -40, 6), circle(48, -24, 5), curve("M -38 46 Q 0 38 38 46 L 39 39 Q 0 31 -39 39"))
}

func mountain() shape {
	return both(polygon(point{-50, 38}, point{-14, -34}, point{2, -8}, point{16, -24}, point{50, 38}), polygon(point{-14, -31}, point{-22, -15}, point{-16, -19}, point{-12, -11}, point{-7, -19}))
}

func house() shape {
	return both(polygon(point{-46, 0}, point{0, -42}, point{46, 0}, point{36, 0}, point{36, 44}, point{-36, 44}, point{-36, 0}), hole(rect(-8, 16, 16, 28)), hole(rect(-26, 8, 12, 12)), hole(rect(14, 8, 12, 12)))
}

func tree() shape {
	return both(rect(-4, 10, 8, 38), circle(0, -22, 24), circle(-20, -6, 18), circle(20, -6, 18), circle(0, 2, 18))
}

func key() shape {
	return both(ring(0, -30, 19, 10), rect(-3.5, -12, 7, 60), rect(3, 30, 15, 6), rect(3, 40, 11, 6))
}

func heart() shape {
	return curve("M 0 44 C -20 26 -48 8 -46 -18 C -44 -42 -12 -44 0 -20 C 12 -44 44 -42 46 -18 C 48 8 20 26 0 44")
}

func lantern() shape {
	return both(ring(0, -42, 8, 5), polygon(point{-20, -24}, point{-8, -36}, point{8, -36}, point{20, -24}), frame(-22, -22, 44, 56, 5), rect(-26, 36, 52, 8), curve("M 0 -14 C 8 0 10 8 8 16 C 6 26 -6 26 -8 16 C -9 8 -4 0 0 -14"))
}

func letter() shape {
	return both(frame(-48, -30, 96, 62, 5), stroke(5, point{-46, -28}, point{0, 8}, point{46, -28}))
}

func compass() shape {
	return both(ring(0, 0, 40, 36), star(0, 0, 50, 9, 4, 0), star(0, 0, 30, 8, 4, 45))
}

func crescent() shape {
	return curve("M 14 -46 C -20 -44 -42 -18 -40 8 C -38 34 -14 50 12 46 C 28 44 40 34 44 22 C 30 30 6 28 -6 10 C -18 -10 -8 -34 14 -46")
}

func sunburst() shape {
	s := circle(0, 0, 24)
	for i := range 16 {
		s = both(s, polygon(point{-3.4, -29}, point{0, -48 + float64(i%2)*8}, point{3.4, -29}).by(turned(22.5*float64(i))))
	}
	return s
}

func fiveStar() shape { return star(0, 4, 50, 20, 5, 0) }

func planet() shape {
	band := both(ellipse(0, 0, 50, 14), hole(ellipse(0, -1, 40, 8))).by(turned(-18))
	return both(circle(0, 0, 29), band)
}

func flower() (s shape) {
	for i := range 8 {
		s = both(s, curve("M 0 -8 C 16 -16 14 -44 0 -48 C -14 -44 -16 -16 0 -8").by(turned(45*float64(i))))
	}
	return both(s, circle(0, 0, 13), hole(ring(0, 0, 15, 12)))
}

func flake() (s shape) {
	for i := range 6 {
		arm := both(rect(-2, -48, 4, 48), stroke(3.6, point{0, -30}, point{11, -40}), stroke(3.6, point{0, -30}, point{-11, -40}), stroke(3.2, point{0, -18}, point{8, -25}), stroke(3.2, point{0, -18}, point{-8, -25}))
		s = both(s, arm.by(turned(60*float64(i))))
	}
	return s
}

func note() shape {
	return both(ellipse(-26, 34, 15, 11).by(about(-26, 34, -20, 1)), ellipse(26, 26, 15, 11).by(about(26, 26, -20, 1)), rect(-16, -36, 5, 70), rect(35.5, -44, 5, 70), polygon(point{-16, -36}, point{40, -44}, point{40, -30}, point{-16, -22}))
}

func eye() shape {
	return both(curve("M -50 0 C -26 -34 26 -34 50 0 C 26 34 -26 34 -50 0"), hole(circle(0, 0, 21)), circle(0, 0, 13), hole(circle(5, -5, 4)))
}

func horseshoe() shape {
	s := curve("M -20 46 L -38 46 C -56 -10 -40 -46 0 -46 C 40 -46 56 -10 38 46 L 20 46 C 36 -4 28 -26 0 -26 C -28 -26 -36 -4 -20 46")
	for side := -1.0; side <= 1; side += 2 {
		for i := range 4 {
			s = both(s, hole(circle(side*(34+4*float64(i%3)-float64(i/3)*14), 30-20*float64(i), 2.6)))
		}
	}
	return s
}

func diamond() shape {
	return both(polygon(point{0, -50}, point{30, 0}, point{0, 50}, point{-30, 0}), hole(polygon(point{0, -38}, point{23, 0}, point{0, 38}, point{-23, 0})), polygon(point{0, -30}, point{18, 0}, point{0, 30}, point{-18, 0}))
}
