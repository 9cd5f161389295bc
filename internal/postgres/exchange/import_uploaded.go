package exchange

import (
	"context"

	"vitrine/internal/postgres/internal/engine"
)

// uploadedPiece is how much of a part is read at once.
const uploadedPiece = 1 << 20

// UploadedPart is a piece of the part of an import's file that has a byte, from that byte on:
// all of them may be larger than what a process should hold, and so may a part.
func UploadedPart(ctx context.Context, r engine.Reader, id, at int64) ([]byte, error) {
	part, err := engine.One[struct{ Content []byte }](ctx, r, `select substring(content from ($3 - at + 1)::int for $4) as content from import_parts
		where account_id = $1 and import_id = $2 and at <= $3 order by at desc limit 1`, r.AccountID(), id, at, uploadedPiece)
	return part.Content, err
}
