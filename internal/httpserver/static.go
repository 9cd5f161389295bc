package httpserver

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Static serves content that does not change while the process runs, compressed
// for those who accept it, and revalidated by ETag.
type Static struct {
	contentType, policy, tag string
	plain, packed            func() []byte // made on the first request, which may never come
}

// NewStatic serves content of a type under a Content-Security-Policy.
func NewStatic(contentType, policy string, content []byte) *Static {
	return &Static{contentType, policy, tagged(content), func() []byte { return content }, sync.OnceValue(func() []byte { return pack(content) })}
}

// NewPacked serves content that the binary holds compressed.
func NewPacked(contentType, policy string, packed []byte) *Static {
	return &Static{contentType, policy, tagged(packed), sync.OnceValue(func() []byte { return unpack(packed) }), func() []byte { return packed }}
}

func tagged(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

func pack(content []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid, and a buffer takes everything
	_, _ = w.Write(content)
	_ = w.Close()
	return packed.Bytes()
}

func unpack(packed []byte) []byte {
	from, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic(err) // it is in the binary
	}
	content, err := io.ReadAll(from)
	if err != nil {
		panic(err)
	}
	return content
}

func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", s.contentType)
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache") // revalidate by ETag
	h.Set("Vary", "Accept-Encoding")
	tag, made := s.tag, s.plain
	if TakesGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		tag, made = tag+"-gzip", s.packed
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(made()))
}

// TakesGzip reports whether an Accept-Encoding header accepts gzip.
func TakesGzip(accepted string) bool {
	for coding := range strings.SplitSeq(accepted, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(coding), ";")
		if strings.EqualFold(name, "gzip") {
			return strings.Trim(strings.TrimPrefix(strings.TrimSpace(quality), "q="), "0.") != "" || quality == ""
		}
	}
	return false
}
