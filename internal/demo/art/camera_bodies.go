package art

func (c *canvas) rangefinder(f cameraFacts) {
	c.floorShadow(300, 420, 218)
	c.knob(f, 136, 166, 60, 28)
	c.knob(f, 386, 162, 68, 32)
	c.knob(f, 330, 174, 34, 20)
	body := round(84, 188, 432, 232, 36)
	c.fill(body, c.metalDown(f, 188, 232))
	c.within(body, func() {
		c.leatherette(rect(84, 254, 432, 122), f, 254, 122)
		c.fill(both(rect(84, 252, 432, 3), rect(84, 374, 432, 3)), black.veil(0.4))
		c.fill(rect(84, 257, 432, 2), white.veil(0.12))
		c.fill(rect(84, 188, 432, 240), c.linear(84, 0, 516, 0, steps(stop{0, black.veil(0.4)}, stop{0.1, black.veil(0)}, stop{0.24, white.veil(0.16)}, stop{0.5, black.veil(0)}, stop{0.9, black.veil(0.06)}, stop{1, black.veil(0.45)})))
	})
	c.fill(round(112, 190, 376, 5, 2.5), white.veil(0.5))
	c.window(f, 122, 210, 46, 25)
	c.window(f, 208, 213, 26, 18)
	c.window(f, 404, 208, 68, 29)
	c.nameplate(f, 316, 197, 120, 19)
	c.lens(f, 306, 316, 96)
	c.fill(circle(474, 280, 8), c.radial(471, 277, 12, blend(f.mark.lighter(0.4), f.mark, f.mark.darker(0.4))))
	lever := round(110, 268, 12, 48, 6)
	c.shadow(lever, 2, 4, 5, 0.5)
	c.fill(lever, c.metalAcross(f, 110, 12))
}

// compact is small and simple, with a cell around or above the lens.
func (c *canvas) compact(f cameraFacts) {
	c.floorShadow(300, 418, 196)
	c.knob(f, 418, 186, 44, 20)
	release := round(142, 190, 40, 14, 7)
	c.fill(release, c.metalAcross(f, 142, 40))
	body := round(108, 202, 384, 216, 22)
	c.leatherette(body, f, 202, 216)
	c.within(body, func() {
		c.fill(rect(108, 202, 384, 74), c.metalDown(f, 202, 74))
		c.fill(rect(108, 400, 384, 20), c.metalDown(f, 400, 20))
		c.fill(both(rect(108, 275, 384, 3), rect(108, 398, 384, 3)), black.veil(0.4))
		c.fill(rect(108, 202, 384, 216), c.linear(108, 0, 492, 0, steps(stop{0, black.veil(0.42)}, stop{0.1, black.veil(0)}, stop{0.26, white.veil(0.14)}, stop{0.5, black.veil(0)}, stop{0.9, black.veil(0.06)}, stop{1, black.veil(0.45)})))
	})
	c.fill(round(124, 204, 352, 5, 2.5), white.veil(0.5))
	cell := round(128, 218, 118, 40, 5) // it measures the light
	c.fill(cell, hex(0x16171A))
	var pearls shape
	for y := range 5 {
		for x := range 16 {
			pearls = append(pearls, dot(point{135 + 7*float64(x), 224 + 7*float64(y)}, 2.6)...)
		}
	}
	c.fill(pearls, hex(0xC9D4DC).veil(0.7))
	c.window(f, 356, 220, 62, 34)
	c.nameplate(f, 302, 226, 88, 19)
	c.fill(round(212, 268, 176, 132, 12), c.metalDown(f, 268, 132))
	c.fill(round(217, 273, 166, 122, 9), f.skin.darker(0.45))
	c.lens(f, 300, 336, 72)
	c.fill(circle(452, 240, 10), c.radial(449, 237, 14, blend(f.mark.lighter(0.4), f.mark, f.mark.darker(0.4))))
	grip := round(438, 292, 26, 92, 8)
	c.fill(grip, c.linear(438, 0, 464, 0, blend(f.skin.lighter(0.3), f.skin, f.skin.darker(0.4))))
	for i := range 9 {
		c.fill(rect(442, 300+9*float64(i), 18, 2), black.veil(0.3))
	}
}

