package api

import (
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"regexp"

	"vitrine/internal/attachment"
	"vitrine/internal/catalog"
	"vitrine/internal/fault"
	"vitrine/internal/postgres"
	"vitrine/internal/postgres/inventory"
)

var fileRoutes = []route{
	read(member, "GET /api/files/{sha256}", getFile, one(file)),
	attach("PUT /api/files/{sha256}", "", putFile, fileStored),
}

func getFile(ctx context.Context, r postgres.Reader, req *request) (catalog.File, error) {
	sum, ok := parseSum(req.PathValue("sha256"))
	if !ok {
		return catalog.File{}, fault.ErrNotFound
	}
	return inventory.File(ctx, r, sum)
}

var lowerHex = regexp.MustCompile(`^[0-9a-f]{64}$`)

// parseSum reads a SHA-256 in lower-case hex.
func parseSum(s string) (sum [32]byte, ok bool) {
	if !lowerHex.MatchString(s) {
		return sum, false
	}
	_, err := hex.Decode(sum[:], []byte(s))
	return sum, err == nil
}

// uploaded is a file and whether the caller had uploaded it before.
type uploaded struct {
	catalog.File
	known bool
}

// putFile receives raw bytes under their hash.
func putFile(s *Server, r *request, a *attached) (func(context.Context, postgres.Writer) (uploaded, string, error), error) {
	sum, ok := parseSum(r.PathValue("sha256"))
	if !ok {
		return nil, fault.ErrNotFound
	}
	received, err := attachment.Receive(r.Context(), r.Body, attachment.MaxDocument)
	switch {
	case errors.Is(err, attachment.ErrTooLarge):
		return nil, tooLargeFile{attachment.MaxDocument}
	case err != nil:
		return nil, broken(err)
	}
	defer received.Close()
	if received.Sum != sum {
		return nil, fault.On("file", "The bytes do not have this SHA-256.")
	}
	if a.stored, err = s.attachments.KeepFile(r.Context(), r.AccountID, received); err != nil {
		return nil, err
	}
	return func(ctx context.Context, w postgres.Writer) (uploaded, string, error) {
		f, object, known, err := inventory.Upload(ctx, w, a.stored)
		return uploaded{f, known}, object, err
	}, nil
}

func fileStored(r *request, u uploaded) answer {
	a := one(file)(r, u.File)
	if !u.known {
		a.status = http.StatusCreated
	}
	return a
}

func file(f catalog.File) resource {
	if len(f.Uses) > 0 { // what is used does not expire
		f.ExpiresAt = nil
	}
	return resource{kind: "file", name: f.SHA256, self: "/api/files/" + f.SHA256, attributes: attributes{
		{"sha256", f.SHA256},
		{"mime_type", f.MimeType},
		{"size", f.Size},
		{"expires_at", f.ExpiresAt},
		{"uses", f.Uses},
	}}
}
