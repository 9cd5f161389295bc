package gallery

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"image"
	"image/jpeg"
	"image/png"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"

	"vitrine/test/faults/load"
)

// Album is the photos of one item.
type Album struct {
	*load.Account
	Item int64
	Pool []*Photo // what its photographer sends again and again; without it every picture is new

	mu     sync.Mutex
	photos []*Photo
}

// Photo is a picture that was sent, and what became of it.
type Photo struct {
	Name    string // of its file
	Content []byte
	ID      string // once it is acknowledged

	// Guarded by the album.
	fate       fate
	busy       bool // it is being deleted
	renditions map[string][32]byte
}

type fate int

const (
	unknown fate = iota // no answer: it may be there
	kept                // acknowledged
	refused             // not done
	deleted             // acknowledged
	fading              // its deletion may have been done
)

// New is a picture that nobody has sent before. Like all that Go writes it has no
// metadata, so that the original is what was sent.
func New(large bool) *Photo {
	edge := 48
	if large {
		edge = 600
	}
	m := image.NewNRGBA(image.Rect(0, 0, edge, edge))
	seed := make([]byte, 1024)
	_, _ = rand.Read(seed)
	for i := range m.Pix {
		m.Pix[i] = seed[i%len(seed)] | byte(i)
		if i%4 == 3 {
			m.Pix[i] = 255
		}
	}
	p := &Photo{Name: strings.ToLower(rand.Text()), renditions: map[string][32]byte{}}
	var b bytes.Buffer
	if large {
		_ = jpeg.Encode(&b, m, nil) // a buffer takes everything
		p.Name += ".jpg"
	} else {
		_ = png.Encode(&b, m)
		p.Name += ".png"
	}
	p.Content = b.Bytes()
	return p
}

// next is what to send: of the pool, something that the item does not have.
func (a *Album) next(random *mathrand.Rand) *Photo {
	if len(a.Pool) == 0 {
		return New(random.IntN(40) == 0)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	free := a.free()
	if len(free) == 0 {
		return New(false)
	}
	return free[random.IntN(len(free))].again()
}

// again is another photo of the same bytes.
func (p *Photo) again() *Photo {
	return &Photo{Name: strings.ToLower(rand.Text()) + ".png", Content: p.Content, renditions: map[string][32]byte{}}
}

// free is what of the pool the item does not have.
func (a *Album) free() []*Photo {
	return slices.DeleteFunc(slices.Clone(a.Pool), func(content *Photo) bool {
		return slices.ContainsFunc(a.photos, func(p *Photo) bool {
			return p.fate != deleted && p.fate != refused && bytes.Equal(p.Content, content.Content)
		})
	})
}

// mostPhotos is below what an item may have.
const mostPhotos = 80

// hasRoom reports whether another photo may be sent.
func (a *Album) hasRoom() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.Pool) > 0 {
		return len(a.free()) > 0
	}
	return len(a.there()) < mostPhotos
}

func (p *Photo) sum() [32]byte { return sha256.Sum256(p.Content) }

// pick draws a photo that is there; nil if there is none.
func (a *Album) pick(random *mathrand.Rand) *Photo {
	a.mu.Lock()
	defer a.mu.Unlock()
	there := a.there()
	if len(there) == 0 {
		return nil
	}
	return there[random.IntN(len(there))]
}

func (a *Album) there() []*Photo {
	return slices.DeleteFunc(slices.Clone(a.photos), func(p *Photo) bool { return p.fate != kept || p.busy })
}

// settle records what became of a photo.
func (a *Album) settle(p *Photo, f fate, id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !slices.Contains(a.photos, p) {
		a.photos = append(a.photos, p)
	}
	if p.busy, p.fate = false, f; id != "" {
		p.ID = id
	}
}

// reserve keeps others away from a photo that is to be deleted.
func (a *Album) reserve(p *Photo) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if p.busy || p.fate != kept {
		return false
	}
	p.busy = true
	return true
}
