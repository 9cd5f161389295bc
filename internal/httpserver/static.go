package httpserver

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"sync"
	"time"
)

// Static serves content that does not change while the process runs, compressed
// for those who accept it, and revalidated by ETag.
type Static struct {
	contentType, policy, tag string
	content                  []byte
	packed                   func() []byte // at the first request for it: not every process is asked
}

// NewStatic serves content of a type under a Content-Security-Policy.
func NewStatic(contentType, policy string, content []byte) *Static {
	sum := sha256.Sum256(content)
	tag := base64.RawURLEncoding.EncodeToString(sum[:16])
	return &Static{contentType, policy, tag, content, sync.OnceValue(func() []byte { return pack(content) })}
}

func pack(content []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression) // the level is valid, and a buffer takes everything
	_, _ = w.Write(content)
	_ = w.Close()
	return packed.Bytes()
}

func (s *Static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", s.contentType)
	h.Set("Content-Security-Policy", s.policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-cache") // revalidate by ETag
	h.Set("Vary", "Accept-Encoding")
	tag, content := s.tag, s.content
	if TakesGzip(r.Header.Get("Accept-Encoding")) {
		h.Set("Content-Encoding", "gzip")
		tag, content = tag+"-gzip", s.packed()
	}
	h.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
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