func (c *canvas) reflex(f cameraFacts) {
	c.floorShadow(300, 424, 216)
	c.knob(f, 116, 176, 64, 30)
	c.knob(f, 412, 172, 60, 32)
	c.knob(f, 368, 184, 30, 20)
	prism := curve("M 220 216 L 250 150 Q 254 140 266 140 L 334 140 Q 346 140 350 150 L 380 216")
	c.fill(prism, c.metalDown(f, 140, 90))
	c.fill(curve("M 250 208 L 268 160 L 332 160 L 350 208"), c.down(160, 48, black.veil(0.06), black.veil(0.28)))
	c.fill(stroke(2, point{252, 150}, point{266, 142}, point{334, 142}, point{348, 150}), white.veil(0.6))
	body := round(86, 200, 428, 224, 28)
	c.fill(body, c.metalDown(f, 200, 224))
	c.within(body, func() {
		c.leatherette(rect(86, 256, 428, 126), f, 256, 126)
		c.fill(both(rect(86, 254, 428, 3), rect(86, 380, 428, 3)), black.veil(0.4))
		c.fill(rect(86, 200, 428, 230), c.linear(86, 0, 514, 0, steps(stop{0, black.veil(0.4)}, stop{0.1, black.veil(0)}, stop{0.24, white.veil(0.14)}, stop{0.5, black.veil(0)}, stop{0.9, black.veil(0.06)}, stop{1, black.veil(0.45)})))
	})
	c.fill(round(108, 202, 384, 5, 2.5), white.veil(0.45))
	c.nameplate(f, 300, 174, 74, 21)
	c.lens(f, 300, 322, 110)
	c.fill(circle(142, 284, 15), c.metalAcross(f, 127, 30))
	c.fill(circle(142, 284, 10), f.skin)
	c.fill(round(448, 266, 32, 5, 2.5), f.mark)
	c.fill(circle(134, 232, 8), c.metalAcross(f, 126, 16))
}

func (c *canvas) twinLens(f cameraFacts) {
	c.floorShadow(300, 500, 140)
	for _, k := range []struct{ x, y, r float64 }{{432, 331, 24}, {166, 296, 26}} {
		c.fill(rect(min(k.x, 300), k.y-8, max(k.x, 300)-min(k.x, 300), 16), f.shade)
		c.fill(circle(k.x, k.y, k.r), c.sweep(k.x, k.y, 40, blend(f.shade, f.bright, f.metal, f.bright, f.shade)))
		c.fill(circle(k.x, k.y, k.r*0.6), c.radial(k.x-4, k.y-4, k.r, blend(f.bright, f.metal)))
	}
	hood := polygon(point{204, 128}, point{396, 128}, point{406, 176}, point{194, 176})
	c.leatherette(hood, f, 128, 50)
	c.fill(polygon(point{204, 128}, point{396, 128}, point{397, 134}, point{203, 134}), c.metalAcross(f, 204, 192))
	body := round(188, 166, 224, 334, 16)
	c.leatherette(body, f, 166, 334)
	c.within(body, func() {
		c.fill(rect(188, 166, 224, 334), c.linear(188, 0, 412, 0, steps(stop{0, black.veil(0.5)}, stop{0.1, white.veil(0.12)}, stop{0.3, black.veil(0)}, stop{1, black.veil(0.5)})))
	})
	plate := round(204, 200, 192, 280, 10)
	c.fill(plate, c.metalDown(f, 200, 280))
	c.fill(round(211, 207, 178, 266, 8), c.down(207, 266, f.skin.lighter(0.06), f.skin.darker(0.3)))
	c.rough(round(211, 207, 178, 266, 8), texture{grain(), 256, 256, 8})
	c.fill(round(244, 174, 112, 22, 5), c.metalDown(f, 174, 22))
	c.nameplate(f, 300, 177, 100, 17)
	c.lens(f, 300, 268, 58)
	c.lens(f, 300, 396, 74)
	for _, x := range []float64{232, 368} {
		c.shadow(circle(x, 332, 11), 1, 3, 4, 0.5)
		c.fill(circle(x, 332, 11), c.sweep(x, 332, 20, blend(f.shade, f.bright, f.metal, f.bright, f.shade)))
	}
}

