package gallery

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"time"
)

// Answer is an answer; status 0 means none.
type Answer struct {
	Status  int
	Header  http.Header
	Body    []byte
	Took    time.Duration
	Failure string // why there is none

	began time.Time
}

// ID is that of the object in the answer.
func (a Answer) ID() string {
	var made struct{ Data struct{ ID string } }
	_ = json.Unmarshal(a.Body, &made) // none
	return made.Data.ID
}

func (g *Gallery) send(a *Album, method, url, kind, key string, body []byte) (got Answer) {
	got.began = time.Now()
	defer func() { got.Took = time.Since(got.began) }()
	req, err := http.NewRequest(method, url, bytes.NewReader(body))
	if err != nil {
		panic(err) // our own URL
	}
	req.Header.Set("Authorization", "Bearer "+a.Token)
	if kind != "" {
		req.Header.Set("Content-Type", kind)
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := g.client.Do(req)
	if err != nil {
		got.Failure = err.Error()
		return got
	}
	defer res.Body.Close()
	if got.Body, err = io.ReadAll(res.Body); err != nil {
		got.Failure = err.Error()
		return got
	}
	got.Status, got.Header = res.StatusCode, res.Header
	return got
}

func (a *Album) path() string { return fmt.Sprintf("/api/items/%d/photos", a.Item) }

// Upload sends a photo and records what became of it.
func (g *Gallery) Upload(a *Album, base string, p *Photo, keyed bool) Answer {
	got := g.Post(a, base, p, keyed)
	switch {
	case got.Status == http.StatusCreated:
		a.settle(p, kept, got.ID())
	case got.Status == 0 || got.Status == http.StatusConflict:
		a.settle(p, unknown, "")
	default:
		a.settle(p, refused, "")
		if got.Status != http.StatusServiceUnavailable {
			g.complain("an upload was answered %d: %s", got.Status, got.Body)
		}
	}
	return got
}

// Keep records that a photo is there.
func (a *Album) Keep(p *Photo, id string) { a.settle(p, kept, id) }

// Post sends a photo, with its name as Idempotency-Key if keyed.
func (g *Gallery) Post(a *Album, base string, p *Photo, keyed bool) Answer {
	var form bytes.Buffer
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", p.Name)
	if err == nil {
		_, err = part.Write(p.Content)
	}
	if err != nil {
		panic(err) // a buffer takes everything
	}
	_ = parts.Close()
	key := ""
	if keyed {
		key = p.Name
	}
	got := g.send(a, http.MethodPost, base+a.path(), parts.FormDataContentType(), key, form.Bytes())
	g.note(&g.uploads, got)
	return got
}

// Read reads a photo in a size and compares it with what was sent, or with what it
// was when it was first read.
func (g *Gallery) Read(a *Album, base string, p *Photo, size string) Answer {
	got := g.send(a, http.MethodGet, base+a.path()+"/"+p.ID+"/file?size="+size, "", "", nil)
	g.note(&g.reads, got)
	a.mu.Lock()
	defer a.mu.Unlock()
	if p.busy || p.fate != kept {
		return got // raced with its deletion
	}
	switch sum := sha256.Sum256(got.Body); {
	case got.Status == 0 || got.Status == http.StatusServiceUnavailable:
	case got.Status != http.StatusOK:
		g.complain("a photo was answered %d: %s", got.Status, got.Body)
	case size == "original" && sum != p.sum():
		g.complain("the original of a photo has other bytes than were sent")
	case p.renditions[size] != [32]byte{} && p.renditions[size] != sum:
		g.complain("the size %s of a photo has other bytes than before", size)
	default:
		p.renditions[size] = sum
	}
	return got
}

// Delete deletes a photo, unless somebody else does.
func (g *Gallery) Delete(a *Album, base string, p *Photo) {
	if !a.reserve(p) {
		return
	}
	got := g.send(a, http.MethodDelete, base+a.path()+"/"+p.ID, "", "", nil)
	g.note(&g.deletions, got)
	if got.Status == http.StatusNoContent {
		a.settle(p, deleted, "")
		g.send(a, http.MethodDelete, base+"/api/trash", "", "", nil) // which would keep its file
		return
	}
	a.settle(p, fading, "")
	if got.Status != 0 && got.Status != http.StatusServiceUnavailable {
		g.complain("a deletion was answered %d: %s", got.Status, got.Body)
	}
}

// ReadAll reads every acknowledged photo, and requires that it is there.
func (g *Gallery) ReadAll(base string) (n int) {
	for _, a := range g.Albums {
		a.mu.Lock()
		there := a.there()
		a.mu.Unlock()
		for _, p := range there {
			for _, size := range []string{"original", "thumb"} {
				if got := g.Read(a, base, p, size); got.Status != http.StatusOK {
					g.complain("in the end, the %s of an acknowledged photo is answered %d", size, got.Status)
				}
			}
			n++
		}
	}
	return n
}

// Renew deletes every acknowledged photo that cannot be read, and uploads it again.
func (g *Gallery) Renew(base string) (n int) {
	for _, a := range g.Albums {
		a.mu.Lock()
		there := a.there()
		a.mu.Unlock()
		for _, p := range there {
			if g.Read(a, base, p, "original").Status == http.StatusOK {
				continue
			}
			g.Delete(a, base, p)
			g.Upload(a, base, p.again(), false)
			n++
		}
	}
	return n
}
