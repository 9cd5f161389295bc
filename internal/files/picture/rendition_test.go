package picture

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"vitrine/internal/files/hostile"
)

var (
	red, green    = color.NRGBA{220, 30, 30, 255}, color.NRGBA{30, 200, 30, 255}
	blue, yellow  = color.NRGBA{30, 30, 220, 255}, color.NRGBA{220, 220, 30, 255}
	black, white  = color.NRGBA{0, 0, 0, 255}, color.NRGBA{255, 255, 255, 255}
	nothing       = color.NRGBA{}
	quarters      = [4]color.NRGBA{red, green, blue, yellow} // in reading order
	sizeOfQuarter = image.Pt(800, 600)
)

// painted fills a picture with four colours.
func painted(m interface {
	image.Image
	Set(x, y int, c color.Color)
}) image.Image {
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for y := range h {
		for x := range w {
			m.Set(x, y, quarters[y*2/h*2+x*2/w])
		}
	}
	return m
}

func jpegOf(m image.Image) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: 95})
	return b.Bytes()
}

func pngOf(m image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return b.Bytes()
}

func gifOf(m *image.Paletted, w, h int) []byte {
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{m}, Delay: []int{0}, Config: image.Config{ColorModel: m.Palette, Width: w, Height: h}})
	return b.Bytes()
}