func (c *canvas) folding(f cameraFacts) {
	c.floorShadow(300, 452, 210)
	c.knob(f, 150, 152, 52, 24)
	c.knob(f, 400, 152, 50, 24)
	body := round(92, 190, 416, 246, 46)
	c.leatherette(body, f, 190, 246)
	c.within(body, func() {
		c.fill(rect(92, 190, 416, 250), c.linear(92, 0, 508, 0, steps(stop{0, black.veil(0.5)}, stop{0.1, white.veil(0.14)}, stop{0.3, black.veil(0)}, stop{0.9, black.veil(0.1)}, stop{1, black.veil(0.55)})))
	})
	c.fill(round(118, 172, 364, 42, 14), c.metalDown(f, 172, 42))
	c.window(f, 280, 181, 42, 22)
	c.nameplate(f, 200, 182, 130, 17)
	c.fill(polygon(point{184, 222}, point{416, 222}, point{390, 420}, point{210, 420}), hex(0x080707))
	for k := range 7 { // bellows
		d := float64(k) * 6
		tone := hex(0x2E2B29)
		if k%2 == 1 {
			tone = hex(0x151312)
		}
		c.fill(polygon(point{190 + d, 228 + d}, point{410 - d, 228 + d}, point{390 - d*0.6, 414 - d*0.7}, point{210 + d*0.6, 414 - d*0.7}), c.linear(190, 0, 410, 0, blend(tone.lighter(0.12), tone, tone.darker(0.4))))
	}
	bed := polygon(point{194, 418}, point{406, 418}, point{444, 456}, point{156, 456})
	c.fill(bed, c.metalDown(f, 418, 40))
	c.fill(both(rect(240, 424, 5, 30), rect(355, 424, 5, 30)), black.veil(0.3))
	c.shadow(circle(300, 324, 76), 4, 12, 14, 0.6)
	c.lens(f, 300, 322, 74)
	c.fill(round(282, 238, 36, 14, 5), c.metalAcross(f, 282, 36))
	c.fill(circle(464, 240, 7), f.mark)
}

func (c *canvas) boxCamera(f cameraFacts) {
	c.floorShadow(304, 470, 170)
	side := polygon(point{430, 168}, point{478, 150}, point{478, 440}, point{430, 470})
	c.leatherette(side, f, 150, 320)
	c.fill(side, black.veil(0.45))
	top := polygon(point{150, 168}, point{204, 150}, point{478, 150}, point{430, 168})
	c.leatherette(top, f, 150, 20)
	c.fill(top, white.veil(0.14))
	c.fill(curve("M 214 152 C 220 110 410 110 420 152 L 408 152 C 396 124 236 124 226 152"), c.down(116, 40, f.skin.lighter(0.3), f.skin.darker(0.3)))
	front := round(150, 168, 280, 302, 4)
	c.leatherette(front, f, 168, 302)
	c.fill(front, c.linear(150, 168, 430, 470, steps(stop{0, white.veil(0.16)}, stop{0.4, black.veil(0)}, stop{1, black.veil(0.3)})))
	panel := round(166, 184, 248, 270, 6)
	c.fill(panel, c.down(184, 270, f.bright, f.metal, f.shade))
	c.fill(round(174, 192, 232, 254, 4), f.skin.darker(0.35))
	deco := both()
	for i := range 7 { // stripes, as the thirties liked them
		deco = append(deco, rect(184+float64(i)*7, 200, 2.6, 238)...)
		deco = append(deco, rect(352+float64(i)*7, 200, 2.6, 238)...)
	}
	c.fill(deco, f.metal.veil(0.8))
	c.fill(circle(290, 316, 78), f.skin.darker(0.5))
	c.lens(f, 290, 316, 68)
	c.window(f, 206, 206, 40, 32)
	c.window(f, 336, 206, 40, 32)
	c.nameplate(cameraFacts{maker: f.maker, bright: f.skin}, 290, 414, 190, 22)
	c.knob(f, 468, 300, 22, 54)
}

func (c *canvas) instant(f cameraFacts) {
	c.floorShadow(300, 462, 200)
	upper := curve("M 148 198 Q 152 162 190 162 L 410 162 Q 448 162 452 198 L 474 366 L 126 366")
	c.leatherette(upper, f, 162, 204)
	c.within(upper, func() {
		c.fill(rect(120, 160, 360, 210), c.linear(126, 0, 474, 0, steps(stop{0, black.veil(0.4)}, stop{0.14, white.veil(0.16)}, stop{0.3, black.veil(0)}, stop{0.86, black.veil(0.08)}, stop{1, black.veil(0.5)})))
	})
	c.fill(round(112, 350, 376, 112, 20), c.metalDown(f, 350, 112))
	c.fill(round(148, 414, 304, 18, 9), hex(0x08090A))
	c.fill(round(150, 428, 300, 3, 1.5), white.veil(0.4))
	for k, tone := range []uint32{0x2F6DB5, 0x3E9C6B, 0xE9B73B, 0xE27D31, 0xC8402F} {
		c.fill(rect(270+float64(k)*12, 350, 12.4, 64), hex(tone))
	}
	c.fill(rect(270, 350, 60, 64), c.down(350, 64, white.veil(0.25), black.veil(0), black.veil(0.25)))
	c.window(f, 362, 198, 60, 46)
	c.lens(f, 250, 272, 76)
	c.fill(round(368, 280, 50, 50, 11), hex(0x111214))
	c.fill(circle(393, 305, 16), c.radial(388, 300, 22, blend(f.mark.lighter(0.5), f.mark, f.mark.darker(0.5))))
	c.nameplate(f, 190, 374, 120, 21)
}
