package typeset

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"
	"testing/fstest"
)

// The font is held as its authors published it: Noto Sans 2.015, Regular.
func TestFontIsTheOriginal(t *testing.T) {
	t.Parallel()
	sum := sha256.Sum256(notoSans())
	if got := hex.EncodeToString(sum[:]); got != "fe8c022f48d8dd29f17b744d16f9346f4357e16f7d4f7be58b000ae7c291b614" {
		t.Errorf("noto-sans.ttf has the SHA-256 %s", got)
	}
}

// Texts in the scripts of Europe are written; what no font has is known beforehand.
func TestWhatFontsLack(t *testing.T) {
	t.Parallel()
	fonts := Plain()
	for text, lacks := range map[string]bool{
		"Zażółć gęślą jaźń": false, "Ștefan, ț": false, "Tiếng Việt": false, "Ελληνικά": false, "Съешь ещё": false, "100 € – “yes”": false, "e\u0301\u200d": false,
		"写真": true, "カメラ": true, "📷": true, "עברית": true, "عربي": true, "नमस्ते": true,
	} {
		if fonts.Lacks(text) != lacks {
			t.Errorf("%s: lacks %t", text, !lacks)
		}
	}
}

// Long texts end in dots within their width, and words stay whole where they can.
func TestTextsFit(t *testing.T) {
	t.Parallel()
	d := Plain().Document(A4)
	for _, text := range []string{"", "Short", "Rolleiflex 2.8F with a planar lens", strings.Repeat("W", 300), "a b c d e f g h i j k l m n o p q r s t u v w x y z", "写真写真写真写真写真写真写真写真写真写真"} {
		lines := d.Fit(d.Set(text), 9, 2)
		if len(lines) > 2 {
			t.Errorf("%q: %d lines", text, len(lines))
		}
		for _, line := range lines {
			if Width(line) > 9 {
				t.Errorf("%q is too wide", written(line))
			}
		}
	}
	if lines := d.Fit(d.Set("Rolleiflex camera"), 6, 2); written(lines[0]) != "Rolleiflex" || written(lines[1]) != "camera" {
		t.Errorf("%v", lines)
	}
	if lines := d.Fit(d.Set("Rolleiflex camera"), 3, 1); !strings.HasSuffix(written(lines[0]), "…") {
		t.Errorf("%v", lines)
	}
}

// Fonts of an operator add what the others lack; what is no font is refused by its name.
func TestFontsOfAnOperator(t *testing.T) {
	t.Parallel()
	fonts, err := With(fstest.MapFS{"b.TTF": {Data: notoSans()}})
	if err != nil || len(fonts.all) != 2 {
		t.Fatal(err)
	}
	d := fonts.Document(A4)
	d.AddPage()
	d.Line(d.Set("x"), 9, 10, 10)
	if err := d.Output(io.Discard); err != nil {
		t.Error(err)
	}
	for name, dir := range map[string]fstest.MapFS{"no TrueType font": {"a.otf": {}}, "a.ttf": {"a.ttf": {Data: []byte("junk")}}, "cut.ttf": {"cut.ttf": {Data: notoSans()[:9000]}}} {
		if _, err := With(dir); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Scripts without spaces are broken between characters, but not before a mark that
// closes; words in them stay whole.
func TestBreaksWithoutSpaces(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, after rune }{{'漢', '字'}, {'字', 'a'}, {'a', '字'}, {'。', '次'}, {'a', ' '}} {
		if !parts(c.before, c.after) {
			t.Errorf("%c%c stay together", c.before, c.after)
		}
	}
	for _, c := range []struct{ before, after rune }{{'字', '。'}, {'「', '字'}, {'a', 'b'}, {'コ', 'ー'}, {'（', 'a'}} {
		if parts(c.before, c.after) {
			t.Errorf("%c%c are parted", c.before, c.after)
		}
	}
}
