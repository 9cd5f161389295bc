package api

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/files/picture"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// content is an answer with bytes. They are in memory, or the store has answered, before the status is
// sent.
type content struct {
	io.ReadSeeker
	kind, etag, disposition string
	lasts                   time.Duration // how long a signed address may be cached; 0 asks every time
	known                   bool          // the client has the bytes
	caching                 string        // for visitors, as Cache-Control
	once                    bool          // made for this request: whole, and not to be kept
}

// bytesOf is a route that answers with bytes.
func bytesOf(pattern string, open func(*Server, *request, postgres.Reader) (answer, error)) route {
	rt := newRoute(pattern, member, identity.View, "")
	rt.bytes = true
	rt.handle = func(s *Server, r *request) (answer, error) {
		reader, err := r.View(identity.View)
		if err != nil {
			return answer{}, err
		}
		return open(s, r, reader)
	}
	return rt
}

func photoFile(s *Server, r *request, reader postgres.Reader) (answer, error) {
	f := filter{query: r.query()}
	size := f.oneOf("size", []string{"thumb", "medium", "large", "original"})
	if err := f.wrong.Err(); err != nil {
		return answer{}, err
	}
	c, err := inventory.PhotoContent(r.Context(), reader, r.nth(0), r.nth(1))
	if err != nil {
		return answer{}, err
	}
	return s.photoContent(r, c, size)
}

func (s *Server) photoContent(r *request, c catalog.Content, size string) (answer, error) {
	if attachment.IsRendition(size) {
		return s.rendition(r, c, size)
	}
	kind, inline := attachment.ServedPhoto(c)
	return s.original(r, c, kind, c.Filename, inline)
}

// renditions is the version of the algorithm; another one makes other bytes.
const renditions = "1"

func (s *Server) rendition(r *request, c catalog.Content, size string) (answer, error) {
	a := &content{etag: etagOf(c, size+renditions)}
	if a.known = matches(r.Header.Values("If-None-Match"), a.etag); a.known {
		return answer{content: a}, nil
	}
	made, err := s.attachments.Rendition(r.Context(), c, size)
	if err != nil {
		return answer{}, err
	}
	a.ReadSeeker, a.kind = bytes.NewReader(made), picture.Kind(made)
	a.disposition = attachment.Disposition(strings.TrimSuffix(c.Filename, path.Ext(c.Filename))+"."+strings.TrimPrefix(a.kind, "image/"), true)
	return answer{content: a}, nil
}

// original is the stored bytes, sent as a type.
func (s *Server) original(r *request, c catalog.Content, kind, name string, inline bool) (answer, error) {
	a := &content{etag: etagOf(c, ""), kind: kind, disposition: attachment.Disposition(name, inline)}
	if a.known = matches(r.Header.Values("If-None-Match"), a.etag); a.known {
		return answer{content: a}, nil
	}
	from, err := s.attachments.Open(r.Context(), c, firstByte(r.Header.Get("Range")))
	if err != nil {
		return answer{}, err
	}
	a.ReadSeeker = from
	return answer{content: a}, nil
}

func etagOf(c catalog.Content, size string) string {
	return `"` + base64.RawURLEncoding.EncodeToString(c.SHA256[:12]) + size + `"`
}

var (
	rangeFrom   = regexp.MustCompile(`^bytes=([0-9]{1,15})-`)
	lastNothing = regexp.MustCompile(`^bytes=\s*-0+\s*$`)
)

// firstByte is where the answer to a Range begins, if that is easy to find.
func firstByte(header string) int64 {
	found := rangeFrom.FindStringSubmatch(header)
	if found == nil {
		return 0
	}
	from, _ := strconv.ParseInt(found[1], 10, 64)
	return from
}

// send sends the bytes, a range of them, or 304.
func (c *content) send(w http.ResponseWriter, r *http.Request) {
	defer c.close()
	patient(w)
	h := w.Header()
	if c.once {
		c.sendWhole(w, r)
		return
	}
	h.Set("Etag", c.etag)
	h.Set("Cache-Control", "private, no-cache")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	if c.lasts > 0 {
		h.Set("Cache-Control", fmt.Sprintf("private, max-age=%d", int64(c.lasts.Seconds())))
		h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	}
	if c.caching != "" {
		h.Set("Cache-Control", c.caching)
	}
	if c.known {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", c.kind)
	h.Set("Content-Disposition", c.disposition)
	if !strings.HasPrefix(r.Header.Get("Range"), "bytes=") { // other units must be ignored
		r.Header.Del("Range")
	}
	out := &contentWriter{ResponseWriter: w, content: c, request: r}
	if lastNothing.MatchString(r.Header.Get("Range")) { // ServeContent would send no bytes as a part
		out.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
		return
	}
	http.ServeContent(out, r, "", time.Time{}, c.ReadSeeker)
}

// sendWhole sends bytes made for this request, without ranges or caching.
func (c *content) sendWhole(w http.ResponseWriter, r *http.Request) {
	sum := sha256.New()
	size, _ := io.Copy(sum, c)
	_, _ = c.Seek(0, io.SeekStart) // a file just written
	h := w.Header()
	h.Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(sum.Sum(nil))+":")
	h.Set("Content-Security-Policy", "sandbox; default-src 'none'")
	h.Set("Content-Type", c.kind)
	h.Set("Content-Disposition", c.disposition)
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, c) // the client may be gone
	}
}

// contentWriter turns the errors of ServeContent into JSON.
type contentWriter struct {
	http.ResponseWriter
	content *content
	request *http.Request
	refused bool
}

var contentRefusals = map[int]answer{http.StatusPreconditionFailed: changedMeanwhile,
	http.StatusRequestedRangeNotSatisfiable: message(http.StatusRequestedRangeNotSatisfiable, "The file has no such part.")}

func (w *contentWriter) WriteHeader(status int) {
	refusal, refused := contentRefusals[status]
	if w.refused = refused; !refused {
		w.ResponseWriter.WriteHeader(status)
		return
	}
	h := w.Header()
	for _, name := range []string{"Etag", "Content-Disposition"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "no-store")
	if status == http.StatusRequestedRangeNotSatisfiable {
		size, _ := w.content.Seek(0, io.SeekEnd)
		h.Set("Content-Range", "bytes */"+strconv.FormatInt(size, 10))
	}
	send(w.ResponseWriter, w.request, refusal)
}

func (w *contentWriter) Write(b []byte) (int, error) {
	if w.refused {
		return len(b), nil
	}
	return w.ResponseWriter.Write(b)
}

func (c *content) close() {
	if from, ok := c.ReadSeeker.(io.Closer); ok {
		from.Close()
	}
}

// close releases the bytes of an answer that is not sent.
func (a answer) close() {
	if a.content != nil {
		a.content.close()
	}
}
