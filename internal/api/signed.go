package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"slices"
	"time"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/identity"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

// A signed address shows one file to whoever has it, for an hour or two. It acts for
// the key that asked for it, and is signed with that key's hash: it ends with the
// key, the user and the file.

type signedKind byte

const (
	signedPhoto signedKind = iota + 1
	signedDocument
)

// signable names the file of a photo or of a document; the zero value names none.
type signable struct {
	kind       signedKind
	parent, id int64
}

// signedSizes are the sizes of an address, which contains the index.
var signedSizes = []string{"", "original", "thumb", "medium", "large"}

const (
	signedVersion = 1
	macLength     = 16
	macLabel      = "vitrine signed address\x00"
)

// sign is the path of a signed address.
func sign(actor identity.Actor, tokenHash []byte, s signable, size string, until time.Time) string {
	message := []byte{signedVersion, byte(s.kind), byte(slices.Index(signedSizes, size))}
	for _, n := range []int64{actor.AccountID, actor.UserID, actor.KeyID, s.parent, s.id, until.Unix()} {
		message = binary.AppendUvarint(message, uint64(n))
	}
	return "/api/signed/" + base64.RawURLEncoding.EncodeToString(append(message, mac(tokenHash, message)...))
}

func mac(key, message []byte) []byte {
	h := hmac.New(sha256.New, key)
	h.Write([]byte(macLabel))
	h.Write(message)
	return h.Sum(nil)[:macLength]
}

// signedAddress is the content of a signed address, before its signature is checked.
type signedAddress struct {
	signable
	size               string
	account, user, key int64
	until              time.Time
	message, signature []byte
}

func parseAddress(token string) (a signedAddress, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) < 3+6+macLength || len(raw) > 128 || raw[0] != signedVersion || int(raw[2]) >= len(signedSizes) {
		return a, false
	}
	a.message, a.signature = raw[:len(raw)-macLength], raw[len(raw)-macLength:]
	a.kind, a.size = signedKind(raw[1]), signedSizes[raw[2]]
	rest, until := a.message[3:], int64(0)
	for _, to := range []*int64{&a.account, &a.user, &a.key, &a.parent, &a.id, &until} {
		n, length := binary.Uvarint(rest)
		if length <= 0 || n > 1<<62 {
			return a, false
		}
		*to, rest = int64(n), rest[length:]
	}
	a.until = time.Unix(until, 0)
	return a, len(rest) == 0
}

var signed = []route{openBytes("GET /api/signed/{token}", getSigned)}

// openBytes is a route that answers anybody with bytes.
func openBytes(pattern string, handle func(*Server, *request) (answer, error)) route {
	rt := newRoute(pattern, anybody, 0, "")
	rt.bytes, rt.handle = true, handle
	return rt
}

func getSigned(s *Server, r *request) (answer, error) {
	a, ok := parseAddress(r.PathValue("token"))
	left := a.until.Sub(s.Now())
	if !ok || left <= 0 {
		return answer{}, fault.ErrNotFound
	}
	scope, err := s.KeyScope(r.Context(), a.account, a.key, func(actor identity.Actor, tokenHash []byte) bool {
		return actor.UserID == a.user && hmac.Equal(a.signature, mac(tokenHash, a.message))
	})
	if err != nil {
		return answer{}, err
	}
	reader, err := scope.View(identity.View)
	if err != nil {
		return answer{}, err
	}
	shown, err := s.signedContent(r, a, reader)
	if err == nil {
		shown.content.lasts = max(left, time.Second)
	}
	return shown, err
}

func (s *Server) signedContent(r *request, a signedAddress, reader postgres.Reader) (answer, error) {
	switch a.kind {
	case signedPhoto:
		c, err := inventory.PhotoContent(r.Context(), reader, a.parent, a.id)
		if err != nil {
			return answer{}, err
		}
		return s.photoContent(r, c, a.size)
	case signedDocument:
		c, err := inventory.DocumentContent(r.Context(), reader, a.id)
		if err != nil {
			return answer{}, err
		}
		return s.original(r, c, attachment.ServedDocument(c), attachment.WithEnding(c), attachment.ShownInline(c))
	}
	return answer{}, fault.ErrNotFound
}

// urls are the signed addresses of a file; they stay the same until the next hour.
func (r *request) urls(s signable) any {
	if s.kind == 0 {
		return nil
	}
	until := r.now.Truncate(time.Hour).Add(2 * time.Hour)
	all := map[string]any{"expires_at": until.Unix()}
	if s.kind == signedDocument {
		all["file"] = r.Base + sign(r.Actor, r.Scope.TokenHash(), s, "", until)
		return all
	}
	for _, size := range signedSizes[1:] {
		all[size] = r.Base + sign(r.Actor, r.Scope.TokenHash(), s, size, until)
	}
	return all
}

// mainPhotos finds the files of items' main photos.
func mainPhotos(ctx context.Context, r postgres.Reader, items ...catalog.Item) (map[int64]signable, error) {
	ids := make([]int64, len(items))
	for i, item := range items {
		ids[i] = item.ID
	}
	found, err := inventory.MainPhotos(ctx, r, ids)
	all := map[int64]signable{}
	for _, p := range found {
		all[p.ItemID] = signable{signedPhoto, p.ItemID, p.ID}
	}
	return all, err
}
