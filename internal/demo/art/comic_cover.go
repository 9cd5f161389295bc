package art

import (
	"math"
	"math/rand/v2"
	"strings"
)

// comicCover is the front: a scene, a figure, the logo, and small print.
func (c *canvas) comicCover(f comicFacts, s *rand.Rand) {
	p := f.palette
	if f.age == bronzeAge { // the picture is framed
		c.flood(p.accent)
		inner := rect(18, 176, coverW-36, coverH-194)
		c.within(inner, func() {
			c.comicScene(p, s)
			c.comicFigure(f, s)
		})
		c.fill(inner.outline(4), hex(0x15121A))
	} else {
		c.comicScene(p, s)
		c.comicFigure(f, s)
	}
	c.comicLogo(f, s)
	c.comicTrade(f)
	c.comicShout(f, s)
}

// leads are the beginnings of titles that are set small above the rest.
var leads = []string{"Agents of the ", "Tales of the ", "Tales of ", "The ", "Captain ", "Doctor ", "Strange "}

// comicLogo is the title in large letters, the same for every issue but for
// its colours.
func (c *canvas) comicLogo(f comicFacts, s *rand.Rand) {
	style := random("logo "+f.series, 0, 0)
	title := c.legible(f.series)
	if title == "" {
		c.fill(motif("", style).at(coverW/2+40, 108, 1.6).outline(9), hex(0x15121A))
		c.fill(motif("", random("logo "+f.series, 0, 0)).at(coverW/2+40, 108, 1.6), f.palette.accent)
		return
	}
	small := ""
	for _, lead := range leads {
		if rest, ok := strings.CutPrefix(title, lead); ok && rest != "" {
			small, title = strings.ToUpper(strings.TrimSpace(lead)), rest
			break
		}
	}
	left, top := 16.0, 22.0
	if f.age == silverAge || f.age == golden {
		top = 44
	}
	height := 116.0
	if small != "" {
		l := letters{font: bold, size: 25, wide: 1, space: 0.14, lean: 0.12}
		c.letter3d(c.text(l, small, left+86, top+20), f.palette.trim, f.palette.trim, 5)
		top, height = top+27, height-20
	}
	x := left + 86 + (coverW-2*left-86)/2
	size := coverW - 2*left - 92
	logo := c.stacked(strings.ToUpper(title), x, top+4, size, height)
	middle := top + height/2
	switch style.IntN(5) {
	case 0: // rises
		logo = logo.bent(func(p point) point { return point{p.x, p.y - (p.x-x)*0.05} })
	case 1: // bulges
		logo = logo.bent(func(p point) point {
			t := (p.x - x) / size * 2
			return point{p.x, middle + (p.y-middle)*(1.22-0.4*t*t)}
		})
	case 2: // an arch
		logo = logo.bent(func(p point) point {
			t := (p.x - x) / size * 2
			return point{p.x, p.y + 18*t*t}
		})
	case 3: // leans
		logo = logo.bent(func(p point) point { return point{p.x - (p.y-middle)*0.2, p.y} })
	}
	colours := [][2]ink{{f.palette.accent, f.palette.main}, {white, f.palette.accent}, {f.palette.accent, f.palette.accent.lighter(0.4)}, {f.palette.main.lighter(0.1), f.palette.main}, {hex(0xFFE45E), hex(0xFF7B1C)}}
	pair := pick(s, colours)
	c.letter3d(logo, pair[0], pair[1], max(4, 9-float64(len(title))/8))
}

// stacked sets a title in lines that are all as wide as the box, with as many
// of them as keeps the letters closest to their own shape.
func (c *canvas) stacked(title string, x, y, w, h float64) (out shape) {
	words := strings.Fields(title)
	best, strain := []string(nil), math.Inf(1)
	for n := 1; n <= min(4, len(words)); n++ {
		lines := balanced(words, n)
		sum := 0.0
		for _, line := range lines {
			sum += math.Abs(math.Log(w / c.width(letters{font: bold, size: h / float64(n) / 0.8, wide: 0.82}, line)))
		}
		if sum /= float64(n); sum < strain {
			best, strain = lines, sum
		}
	}
	step := h / float64(max(1, len(best)))
	for i, line := range best {
		l := letters{font: bold, size: step / 0.8, wide: 1, align: 0.5}
		l.wide = w / max(1, c.width(l, line))
		if l.wide < 0.5 { // long words become smaller
			l.size *= l.wide / 0.5
			l.wide = 0.5
		}
		l.wide = min(1.25, l.wide)
		out = append(out, c.text(l, line, x, y+step*(float64(i)+0.93))...)
	}
	return out
}

