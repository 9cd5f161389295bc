package attachment

import (
	"context"
	"errors"

	"vitrine/internal/files"
	"vitrine/internal/spool"
)

// Fits asks whether a file that is to be made has room on its way to the store.
func Fits(ctx context.Context, bytes int64) error { return spool.Fits(ctx, bytes) }

// Full reports whether a file has failed for want of room, which only the operator can make.
func Full(err error) bool { return errors.Is(err, spool.ErrFull) || errors.Is(err, files.ErrFull) }
