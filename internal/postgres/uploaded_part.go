package postgres

import "context"

// UploadedPart is the part of an import's file that begins at a byte: one at a time, because all
// of them may be larger than what a process should hold.
func (r Reader) UploadedPart(ctx context.Context, id, at int64) ([]byte, error) {
	part, err := one[struct{ Content []byte }](ctx, r, `select content from import_parts where account_id = $1 and import_id = $2 and at = $3`, r.account, id, at)
	return part.Content, err
}