// balanced breaks words into n lines of about the same length.
func balanced(words []string, n int) (lines []string) {
	total := len(strings.Join(words, " "))
	for _, word := range words {
		if k := len(lines); k > 0 && (k == n || len(lines[k-1])+len(word)/2 < total/n) {
			lines[k-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// letter3d draws letters with a thick dark side and a light edge.
func (c *canvas) letter3d(s shape, top, bottom ink, depth float64) {
	c.stack(s.outline(depth*0.9), 4, depth*0.26, hex(0x15121A))
	c.fill(s.outline(depth*0.32), white)
	low, high := math.Inf(1), math.Inf(-1)
	for _, one := range s {
		low, high = min(low, one.end().y), max(high, one.end().y)
	}
	c.fill(s, c.linear(0, low, 0, high, steps(stop{0, top}, stop{0.48, top}, stop{0.56, bottom}, stop{1, bottom})))
}

// comicTrade is the box with emblem, number and price.
func (c *canvas) comicTrade(f comicFacts) {
	style := random("trade "+f.series, 0, 0)
	p := f.palette
	number := c.legible(f.number)
	price := [...]string{"10¢", "12¢", "35¢", "2.99"}[f.age]
	bar := func(colour ink) {
		c.fill(rect(0, 0, coverW, 30), colour)
		c.fill(rect(0, 30, coverW, 2.5), hex(0x15121A))
	}
	l := letters{font: bold, size: 17, wide: 0.9, space: 0.08}
	dark := hex(0x15121A)
	if f.age <= silverAge {
		bar(pick(style, []ink{p.trim, p.accent}))
		c.fill(c.text(l, pick(style, []string{"ALL NEW STORIES", "52 THRILLING PAGES", "ACTION IN EVERY ISSUE", "APPROVED READING"}), 104, 21), dark)
		l.align = 1
		c.fill(c.text(l, price, coverW-14, 21), dark)
		l.align = 0
	}
	box := round(14, 14, 74, 108, 4)
	c.fill(box.by(moved(3, 3)), black.veil(0.4))
	c.inked(box, pick(style, []ink{p.trim, white, p.accent}), 3)
	c.fill(circle(51, 48, 25), p.main)
	c.fill(motif(f.series, style).at(51, 48, 0.42), p.accent)
	l.align, l.size = 0.5, 14
	c.fill(c.text(l, price, 51, 90), dark)
	if number != "" {
		l.size = 22
		l, _ = c.fit(l, "No."+number, 66, 24, 1)
		c.fill(c.text(l, "No."+number, 51, 114), dark)
	}
	if f.age >= bronzeAge {
		c.barcode(18, coverH-78, 108, 62)
	}
}

var shouts = []string{"TRAPPED!", "NO WAY OUT!", "THE END OF EVERYTHING!", "WHO CAN STOP IT?", "A NEW FOE RISES!", "THE LAST STAND!", "IT CAME AT NIGHT!",
	"SECRETS REVEALED!", "BEYOND THE EDGE!", "TODAY A LEGEND FALLS!", "THE HUNT BEGINS!", "BETRAYED!"}

// comicShout is a caption or a burst that promises much.
func (c *canvas) comicShout(f comicFacts, s *rand.Rand) {
	p := f.palette
	text := pick(s, shouts)
	x := 300 + s.Float64()*80
	y := coverH - 96 + s.Float64()*30
	l := letters{font: bold, size: 30, wide: 0.86, lean: 0.14, align: 0.5}
	inside := func(l letters, lines []string) float64 { // x, so far to the left that all is on the cover
		at := x
		for _, line := range lines {
			at = min(at, coverW-24-c.width(l, line)/2)
		}
		return at
	}
	switch s.IntN(3) {
	case 0:
		l, lines := c.fit(l, text, 118, 66, 1)
		burst := star(x+20, y-14, 100, 76, 15, s.Float64()*20).by(about(x+20, y-14, 0, 1).of(moved(0, (y-14)*0.25)).of(scaled(1, 0.75)))
		c.fill(burst.by(moved(4, 5)), black.veil(0.5))
		c.inked(burst, p.accent, 3.5)
		c.fill(c.block(l, lines, x+20, y-14-float64(len(lines))*l.size*0.46, 1), hex(0xC01020))
	case 1:
		l.lean = 0
		l, lines := c.fit(l, text, 280, 34, 1)
		w, x := c.width(l, lines[0])+28, inside(l, lines)
		box := rect(x-w/2, y, w, 44)
		c.fill(box.by(moved(4, 4)), black.veil(0.55))
		c.inked(box, p.trim, 3)
		c.fill(c.block(l, lines, x, y+22-l.size*0.42, 1), hex(0x15121A))
	default:
		l.size = 40
		l, lines := c.fit(l, text, 330, 74, 0.95)
		c.letter3d(c.block(l, lines, inside(l, lines), y-20, 0.95), white, p.accent, 7)
	}
}
