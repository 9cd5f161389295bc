package picture

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
)

// Size is a rendition, by the pixels of its longest edge.
type Size struct {
	Name string
	Edge int
}

var (
	Thumb  = Size{"thumb", 320}
	Medium = Size{"medium", 1024}
	Large  = Size{"large", 2048}
)

// Photo is a picture that was read.
type Photo struct {
	Kind          string
	Width, Height int // upright
	Metadata
	Stripped []byte // without metadata
	Thumb    []byte
}

// Read strips a photo of its metadata, and makes the smallest rendition of the result. It calls load
// once there is memory.
func (b *Budget) Read(ctx context.Context, h Header, size int64, load func() ([]byte, error)) (p Photo, err error) {
	err = b.within(ctx, h.Weight+2*size, func() error {
		content, err := load()
		if err != nil {
			return err
		}
		p.Kind, p.Metadata = h.Kind, ReadMetadata(h.Kind, content)
		if p.Stripped, err = strip(h.Kind, content, p.Metadata); err != nil {
			return err
		}
		p.Thumb, err = renderAgain(h, p.Stripped, p.Orientation)
		return err
	})
	p.Width, p.Height = h.Width, h.Height
	if sideways(p.Orientation) {
		p.Width, p.Height = h.Height, h.Width
	}
	return p, err
}

// renderAgain makes the smallest rendition of a stripped picture, which proves that it can be shown.
// Its header must be unchanged.
func renderAgain(h Header, stripped []byte, orientation int) ([]byte, error) {
	again, err := Look(bytes.NewReader(stripped))
	if err != nil || again.canvas() != h.canvas() || again.Weight > h.Weight {
		return nil, errBroken
	}
	return render(h, stripped, orientation, Thumb)
}

// Thumbnail is the smallest rendition of a picture in memory.
func Thumbnail(m image.Image) ([]byte, error) {
	w, h := fit(m.Bounds().Dx(), m.Bounds().Dy(), Thumb.Edge)
	return encode(scaled(m, m.Bounds(), w, h), nil)
}

// Render makes a rendition.
func (b *Budget) Render(ctx context.Context, h Header, size int64, to Size, load func() ([]byte, error)) (made []byte, err error) {
	err = b.within(ctx, h.Weight+size, func() error {
		content, err := load()
		if err != nil {
			return err
		}
		made, err = render(h, content, ReadMetadata(h.Kind, content).Orientation, to)
		return err
	})
	return made, err
}

func strip(kind string, content []byte, m Metadata) ([]byte, error) {
	return map[string]func([]byte, Metadata) ([]byte, error){
		"image/jpeg": strippedJPEG, "image/png": strippedPNG, "image/webp": strippedWebP, "image/gif": strippedGIF,
	}[kind](content, m)
}

func render(h Header, content []byte, orientation int, to Size) ([]byte, error) {
	m, err := decode(h, content)
	if err != nil {
		return nil, err
	}
	w, height := fit(h.Width, h.Height, to.Edge)
	small := upright(scaled(m, h.canvas(), w, height), orientation)
	return encode(small, profile(h.Kind, content))
}

// encode writes a JPEG, or a PNG if the picture is transparent.
func encode(m image.Image, profile []byte) ([]byte, error) {
	var b bytes.Buffer
	if see, ok := m.(*image.RGBA); ok && !see.Opaque() {
		plain := image.NewNRGBA(see.Rect) // as a PNG stores it
		draw.Draw(plain, plain.Rect, see, see.Rect.Min, draw.Src)
		if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&b, plain); err != nil {
			return nil, err
		}
		if profile == nil {
			return b.Bytes(), nil
		}
		return withPNGProfile(b.Bytes(), profile), nil
	}
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 85}); err != nil {
		return nil, err
	}
	return withJPEGProfile(b.Bytes(), profile), nil
}

// maxProfile limits the colour profile, which every rendition repeats.
const maxProfile = 512 << 10

// profile is the colour profile of a picture, if it fits the RGB that renditions are in.
func profile(kind string, content []byte) []byte {
	var found []byte
	switch kind {
	case "image/jpeg":
		found = profileOfJPEG(content)
	case "image/png":
		found = unpacked(pngChunk(content, "iCCP"))
	case "image/webp":
		found = webpChunk(content, "ICCP")
	}
	if len(found) < 128 || len(found) > maxProfile || string(found[16:20]) != "RGB " || string(found[36:40]) != "acsp" {
		return nil
	}
	return found
}
