package art

// box is for things of no known kind: a carton with a label, its back, the
// label, and the carton open.
func box(c *canvas, t thing) {
	paper := pick(t.Rand, studios)
	board := pick(t.Rand, []ink{hex(0xB98D5A), hex(0x6A7A84), hex(0x7A3A36), hex(0x3F5A4E), hex(0x4A4E58)})
	sign := motif(t.title, t.Rand)
	switch t.view {
	case 2:
		c.studio(paper, 900)
		c.in(moved(320, 330).of(scaled(2, 2)).of(moved(-300, -360)), func() { c.carton(board, sign, c.legible(t.title), true) })
	case 3:
		c.studio(paper, 480)
		c.carton(board, nil, "", false)
		c.tissue(board)
	default:
		c.studio(paper, 480)
		c.carton(board, sign, c.legible(t.title), t.view == 0)
	}
}

// carton stands at about 540, with a lid and metal corners.
func (c *canvas) carton(board ink, sign shape, title string, labelled bool) {
	c.glow(polygon(point{96, 500}, point{540, 500}, point{620, 540}, point{140, 560}), 26, black.veil(0.5))
	front, side := rect(110, 240, 380, 290), polygon(point{490, 240}, point{556, 206}, point{556, 486}, point{490, 530})
	c.fill(front, c.linear(110, 240, 490, 530, blend(board.lighter(0.22), board, board.darker(0.2))))
	c.fill(side, c.linear(490, 0, 556, 0, blend(board.darker(0.35), board.darker(0.6))))
	lid, lidSide, top := rect(102, 190, 396, 74), polygon(point{498, 190}, point{566, 156}, point{566, 226}, point{498, 264}), polygon(point{102, 190}, point{176, 156}, point{566, 156}, point{498, 190})
	c.shadow(lid, 3, 7, 9, 0.4)
	c.fill(lid, c.linear(102, 190, 498, 264, blend(board.lighter(0.3), board.lighter(0.06), board.darker(0.12))))
	c.fill(lidSide, board.darker(0.5))
	c.fill(top, c.linear(102, 190, 566, 156, blend(board.lighter(0.45), board.lighter(0.25))))
	c.rough(both(front, lid), texture{pebble(), 256, 256, 7})
	for _, p := range []point{{102, 248}, {474, 248}, {110, 514}, {466, 514}} {
		c.fill(round(p.x, p.y, 24, 16, 2), c.linear(p.x, p.y, p.x+24, p.y+16, blend(silver[240], silver[150], silver[90])))
	}
	if !labelled {
		return
	}
	label := round(180, 310, 240, 140, 5)
	c.shadow(label, 1, 3, 5, 0.35)
	c.fill(label, c.down(310, 140, hex(0xFBF6E8), hex(0xEDE4CE)))
	c.fill(frame(188, 318, 224, 124, 1.4), hex(0x7A2A22).veil(0.7))
	pen := hex(0x2A2622)
	if title == "" {
		c.fill(sign.at(300, 380, 0.9), pen)
		return
	}
	l, lines := c.fit(letters{font: bold, size: 30, wide: 0.95, align: 0.5}, title, 200, 72, 1.1)
	c.fill(c.block(l, lines, 300, 362-float64(len(lines))*l.size*0.55, 1.1), pen)
	c.fill(sign.at(300, 420, 0.3), hex(0x7A2A22).veil(0.8))
}

// tissue comes out of an open carton.
func (c *canvas) tissue(board ink) {
	c.fill(polygon(point{102, 196}, point{176, 150}, point{566, 150}, point{498, 196}), board.darker(0.7))
	r := random("tissue", uint64(board.r), 0)
	for i := range 14 { // sheets that lean over the edge
		x := 130 + 29*float64(i%12) + r.Float64()*20
		top := 118 + r.Float64()*40
		var sheet shape
		sheet.move(x-70, 206)
		sheet.cube(x-60, top+20, x-30, top-16, x, top+r.Float64()*10)
		sheet.cube(x+26, top-12, x+50, top+24, x+76, 206)
		c.shadow(sheet, 1, 2, 8, 0.25)
		c.fill(sheet, c.linear(x-70, top, x+76, 206, blend(hex(0xFFFFFF), hex(0xF4F1EB), hex(0xCFCAC0))))
	}
	c.fill(rect(102, 190, 396, 74), c.linear(102, 190, 498, 264, blend(board.lighter(0.26), board, board.darker(0.15))))
}
