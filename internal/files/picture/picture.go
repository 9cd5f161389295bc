// Package picture reads photos that strangers send: it looks at the header before
// it decodes, takes the memory it needs from one budget, turns pictures upright,
// makes smaller renditions and removes metadata. It knows bytes, not accounts.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"

	"golang.org/x/image/webp"
)

const (
	maxPixels = 50_000_000
	maxEdge   = 65_535    // as in a JPEG
	maxWeight = 256 << 20 // bytes that decoding one picture may take, and all pictures together
)

// Refused says why bytes are not accepted as a photo, in a sentence for the sender.
type Refused string

func (r Refused) Error() string { return string(r) }

const (
	errKind   = Refused("The file must be a JPEG, PNG, WebP or GIF picture.")
	errPixels = Refused("The picture must not have more than 50 megapixels.")
	errEdge   = Refused("The picture must not be wider or higher than 65,535 pixels.")
	errHeavy  = Refused("The picture takes too much memory to read. Save it as a baseline JPEG, or smaller.")
	errBroken = Refused("The picture cannot be read. The file seems to be damaged.")
)

// Header is what the header of a picture says.
type Header struct {
	Kind          string // the MIME type
	Width, Height int    // as stored, not upright
	Weight        int64  // bytes of memory that decoding takes
}

func (h Header) canvas() image.Rectangle { return image.Rect(0, 0, h.Width, h.Height) }

type format struct {
	config func(io.Reader) (image.Config, error)
	decode func(io.Reader) (image.Image, error)
}

var formats = map[string]format{
	"image/jpeg": {jpeg.DecodeConfig, jpeg.Decode},
	"image/png":  {png.DecodeConfig, png.Decode},
	"image/gif":  {gif.DecodeConfig, gif.Decode},
	"image/webp": {webp.DecodeConfig, decodeWebP},
}

// Look reads the header. It is Refused if the bytes are no picture or one that is too large.
func Look(from io.ReadSeeker) (Header, error) {
	head, err := start(from)
	if err != nil {
		return Header{}, err
	}
	h := Header{Kind: Kind(head)}
	f, ok := formats[h.Kind]
	if !ok {
		return h, errKind
	}
	config, err := f.config(from)
	if err != nil || config.Width <= 0 || config.Height <= 0 {
		return h, errBroken
	}
	h.Width, h.Height = config.Width, config.Height
	pixels := int64(h.Width) * int64(h.Height)
	if pixels > maxPixels {
		return h, errPixels
	}
	if max(h.Width, h.Height) > maxEdge {
		return h, errEdge
	}
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return h, err
	}
	weight, err := weigh(h.Kind, from, config)
	if err != nil {
		return h, err
	}
	if h.Weight = int64(weight * float64(pixels)); h.Weight > maxWeight {
		return h, errHeavy
	}
	return h, nil
}

// decode decodes the first frame of a picture.
func decode(h Header, content []byte) (m image.Image, err error) {
	defer func() { // third-party decoders meet hostile bytes
		if failure := recover(); failure != nil {
			err = errors.Join(errBroken, fmt.Errorf("decoder: %v", failure))
		}
	}()
	m, err = formats[h.Kind].decode(bytes.NewReader(content))
	if err != nil || !m.Bounds().In(h.canvas()) {
		return nil, errBroken
	}
	return m, nil
}

// start returns the first bytes, and rewinds.
func start(from io.ReadSeeker) ([]byte, error) {
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	head := make([]byte, 4096)
	n, err := io.ReadFull(from, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, err
	}
	_, err = from.Seek(0, io.SeekStart)
	return head[:n], err
}
