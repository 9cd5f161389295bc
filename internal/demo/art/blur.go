package art

// soften blurs twice by a box, which is close enough to a bell curve. Beyond
// its edges the field goes on as it is there.
func soften(z []float32, w, h, radius int) {
	if radius < 1 || w == 0 || h == 0 {
		return
	}
	radius = (radius*3 + 2) / 4
	line := make([]float32, max(w, h, w*(2*radius+1)))
	for range 2 {
		for y := range h {
			softenRow(z[y*w:][:w], line[:w], radius)
		}
		softenColumns(z, w, h, radius, line)
	}
}

func softenRow(z, line []float32, radius int) {
	copy(line, z)
	n := len(z)
	sum := line[0] * float32(radius)
	for i := range radius {
		sum += line[min(i, n-1)]
	}
	per := 1 / float32(2*radius+1)
	for i := range z {
		sum += line[min(i+radius, n-1)]
		z[i] = sum * per
		sum -= line[max(i-radius, 0)]
	}
}

// softenColumns does the same from top to bottom, a row at a time, as memory
// likes it. The rows that were overwritten are kept as long as they count.
func softenColumns(z []float32, w, h, radius int, kept []float32) {
	sums := make([]float32, w)
	add := func(row []float32, k float32) {
		for x, v := range row[:w] {
			sums[x] += v * k
		}
	}
	old := func(y int) []float32 { return kept[y%(2*radius+1)*w:][:w] }
	add(z, float32(radius))
	for y := range radius {
		add(z[min(y, h-1)*w:], 1)
	}
	for y := range min(radius, h) {
		copy(old(y), z[y*w:])
	}
	per := 1 / float32(2*radius+1)
	first := append([]float32(nil), z[:w]...)
	last := append([]float32(nil), z[(h-1)*w:][:w]...)
	for y := range h {
		if y+radius < h {
			copy(old(y+radius), z[(y+radius)*w:])
			add(old(y+radius), 1)
		} else {
			add(last, 1)
		}
		for x, v := range sums {
			z[y*w+x] = v * per
		}
		if y-radius > 0 {
			add(old(y-radius), -1)
		} else {
			add(first, -1)
		}
	}
}
