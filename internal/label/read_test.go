package label

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Readers of the two codes, from the standards and not from the library that draws them,
// without the correction of errors: a code on a screen has none.

// readQR reads a QR code of bytes, of the versions 1 to 6 and the level M.
func readQR(dark [][]bool) (string, error) {
	n := len(dark)
	version := (n - 17) / 4
	blocks := map[int][2]int{1: {1, 16}, 2: {1, 28}, 3: {1, 44}, 4: {2, 32}, 5: {2, 43}, 6: {4, 27}}[version]
	if n != 17+4*version || blocks[0] == 0 {
		return "", fmt.Errorf("%d modules", n)
	}
	format := 0
	for i, at := range [][2]int{{8, 0}, {8, 1}, {8, 2}, {8, 3}, {8, 4}, {8, 5}, {8, 7}, {8, 8}, {7, 8}, {5, 8}, {4, 8}, {3, 8}, {2, 8}, {1, 8}, {0, 8}} {
		if dark[at[0]][at[1]] {
			format |= 1 << (14 - i)
		}
	}
	if format ^= 0x5412; format>>13 != 0 {
		return "", fmt.Errorf("level %d", format>>13)
	}
	masked := []func(y, x int) bool{
		func(y, x int) bool { return (y+x)%2 == 0 }, func(y, x int) bool { return y%2 == 0 }, func(y, x int) bool { return x%3 == 0 }, func(y, x int) bool { return (y+x)%3 == 0 },
		func(y, x int) bool { return (y/2+x/3)%2 == 0 }, func(y, x int) bool { return y*x%2+y*x%3 == 0 }, func(y, x int) bool { return (y*x%2+y*x%3)%2 == 0 }, func(y, x int) bool { return ((y+x)%2+y*x%3)%2 == 0 },
	}[format>>10&7]
	fixed := func(y, x int) bool {
		near := func(a int) bool { return version > 1 && a >= n-9 && a <= n-5 }
		return y == 6 || x == 6 || y < 9 && (x < 9 || x >= n-8) || x < 9 && y >= n-8 || near(y) && near(x)
	}
	var bits []bool
	for x, up := n-1, true; x > 0; x, up = x-2, !up {
		if x == 6 {
			x--
		}
		for i := range n {
			y := i
			if up {
				y = n - 1 - i
			}
			for _, at := range []int{x, x - 1} {
				if !fixed(y, at) {
					bits = append(bits, dark[y][at] != masked(y, at))
				}
			}
		}
	}
	value := func(from []bool, n int) (v int) {
		for _, bit := range from[:n] {
			v <<= 1
			if bit {
				v++
			}
		}
		return v
	}
	var data []bool
	for b := range blocks[0] {
		for i := range blocks[1] {
			data = append(data, bits[8*(i*blocks[0]+b):8*(i*blocks[0]+b)+8]...)
		}
	}
	if mode := value(data, 4); mode != 4 {
		return "", fmt.Errorf("mode %d", mode)
	}
	text := make([]byte, value(data[4:], 8))
	for i := range text {
		text[i] = byte(value(data[12+8*i:], 8))
	}
	return string(text), nil
}

const bars128 = "212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212" +
	"322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321" +
	"331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212" +
	"124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232"

// read128 reads a row of modules as Code 128.
func read128(dark []bool) (string, error) {
	var symbols []int
	for i := 0; i+13 < len(dark); i += 11 {
		pattern, run := "", 1
		for j := i + 1; j <= i+11; j++ {
			if j < i+11 && dark[j] == dark[j-1] {
				run++
				continue
			}
			pattern, run = pattern+fmt.Sprint(run), 1
		}
		at := strings.Index(bars128, pattern)
		for at >= 0 && at%6 != 0 {
			next := strings.Index(bars128[at+1:], pattern)
			if next < 0 {
				at = -1
				break
			}
			at += 1 + next
		}
		if at < 0 {
			return "", fmt.Errorf("no symbol %s", pattern)
		}
		symbols = append(symbols, at/6)
	}
	if len(symbols) < 3 {
		return "", errors.New("too short")
	}
	sum := symbols[0]
	for i, s := range symbols[1 : len(symbols)-1] {
		sum += (i + 1) * s
	}
	if sum%103 != symbols[len(symbols)-1] {
		return "", errors.New("the checksum is wrong")
	}
	set, text := symbols[0]-103, "" // 0, 1, 2: A, B, C
	for _, s := range symbols[1 : len(symbols)-1] {
		switch {
		case set == 2 && s < 100:
			text += fmt.Sprintf("%02d", s)
		case s >= 99 && s <= 101:
			set = slices.Index([]int{101, 100, 99}, s)
		case set == 0 && s >= 64:
			text += string(rune(s - 64))
		default:
			text += string(rune(s + 32))
		}
	}
	return text, nil
}
