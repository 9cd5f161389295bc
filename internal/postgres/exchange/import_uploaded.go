package exchange

import (
	"context"

	"vitrine/internal/postgres/internal/engine"
)

// uploadedPiece is how much of a part is read at once.
const uploadedPiece = 1 << 20

// UploadedPart reads a piece of an import's stored parts, from a byte on. Pieces are small, because
// files and parts may be larger than memory allows.
func UploadedPart(ctx context.Context, r engine.Reader, id, at int64) ([]byte, error) {
	part, err := engine.One[struct{ Content []byte }](ctx, r, `select substring(content from ($3 - at + 1)::int for $4) as content from import_parts
		where account_id = $1 and import_id = $2 and at <= $3 order by at desc limit 1`, r.AccountID(), id, at, uploadedPiece)
	return part.Content, err
}
