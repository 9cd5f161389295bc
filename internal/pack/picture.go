package pack

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // renditions with transparency

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/draw"

	"vitrine/internal/catalog"
)

// quality is that of the photos in the documents.
const quality = 82

// album draws photos into a document, each stored once, in no more pixels than are visible.
type album struct {
	*paper
	read    func(context.Context, catalog.PackPhoto) ([]byte, error)
	edge    int // pixels of the longer side
	drawn   map[string]shape
	missing *int64
}

// shape is the name and size of a photo in the document.
type shape struct {
	name          string
	width, height float64
}

// lost is a photo that could not be read: an empty square.
var lost = shape{width: 1, height: 1}

func (p *paper) album(edge int, read func(context.Context, catalog.PackPhoto) ([]byte, error), missing *int64) *album {
	return &album{paper: p, read: read, edge: edge, drawn: map[string]shape{}, missing: missing}
}

// photo draws a photo in the middle of a square. Unreadable ones are counted.
func (a *album) photo(ctx context.Context, photo *catalog.PackPhoto, x, y, side float64) error {
	if photo == nil {
		a.empty(x, y, side, side)
		return nil
	}
	s, err := a.shape(ctx, *photo)
	if err != nil {
		return err
	}
	w, h := side, side*s.height/s.width
	if s.height > s.width {
		w, h = side*s.width/s.height, side
	}
	a.draw(s, x+(side-w)/2, y+(side-h)/2, w, h)
	return a.Error()
}

// band draws photos in one row of equal height, lower if the row would be too wide.
func (a *album) band(ctx context.Context, photos []catalog.PackPhoto, tall float64) error {
	const between = 3.0
	var shapes []shape
	wide := 0.0
	for _, photo := range photos {
		s, err := a.shape(ctx, photo)
		if err != nil {
			return err
		}
		shapes, wide = append(shapes, s), wide+s.width/s.height
	}
	tall = min(tall, (a.room()-between*float64(len(shapes)-1))/wide)
	x := a.left()
	for _, s := range shapes {
		a.draw(s, x, a.y, tall*s.width/s.height, tall)
		x += tall*s.width/s.height + between
	}
	a.y += tall
	return a.Error()
}

// shape is a photo of the document.
func (a *album) shape(ctx context.Context, photo catalog.PackPhoto) (shape, error) {
	s, known := a.drawn[photo.Object]
	if !known {
		var err error
		if s, err = a.take(ctx, photo); err != nil {
			return s, err
		}
		a.drawn[photo.Object] = s
	}
	if s.name == "" {
		*a.missing++
	}
	return s, nil
}

func (a *album) draw(s shape, x, y, w, h float64) {
	if s.name == "" {
		a.empty(x, y, w, h)
		return
	}
	a.ImageOptions(s.name, x, y, w, h, false, fpdf.ImageOptions{ImageType: "JPG"}, 0, "")
}

// empty fills the place of a missing photo.
func (a *album) empty(x, y, w, h float64) {
	a.SetFillColor(244, 244, 245)
	a.Rect(x, y, w, h, "F")
}

// take reads a photo and reduces it to the size shown. An unreadable photo does not stop the pack;
// only the end of the context does.
func (a *album) take(ctx context.Context, photo catalog.PackPhoto) (shape, error) {
	content, err := a.read(ctx, photo)
	if ctx.Err() != nil {
		return shape{}, ctx.Err()
	}
	if err != nil {
		return lost, nil
	}
	decoded, _, err := image.Decode(bytes.NewReader(content))
	if err != nil || decoded.Bounds().Empty() {
		return lost, nil
	}
	content, size, err := reduced(decoded, a.edge)
	if err != nil {
		return shape{}, err
	}
	name := fmt.Sprintf("photo%d", len(a.drawn))
	a.RegisterImageOptionsReader(name, fpdf.ImageOptions{ImageType: "JPG"}, bytes.NewReader(content))
	return shape{name, float64(size.X), float64(size.Y)}, a.Error()
}

// reduced draws a picture on white, with its longer side at most edge.
func reduced(m image.Image, edge int) (content []byte, size image.Point, err error) {
	size = m.Bounds().Size()
	if longer := max(size.X, size.Y); longer > edge {
		size = image.Pt(max(1, size.X*edge/longer), max(1, size.Y*edge/longer))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(small, small.Rect, image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.BiLinear.Scale(small, small.Rect, m, m.Bounds(), draw.Over, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, small, &jpeg.Options{Quality: quality})
	return out.Bytes(), size, err
}