// rendered makes a rendition and decodes it.
func rendered(t *testing.T, content []byte, size Size) (m image.Image, format string, encoded []byte) {
	t.Helper()
	h, err := Look(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	encoded, err = NewBudget().Render(t.Context(), h, int64(len(content)), size, func() ([]byte, error) { return content, nil })
	if err != nil {
		t.Fatal(err)
	}
	m, format, err = image.Decode(bytes.NewReader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	return m, format, encoded
}

// shows compares the colours in the middle of the quarters.
func shows(t *testing.T, m image.Image, want [4]color.NRGBA) {
	t.Helper()
	w, h := m.Bounds().Dx(), m.Bounds().Dy()
	for i, c := range want {
		x, y := w/4+i%2*(w/2), h/4+i/2*(h/2)
		got := color.NRGBAModel.Convert(m.At(x, y)).(color.NRGBA)
		if far(got.R, c.R) || far(got.G, c.G) || far(got.B, c.B) || far(got.A, c.A) {
			t.Errorf("quarter %d is %v, want %v", i, got, c)
		}
	}
}

func far(a, b byte) bool { return max(a, b)-min(a, b) > 6 }

func TestRenditionsHaveTheirSize(t *testing.T) {
	for _, c := range []struct {
		w, h int
		size Size
		want image.Point
	}{
		{1600, 1200, Thumb, image.Pt(320, 240)}, {1200, 1600, Thumb, image.Pt(240, 320)}, {4032, 3024, Large, image.Pt(2048, 1536)},
		{1600, 1200, Medium, image.Pt(1024, 768)}, {1025, 1023, Medium, image.Pt(1024, 1022)}, {321, 1, Thumb, image.Pt(320, 1)},
		{100, 50, Large, image.Pt(100, 50)}, {1, 1, Thumb, image.Pt(1, 1)}, {2000, 3, Thumb, image.Pt(320, 1)},
	} {
		m, _, _ := rendered(t, jpegOf(image.NewGray(image.Rect(0, 0, c.w, c.h))), c.size)
		if m.Bounds().Size() != c.want {
			t.Errorf("%d by %d as %s is %v, want %v", c.w, c.h, c.size.Name, m.Bounds().Size(), c.want)
		}
	}
}

func TestRenditionsHaveTheirColours(t *testing.T) {
	canvas := image.Rect(0, 0, 2*sizeOfQuarter.X+1, 2*sizeOfQuarter.Y+1) // odd, as subsampling does not like it
	palette := color.Palette{red, green, blue, yellow, nothing}
	grey := [4]color.NRGBA{}
	for i, c := range quarters {
		y := color.GrayModel.Convert(c).(color.Gray).Y
		grey[i] = color.NRGBA{y, y, y, 255}
	}
	for name, c := range map[string]struct {
		content []byte
		want    [4]color.NRGBA
	}{
		"jpeg":            {jpegOf(painted(image.NewNRGBA(canvas))), quarters},
		"jpeg, grey":      {jpegOf(painted(image.NewGray(canvas))), grey},
		"png":             {pngOf(painted(image.NewRGBA(canvas))), quarters},
		"png, 16 bits":    {pngOf(painted(image.NewNRGBA64(canvas))), quarters},
		"png, grey":       {pngOf(painted(image.NewGray(canvas))), grey},
		"png, grey, 16":   {pngOf(painted(image.NewGray16(canvas))), grey},
		"png, palette":    {pngOf(painted(image.NewPaletted(canvas, palette))), quarters},
		"gif":             {gifOf(painted(image.NewPaletted(canvas, palette)).(*image.Paletted), canvas.Dx(), canvas.Dy()), quarters},
		"webp":            {hostile.Sample("webp"), [4]color.NRGBA{black, white, black, white}},
		"webp, animated":  {hostile.Sample("webp-animated"), [4]color.NRGBA{black, white, black, white}},
		"jpeg, four inks": {cmyk(t), [4]color.NRGBA{black, white, black, white}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range []Size{Thumb, Medium} {
				m, format, _ := rendered(t, c.content, size)
				if format != "jpeg" {
					t.Errorf("%s, want jpeg", format)
				}
				shows(t, m, c.want)
			}
		})
	}
}

func TestTransparentPicturesBecomePNG(t *testing.T) {
	half := image.NewNRGBA(image.Rect(0, 0, 800, 600))
	for i := range half.Pix {
		half.Pix[i] = []byte{220, 30, 30, 128}[i%4]
	}
	glass := color.NRGBA{220, 30, 30, 128}
	small := image.NewPaletted(image.Rect(400, 0, 800, 300), color.Palette{red, nothing})
	for name, c := range map[string]struct {
		content []byte
		want    [4]color.NRGBA
	}{
		"png": {pngOf(half), [4]color.NRGBA{glass, glass, glass, glass}},
		"gif whose frame is smaller than its canvas": {gifOf(small, 800, 600), [4]color.NRGBA{nothing, red, nothing, nothing}},
		"webp":           {hostile.Sample("webp-alpha"), [4]color.NRGBA{{200, 30, 30, 255}, nothing, {200, 30, 30, 255}, nothing}},
		"webp, lossless": {hostile.Sample("webp-lossless"), [4]color.NRGBA{{200, 30, 30, 255}, nothing, {200, 30, 30, 255}, nothing}},
	} {
		t.Run(name, func(t *testing.T) {
			m, format, _ := rendered(t, c.content, Thumb)
			if format != "png" {
				t.Errorf("%s, want png", format)
			}
			shows(t, m, c.want)
		})
	}
}

// upside holds the quarters as they lie in a file, for each orientation.
var upside = map[int][4]color.NRGBA{
	1: {red, green, blue, yellow}, 2: {green, red, yellow, blue}, 3: {yellow, blue, green, red}, 4: {blue, yellow, red, green},
	5: {red, blue, green, yellow}, 6: {green, yellow, red, blue}, 7: {yellow, green, blue, red}, 8: {blue, red, yellow, green},
}

func TestRenditionsAreUpright(t *testing.T) {
	for orientation, stored := range upside {
		for _, kind := range []string{"jpeg", "png"} {
			t.Run(fmt.Sprintf("%s, %d", kind, orientation), func(t *testing.T) {
				m, size := image.NewNRGBA(image.Rect(0, 0, 800, 600)), image.Pt(320, 240)
				for y := range 600 {
					for x := range 800 {
						m.Set(x, y, stored[y/300*2+x/400])
					}
				}
				if orientation >= 5 {
					size = image.Pt(240, 320)
				}
				content := map[string]func(image.Image) []byte{"jpeg": jpegOf, "png": pngOf}[kind](m)
				tiff := hostile.TIFF(binary.LittleEndian, hostile.Directories{
					Picture:   []hostile.Tag{{ID: 0x112, Kind: 3, Value: []byte{byte(orientation), 0}}},
					Thumbnail: []hostile.Tag{{ID: 0x112, Kind: 3, Value: []byte{3, 0}}}, // of the thumbnail only
				})
				content = hostile.InEXIF(kind, content, tiff)
				made, _, _ := rendered(t, content, Thumb)
				if made.Bounds().Size() != size {
					t.Errorf("the size is %v, want %v", made.Bounds().Size(), size)
				}
				shows(t, made, quarters)
				p, err := read(t, content)
				if err != nil || p.Orientation != orientation || (p.Width < p.Height) != (orientation >= 5) {
					t.Errorf("%d by %d, orientation %d, %v", p.Width, p.Height, p.Orientation, err)
				}
			})
		}
	}
}
